"""Other ways to play the same game: what somebody would write who has no rules interpreter."""
