"""Playthroughs of the OpenSpiel and Gymnasium adapters, as text.

    PYTHONPATH=... python3 python/tests/playthrough.py

writes them again to python/tests/golden/, where the tests compare them; see docs/PYTHON.md.
"""

import pathlib

from demesne import gym, spiel

GOLDEN = pathlib.Path(__file__).parent / "golden"
SPIEL = {
    "spiel-grid": {"arena": "grid:3x3", "rounds": 2},
    "spiel-tree": {"arena": "random-tree:8", "rounds": 2, "per_turn": 2, "ties": "earlier", "seed": 4},
    "spiel-win": {"arena": "path:6", "rounds": 3, "utility": "win"},
}
GYM = {
    "gym-grid": {"arena": "grid:3x4", "rounds": 3, "opponent": "greedy"},
    "gym-black": {
        "arena": "cycle:9", "rounds": 2, "per_turn": 2, "side": "black", "reward": "win", "opponent": "random",
    },  # fmt: skip
    "gym-illegal": {"arena": "path:5", "rounds": 2, "opponent": "solver"},
}


def bits(numbers):
    """A row of a tensor."""
    return "".join("01"[int(x)] for x in numbers)


def rows(tensor, shape):
    width = shape[-1]
    return [bits(tensor[i : i + width]) for i in range(0, len(tensor), width)]


def pick(actions, step):
    """Any action, always the same."""
    return actions[(7 * step + 3) % len(actions)]


def describe_game(game):
    names = (
        "num_distinct_actions", "num_players", "max_chance_outcomes", "max_game_length", "min_utility", "max_utility",
        "utility_sum", "observation_tensor_shape", "information_state_tensor_shape", "policy_tensor_shape",
    )  # fmt: skip
    return [str(game), *(f"{name} = {getattr(game, name)()}" for name in names)]


def describe_state(game, state):
    lines = ["", *(f"  {line}" for line in str(state).splitlines())]
    for name in ("current_player", "is_terminal", "history", "returns", "legal_actions", "legal_actions_mask"):
        lines.append(f"{name} = {getattr(state, name)()}")
    lines.append(f"information_state_string = {state.information_state_string(0)!r}")
    lines.append(f"observation_tensor = {rows(state.observation_tensor(0), game.observation_tensor_shape())}")
    lines.append(f"information_state_tensor = {rows(state.information_state_tensor(0), [game.num_distinct_actions()])}")
    lines.append(f"serialize = {state.serialize()!r}")
    return lines


def play_spiel(parameters):
    """(text, the last state)"""
    game = spiel.load_game(**parameters)
    state = game.new_initial_state()
    lines = describe_game(game) + describe_state(game, state)
    while not state.is_terminal():
        action = pick(state.legal_actions(), state.move_number())
        lines.append(f"apply {action}: {state.action_to_string(state.current_player(), action)}")
        state.apply_action(action)
        lines += describe_state(game, state)
    return "\n".join(lines) + "\n", state


def describe_step(observation, info):
    mask = bits(info["action_mask"])
    score = tuple(info["score"])
    rest = f"mask {mask} score {score} side {info['side']} illegal {info['illegal']}"
    return [f"{[bits(row) for row in observation]} {rest}"]


def play_gym(name, options):
    """(text, the environment, the last reward)"""
    env = gym.VoronoiEnv(**options, render_mode="ansi")
    observation, info = env.reset(seed=5)
    lines = [f"{env.action_space.n} actions, observations {list(env.observation_space.shape)}"]
    lines += [f"rewards {env.reward_range}", *describe_step(observation, info), env.render()]
    step, over, reward = 0, False, 0.0
    while not over:
        legal = [v for v, free in enumerate(info["action_mask"]) if free]
        action = 0 if name == "gym-illegal" else pick(legal, step)
        observation, reward, over, truncated, info = env.step(action)
        lines += [f"step {action}: reward {reward} terminated {over} truncated {truncated}"]
        lines += [*describe_step(observation, info), env.render()]
        step += 1
    return "\n".join(lines), env, reward


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, parameters in SPIEL.items():
        (GOLDEN / f"{name}.txt").write_text(play_spiel(parameters)[0])
    for name, options in GYM.items():
        (GOLDEN / f"{name}.txt").write_text(play_gym(name, options)[0])
