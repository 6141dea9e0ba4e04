"""Expression strings of rulesets to expression trees."""
