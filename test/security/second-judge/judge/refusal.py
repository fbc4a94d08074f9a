class Refusal(Exception):
    """A document that breaks the documented form: it grants nothing, and is not guessed at."""
