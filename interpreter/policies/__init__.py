"""The turn of a player to the answer that a policy gives for him."""
