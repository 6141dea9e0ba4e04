"""The types that an action can need, besides the kinds of a type of component."""

NEEDED = ("player", "players", "place", "number")
