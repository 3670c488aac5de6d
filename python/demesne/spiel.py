"""The game as OpenSpiel's users know games.

>>> game = load_game(arena="path:5", rounds=1)
>>> state = game.new_initial_state()
>>> state.apply_action(2)
>>> state.current_player(), state.legal_actions()
(1, [0, 1, 3, 4])
>>> state.apply_action(1)
>>> state.is_terminal(), state.returns()
(True, [1.0, -1.0])

With OpenSpiel installed, importing this module registers the game "demesne", so that
``pyspiel.load_game("demesne", {"arena": "grid:5x5", "rounds": 3})`` and its algorithms find it.  Without
it, the classes here have the same methods.  Player 0 is White.  An action is a vertex, and a turn of
several stones takes as many actions.
"""

import copy
import types

from ._arena import _choice
from ._steps import UTILITIES, Steps

try:
    import pyspiel
except ImportError:
    pyspiel = None

TERMINAL = -4  # OpenSpiel's number for nobody, once a game is over
PARAMETERS = {"arena": "grid:5x5", "rounds": 3, "per_turn": 1, "ties": "neutral", "seed": 1, "utility": "score"}
_SIDES = ("White", "Black")


class _StandInGame:
    """What pyspiel.Game does for a game in Python."""

    def __init__(self, game_type, info, parameters):
        self._type, self._info, self._parameters = game_type, info, parameters

    def get_type(self):
        return self._type

    def get_parameters(self):
        return dict(self._parameters)

    def num_distinct_actions(self):
        return self._info.num_distinct_actions

    def max_chance_outcomes(self):
        return self._info.max_chance_outcomes

    def num_players(self):
        return self._info.num_players

    def min_utility(self):
        return self._info.min_utility

    def max_utility(self):
        return self._info.max_utility

    def utility_sum(self):
        return self._info.utility_sum

    def max_game_length(self):
        return self._info.max_game_length

    max_move_number = max_history_length = max_game_length

    def policy_tensor_shape(self):
        return [self.num_distinct_actions()]

    def observation_tensor_shape(self):
        return [3, self.num_distinct_actions()]

    def observation_tensor_size(self):
        return 3 * self.num_distinct_actions()

    def information_state_tensor_shape(self):
        return [self.max_game_length(), self.num_distinct_actions()]

    def information_state_tensor_size(self):
        return self.max_game_length() * self.num_distinct_actions()

    def new_initial_states(self):
        return [self.new_initial_state()]

    def deserialize_state(self, text):
        """The state whose serialize() gave this text."""
        state = self.new_initial_state()
        for action in text.split():
            state.apply_action(int(action))
        return state

    def __str__(self):
        return f"demesne({','.join(f'{k}={v}' for k, v in self._parameters.items())})"

    def __repr__(self):
        return str(self)

    def __eq__(self, other):
        return isinstance(other, _StandInGame) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


class _StandInState:
    """What pyspiel.State does for a state in Python."""

    def __init__(self, game):
        self._spiel_game = game

    def get_game(self):
        return self._spiel_game

    def num_players(self):
        return 2

    def num_distinct_actions(self):
        return self._spiel_game.num_distinct_actions()

    def legal_actions(self, player=None):
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        return self._legal_actions(self.current_player())

    def legal_actions_mask(self, player=None):
        actions = self.legal_actions(player)
        return [int(v in actions) for v in range(self.num_distinct_actions())] if actions else []

    def apply_action(self, action):
        self._apply_action(action)

    def apply_action_with_legality_check(self, action):
        self._apply_action(action)

    def undo_action(self, player, action):
        """Takes back the last action, which was this one."""
        if self.history()[-1:] != [action] or self._steps.side(self.move_number() - 1) != player:
            raise ValueError(f"the last action was not {action} of player {player}")
        self._steps.undo()

    def action_to_string(self, player, action=None):
        """(player, action), or the action alone."""
        if action is None:
            player, action = self.current_player(), player
        return self._action_to_string(player, action)

    def string_to_action(self, player, text=None):
        if text is None:
            player, text = self.current_player(), player
        for action in self.legal_actions(player):
            if self._action_to_string(player, action) == text:
                return action
        raise ValueError(f"no legal action is called {text!r}")

    def rewards(self):
        return self.returns()

    def player_return(self, player):
        return self.returns()[player]

    def player_reward(self, player):
        return self.rewards()[player]

    def is_chance_node(self):
        return False

    def is_simultaneous_node(self):
        return False

    def is_player_node(self):
        return not self.is_terminal()

    def is_initial_state(self):
        return not self.history()

    def history(self):
        return [*self._steps.actions]

    def history_str(self):
        return ", ".join(map(str, self.history()))

    def full_history(self):
        rows = enumerate(self._steps.actions)
        return [types.SimpleNamespace(player=self._steps.side(i), action=action) for i, action in rows]

    def move_number(self):
        return len(self._steps.actions)

    def observation_string(self, player=None):
        return observe(self)

    def information_state_string(self, player=None):
        return recall(self)

    def observation_tensor(self, player=None):
        return sum(self._steps.planes(), [])

    def information_state_tensor(self, player=None):
        return sum(history_rows(self), [])

    def clone(self):
        return copy.deepcopy(self)

    def child(self, action):
        state = self.clone()
        state.apply_action(action)
        return state

    def serialize(self):
        return "\n".join(map(str, self.history()))

    def __deepcopy__(self, memo):
        return type(self)(self._spiel_game, copy.deepcopy(self._steps))

    def __repr__(self):
        return str(self)

    def __eq__(self, other):
        return isinstance(other, _StandInState) and (str(self), self.history()) == (str(other), other.history())

    __hash__ = None


def observe(state):
    """What both players see: the board, and whose turn it is."""
    return str(state)


def recall(state):
    """What both players remember: all stones in their order."""
    return ", ".join(
        f"{_SIDES[state._steps.side(i)]} {state._steps.arena.node(v)}" for i, v in enumerate(state._steps.actions)
    )


def history_rows(state):
    """A row for every stone of a whole game, with a 1 at its vertex."""
    steps = state._steps
    rows = [[0.0] * steps.arena.vertices for _ in range(steps.length)]
    for row, action in zip(rows, steps.actions):
        row[action] = 1.0
    return rows


_GameBase = pyspiel.Game if pyspiel else _StandInGame
_StateBase = pyspiel.State if pyspiel else _StandInState


def _game_type():
    kinds = pyspiel.GameType if pyspiel else None
    return (pyspiel.GameType if pyspiel else types.SimpleNamespace)(
        short_name="demesne",
        long_name="Voronoi game",
        dynamics=kinds.Dynamics.SEQUENTIAL if kinds else "sequential",
        chance_mode=kinds.ChanceMode.DETERMINISTIC if kinds else "deterministic",
        information=kinds.Information.PERFECT_INFORMATION if kinds else "perfect information",
        utility=kinds.Utility.ZERO_SUM if kinds else "zero sum",
        reward_model=kinds.RewardModel.TERMINAL if kinds else "terminal",
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


GAME_TYPE = _game_type()


class VoronoiGame(_GameBase):
    """The rules on one board, by the parameters of load_game()."""

    def __init__(self, params=None):
        given = dict(params or {})
        for name in given.keys() - PARAMETERS.keys():
            raise TypeError(f"there is no parameter {name!r}; expected {', '.join(PARAMETERS)}")
        chosen = PARAMETERS | given
        self._utility = chosen["utility"]
        _choice(self._utility, UTILITIES, "utility")
        self._start = Steps(*(chosen[name] for name in ("arena", "rounds", "per_turn", "ties", "seed")))
        most = self._start.most(self._utility)
        info = (pyspiel.GameInfo if pyspiel else types.SimpleNamespace)(
            num_distinct_actions=self._start.arena.vertices,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self._start.length,
        )
        if not isinstance(chosen["arena"], str):
            chosen["arena"] = self._start.arena.title
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self):
        """The state before the first stone."""
        return VoronoiState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """What OpenSpiel asks for tensors and texts of states."""
        return _Observer(self, bool(getattr(iig_obs_type, "perfect_recall", False)))


class VoronoiState(_StateBase):
    """A game in progress."""

    def __init__(self, game, steps=None):
        super().__init__(game)
        self._steps = copy.deepcopy(game._start) if steps is None else steps
        self._kind = game._utility

    def current_player(self):
        """0 White, 1 Black, TERMINAL once the game is over."""
        player = self._steps.player
        return TERMINAL if player is None else player

    def _legal_actions(self, player):
        return self._steps.legal()

    def _apply_action(self, action):
        self._steps.place(action)

    def _action_to_string(self, player, action):
        return f"{_SIDES[player]} {self._steps.arena.node(action)}"

    def is_terminal(self):
        """Whether all stones are placed."""
        return self._steps.player is None

    def returns(self):
        """What each player has won once the game is over; 0 before."""
        value = self._steps.utility(self._kind) if self.is_terminal() else 0.0
        return [value, 0.0 - value]

    def __str__(self):
        turn = "over" if self.is_terminal() else f"{_SIDES[self._steps.player]} to move"
        return f"{self._steps.text()}\n{turn}"


class _Observer:
    """Tensors and texts as arrays of numpy, which OpenSpiel needs in any case."""

    def __init__(self, game, is_history):
        import numpy

        state = game.new_initial_state()
        self._rows = history_rows if is_history else lambda state: state._steps.planes()
        self._string = recall if is_history else observe
        array = numpy.array(self._rows(state), numpy.float32)
        self.tensor = array.reshape(-1)
        self.dict = {"information_state" if is_history else "observation": array}
        self._array = array

    def set_from(self, state, player):
        self._array[:] = self._rows(state)

    def string_from(self, state, player):
        return self._string(state)


def load_game(**parameters):
    """The game with these parameters; those that are not given are as in PARAMETERS.

    `arena` is a name, or whatever Arena() takes; `utility` is "score" (the difference of the scores)
    or "win" (1, 0 or -1); the others are as in demesne.Game.
    """
    return VoronoiGame(parameters)


if pyspiel:
    pyspiel.register_game(GAME_TYPE, VoronoiGame)
