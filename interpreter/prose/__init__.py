"""Rules to words: as they are written, or in sentences of the language that is spoken."""
