"""The exception of this package."""

import re


class Error(ValueError):
    """A question that cannot be answered, or a file that cannot be read.

    ``file`` and ``line`` say where (None if it is not about a file), ``expected`` what was expected
    there, ``kind`` is a word such as "bad input".
    """

    def __init__(self, message, kind=""):
        super().__init__(message)
        self.kind = kind
        place = re.match(r"(.+?):(\d+): ", message) or re.match(r"([^:\s]+\.\w+): ", message)
        self.file = place.group(1) if place else None
        self.line = int(place.group(2)) if place and place.re.groups > 1 else None
        wanted = re.search(r"expected (.*)", message)
        self.expected = wanted.group(1) if wanted else None


class OutOfTime(BaseException):
    """Raised in a player of a tournament while it chooses: its time is up, or the tournament was stopped."""


class NoMove(TypeError):
    """What a player gave is not a move."""
