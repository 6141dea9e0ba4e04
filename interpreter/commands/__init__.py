"""One module a verb of the command line; each is imported only when its verb is called."""
