"""The scenario files here are read by tests; they are none themselves."""

collect_ignore = ["bad", "good"]
