"""The command line: arguments in, text and an exit code out."""

import click


@click.group()
@click.version_option(package_name="gulliver")
def main() -> None:
    """Play board games from their rules, and check what the rules say."""
