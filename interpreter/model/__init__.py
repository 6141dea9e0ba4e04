"""What a ruleset says: a merged document to typed rules with every name resolved."""
