"""One module a section of RESULTS.md; each has add_arguments(parser) and run(arguments)."""
