"""One module per section of docs/results; each has add_arguments(parser) and run(arguments)."""
