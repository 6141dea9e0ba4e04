"""Games that were played, and scenarios, to the text of new scenarios.

`words` writes names and things, `replaying` plays a transcript again, `recording` writes it as a scenario,
`shrinking` takes away what a scenario does not need.
"""
