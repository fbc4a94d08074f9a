class Refusal(Exception):
    """A document that is not written as the documentation says: it grants nothing, and nobody guesses at it."""
