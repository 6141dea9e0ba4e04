"""`python -m interpreter`: the command line without its script."""

from interpreter.cli import main

if __name__ == "__main__":
    main()
