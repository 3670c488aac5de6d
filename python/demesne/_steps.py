"""A game one stone at a time, as libraries for learning want it."""

from ._arena import TIES, Arena, _choice
from ._errors import Error
from ._game import Game

UTILITIES = ("score", "win")


class Steps:
    """A game in which an action is one stone: a turn of several stones takes as many steps.

    Vertices are numbers here.  It can be copied and pickled, if its arena was given by name.
    """

    def __init__(self, arena, rounds, per_turn=1, ties="neutral", seed=1, actions=()):
        self._made_of = (arena, rounds, per_turn, ties, seed)
        _choice(ties, TIES, "ties")
        self.game = Game(arena if isinstance(arena, Arena) else Arena(arena, seed=seed), rounds, per_turn, ties=ties)
        self.arena, self._engine = self.game.arena, self.game._game
        self.actions, self._turn = [], []  # all stones so far, and those of the turn that is not complete
        for action in actions:
            self.place(action)

    def __reduce__(self):
        return Steps, (*self._made_of, tuple(self.actions))

    def __deepcopy__(self, memo):
        other = Steps.__new__(Steps)
        other._made_of, other.arena, other.game = self._made_of, self.arena, self.game.copy()
        other._engine = other.game._game
        other.actions, other._turn = [*self.actions], [*self._turn]
        return other

    @property
    def length(self):
        """The stones of a whole game."""
        return 2 * self.game.rounds * self.game.per_turn

    @property
    def player(self):
        """0 White, 1 Black, None once the game is over."""
        return None if self._engine.is_over else self._engine.to_move

    def legal(self):
        """The vertices where a stone may go, in order."""
        if self._engine.is_over:
            return []
        return [v for v in self._engine.free() if v not in self._turn]

    def place(self, vertex):
        if vertex not in self.legal():
            raise Error(f"there is no legal action {vertex!r} here", "bad move")
        self._turn.append(vertex)
        self.actions.append(vertex)
        if len(self._turn) == self._engine.to_place:
            self._engine.push(self._turn)
            self._turn = []

    def undo(self):
        """Takes back the last stone."""
        if not self.actions:
            raise Error("there is no stone to take back", "bad move")
        if not self._turn:
            self._engine.pop()
            self._turn = self.actions[-self.game.per_turn :]
        self._turn.pop()
        self.actions.pop()

    def side(self, step):
        """Who placed, or will place, a stone."""
        return step // self.game.per_turn % 2

    def stones(self, player):
        """The vertices with stones of a player."""
        return [v for step, v in enumerate(self.actions) if self.side(step) == player]

    def planes(self, player=0):
        """Three lists with an entry per vertex: free, this player's stone, the other's."""
        planes = [[1.0] * self.arena.vertices] + [[0.0] * self.arena.vertices for _ in range(2)]
        for step, v in enumerate(self.actions):
            planes[0][v] = 0.0
            planes[1 + (self.side(step) != player)][v] = 1.0
        return planes

    def utility(self, kind):
        """What White has gained, which Black has lost: the difference of the scores, or 1, 0 or -1 for the winner."""
        value = self.game.value
        return float((value > 0) - (value < 0)) if kind == "win" else value / 10 ** self.arena._board.total_value[1]

    def most(self, kind):
        """The greatest utility."""
        total, decimals = self.arena._board.total_value
        return 1.0 if kind == "win" else total / 10**decimals

    def text(self):
        """The owner of every vertex, in capitals where a stone is; rows if the board is a grid."""
        letters = [{0: "w", 1: "b", -1: ".", -2: "-"}[owner] for owner in self.game.owner]
        for step, v in enumerate(self.actions):
            letters[v] = "WB"[self.side(step)]
        family, _, size = self.arena.title.partition(":")
        width = int(size.split("x")[1]) if family == "grid" and self.arena.nodes is None else len(letters)
        return "\n".join("".join(letters[i : i + width]) for i in range(0, len(letters), width))
