"""Messages on standard error."""

import sys


class Stopped(Exception):
    """The user wants the driver to stop."""


class Fatal(Exception):
    """Why the driver cannot go on, in a sentence for the user."""


def tell(sentence):
    """Prints a message line."""
    print(f"campaign_ray.py: {sentence}", file=sys.stderr, flush=True)


def compact(number):
    """A large number with three significant digits."""
    for limit, unit in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= limit:
            return f"{number / limit:.3g} {unit}"
    return f"{number:.3g}"
