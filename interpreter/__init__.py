"""Gulliver: rules of board games as YAML, played and put to the test.

The folders are the stages of one sentence, in the order of the data:

    source/       places in a text, findings and their words
    documents/    YAML text to plain data with a span for every path
    expressions/  expression strings to trees
    layering/     base, layers and options to one merged document
    model/        a merged document to typed rules with resolved names
    compiler/     rules to a program
    engine/       a program to decisions, chance and events
    scenario/     scenario text to verdicts
    simulation/   many games to statistics
    report/       verdicts and transcripts to text and JSON

`api` is what Python callers use, `cli` the command, `pytest_plugin` the collector of scenario files.
"""
