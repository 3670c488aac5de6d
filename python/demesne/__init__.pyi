from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, NamedTuple, Protocol

__version__: str

_Vertex = Any  # a number, or a node of the graph that the board was made from
_Side = Literal["white", "black"]
_Progress = bool | Callable[[str, str, int, int, float], object] | None
_Board = Arena | str | Any  # whatever Arena() takes
_Values = Mapping[_Vertex, float] | Iterable[float] | str | PathLike[str]
_Sites = Iterable[_Vertex | Mapping[str, Any]] | str | PathLike[str]
_Numbers = Iterable[Any]  # lists, arrays of numpy, series of pandas
_Metric = Literal["auto", "euclid", "manhattan", "great-circle"]
_Chooser = Player | str | Callable[[Game], Any] | _HasChoose | type[Any]

class _HasChoose(Protocol):
    def choose(self, game: Game, /) -> Any: ...

class OutOfTime(BaseException): ...

class Error(ValueError):
    def __init__(self, message: str, kind: str = "") -> None: ...
    kind: str
    file: str | None
    line: int | None
    expected: str | None

class Place(NamedTuple):
    lon: float
    lat: float

class Arena:
    nodes: list[Any] | None
    def __init__(
        self,
        source: Any,
        *,
        weight: str | tuple[str, ...] | None = ("length", "weight"),
        value: str = "value",
        decimals: int | None = None,
        vertices: int | None = None,
        directed: bool | None = None,
        seed: int = 1,
        metric: _Metric = "auto",
    ) -> None: ...
    @property
    def vertices(self) -> int: ...
    @property
    def edges(self) -> int: ...
    @property
    def directed(self) -> bool: ...
    @property
    def decimals(self) -> int: ...
    @property
    def title(self) -> str: ...
    def __len__(self) -> int: ...
    def number(self, vertex: _Vertex) -> int: ...
    def node(self, number: int) -> _Vertex: ...
    def has(self, node: Any) -> bool: ...
    def facts(self, **options: Any) -> Result: ...
    def svg(
        self,
        white: Iterable[_Vertex] = (),
        black: Iterable[_Vertex] = (),
        *,
        ties: _Ties = "neutral",
        labels: bool | None = None,
    ) -> str: ...
    def write(self, path: str | PathLike[str], format: str | None = None) -> None: ...

class Result:
    complete: bool
    def __getattr__(self, name: str) -> Any: ...
    def __getitem__(self, name: str) -> Any: ...
    def __contains__(self, name: str) -> bool: ...
    def to_dict(self) -> dict[str, Any]: ...
    def cells(self) -> dict[str, list[_Vertex]]: ...
    def to_geojson(self, *, areas: bool = False) -> dict[str, Any]: ...
    def areas(self) -> list[dict[str, Any]]: ...
    def to_frame(self, field: str | None = None) -> Any: ...
    @property
    def __geo_interface__(self) -> dict[str, Any]: ...

class Table(Sequence[Result]):
    def __len__(self) -> int: ...
    def __getitem__(self, index: Any) -> Any: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_frame(self) -> Any: ...

class TournamentResult(Result):
    exceptions: dict[str, BaseException]

class Game:
    arena: Arena
    rounds: int
    per_turn: int
    ties: _Ties
    def __init__(self, arena: _Board, rounds: int, per_turn: int = 1, *, ties: _Ties = "neutral") -> None: ...
    def push(self, move: _Vertex | Sequence[_Vertex]) -> None: ...
    def pop(self) -> None: ...
    @property
    def turn(self) -> _Side | None: ...
    def is_over(self) -> bool: ...
    @property
    def turns(self) -> int: ...
    @property
    def free(self) -> list[_Vertex]: ...
    @property
    def legal_moves(self) -> list[_Vertex] | Iterator[tuple[_Vertex, ...]]: ...
    @property
    def stones(self) -> list[tuple[_Side, _Vertex]]: ...
    @property
    def white(self) -> list[_Vertex]: ...
    @property
    def black(self) -> list[_Vertex]: ...
    @property
    def value(self) -> int: ...
    def score(self) -> tuple[int, int]: ...
    @property
    def owner(self) -> memoryview: ...
    @property
    def distance(self) -> memoryview: ...
    def result(self) -> Literal["white", "black", "tie"] | None: ...
    def copy(self) -> Game: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...

class Player:
    def __init__(self, spec: str, *, seed: int = 1) -> None: ...
    @property
    def spec(self) -> str: ...
    def choose(self, game: Game, *, time: float | None = None) -> Any: ...
    def explain(self, game: Game, *, time: float | None = None) -> list[Result]: ...
    def __call__(self, game: Game) -> Any: ...

def atlas(
    tables: str | Iterable[str] = (),
    *,
    db: str | PathLike[str] | None = None,
    vertices: int | tuple[int, int] | None = None,
    rounds: int | tuple[int, int] | None = None,
    per_turn: int = 1,
    ties: _Ties = "neutral",
    winner: Literal["any", "white", "tie", "black"] = "any",
    board: str | None = None,
    summary: bool = False,
) -> Table: ...
def families() -> dict[str, str]: ...
def players() -> dict[str, str]: ...
def generate(family: str, *, seed: int = 1) -> Arena: ...
def read(
    path: str | PathLike[str],
    *,
    profile: _Profile = "car",
    measure: _Measure = "metres",
    speeds: str | PathLike[str] | None = None,
    largest: bool = False,
    directed: bool = False,
) -> Arena: ...
def read_all(path: str | PathLike[str]) -> Iterator[Arena]: ...
def points(
    x: _Numbers | str | PathLike[str] | None = None,
    y: _Numbers | None = None,
    *,
    lon: _Numbers | None = None,
    lat: _Numbers | None = None,
    values: _Numbers | None = None,
    names: Iterable[Any] | None = None,
    metric: _Metric = "auto",
    decimals: int = 3,
) -> Arena: ...
def table(
    distances: Any,
    *,
    customers: Iterable[Any] | None = None,
    sites: Iterable[Any] | None = None,
) -> Arena: ...
def play(
    arena: _Board,
    white: _Chooser,
    black: _Chooser,
    rounds: int,
    per_turn: int = 1,
    *,
    ties: _Ties = "neutral",
    seed: int = 1,
) -> Game: ...

# What follows is made by tools/stubs.py from the tables of the questions and from answers.
_Ties = Literal["neutral", "earlier", "white", "black"]
_Profile = Literal["car", "bike", "foot"]
_Measure = Literal["metres", "seconds", "minutes"]
_IntervalArena = Literal["circle", "segment"]

class _ScoreResult(Result):
    arena: str
    vertices: int
    edges: int
    ties: str
    seconds: float
    white: list[_Vertex]
    black: list[_Vertex]
    white_score: float | str
    black_score: float | str
    tied: float | str
    unreached: float | str
    value: float | str
    owner: str
    share: Result
    sites: list[Result]
    distances: list[int]
    written: str
    brands: Result
    customers: int
    unsnapped: int
    demand_column: str
    rule: str
    beta: float
    floor: float | str

def score(
    arena: _Board,
    white: _Sites = (),
    black: _Sites = (),
    *,
    time: float | None = None,
    progress: _Progress = None,
    weight: str | tuple[str, ...] | None = ...,
    decimals: int | None = None,
    stones: Iterable[Any] | None = ...,
    per_turn: int | None = ...,
    radius: float | str | None = ...,
    rule: Literal["nearest", "huff", "logit"] | None = ...,
    beta: float | None = ...,
    floor: float | str | None = ...,
    fit: Mapping[str, Any] | str | None = ...,
    outside: float | str | None = ...,
    choices: int | None = ...,
    distances: bool | None = ...,
    write: Literal["none", "csv", "geojson", "svg", "html"] | None = ...,
    title: str | None = ...,
    white_name: str | None = ...,
    black_name: str | None = ...,
    seed: int | None = ...,
    ties: _Ties | None = ...,
    values: _Values | None = ...,
    customers: _Sites | None = ...,
    demand: str | None = ...,
    name: str | None = ...,
    lon: str | None = ...,
    lat: str | None = ...,
    snap_limit: float | str | None = ...,
    snap_to: str | None = ...,
    undirected: bool | None = ...,
    direction: Literal["to-site", "from-site"] | None = ...,
) -> _ScoreResult: ...

class _SolveResult(Result):
    arena: str
    vertices: int
    edges: int
    ties: str
    seconds: float
    rounds: int
    per_turn: int
    value: int
    outcome: str
    line: list[list[_Vertex]]
    nodes: int
    proven: bool
    moves: list[Result]
    certificate: str
    positions: int
    white: list[_Vertex]
    black: list[_Vertex]
    to_move: str
    lower: int
    upper: int

def solve(
    arena: _Board,
    rounds: int,
    per_turn: int = 1,
    *,
    time: float | None = None,
    progress: _Progress = None,
    weight: str | tuple[str, ...] | None = ...,
    decimals: int | None = None,
    white: _Sites | None = ...,
    black: _Sites | None = ...,
    stones: Iterable[Any] | None = ...,
    to_move: Literal["white", "black"] | None = ...,
    moves: bool | None = ...,
    outcome: bool | None = ...,
    memory: int | None = ...,
    compare_positions: bool | None = ...,
    prove: bool | None = ...,
    certificate_limit: int | None = ...,
    seed: int | None = ...,
    threads: int | None = ...,
    ties: _Ties | None = ...,
    values: _Values | None = ...,
    undirected: bool | None = ...,
) -> _SolveResult: ...

class _MovesResult(Result):
    arena: str
    vertices: int
    edges: int
    ties: str
    seconds: float
    rounds: int
    per_turn: int
    value: int
    outcome: str
    line: list[list[_Vertex]]
    nodes: int
    proven: bool
    moves: list[Result]

def moves(
    arena: _Board,
    rounds: int,
    per_turn: int = 1,
    *,
    time: float | None = None,
    progress: _Progress = None,
    weight: str | tuple[str, ...] | None = ...,
    decimals: int | None = None,
    white: _Sites | None = ...,
    black: _Sites | None = ...,
    stones: Iterable[Any] | None = ...,
    to_move: Literal["white", "black"] | None = ...,
    part: str | None = ...,
    seed: int | None = ...,
    threads: int | None = ...,
    ties: _Ties | None = ...,
    values: _Values | None = ...,
    undirected: bool | None = ...,
) -> _MovesResult: ...

class _ValuesResult(Result):
    arena: str
    vertices: int
    edges: int
    ties: str
    seconds: float
    side: str
    player: str
    meaning: str
    values: list[None | float] | list[float]

def values(
    arena: _Board,
    player: str,
    rounds: int,
    per_turn: int = 1,
    *,
    time: float | None = None,
    progress: _Progress = None,
    weight: str | tuple[str, ...] | None = ...,
    decimals: int | None = None,
    white: _Sites | None = ...,
    black: _Sites | None = ...,
    stones: Iterable[Any] | None = ...,
    to_move: Literal["white", "black"] | None = ...,
    moves: Iterable[Any] | None = ...,
    seed: int | None = ...,
    ties: _Ties | None = ...,
    values: _Values | None = ...,
    undirected: bool | None = ...,
) -> _ValuesResult: ...

class _ReplyResult(Result):
    arena: str
    vertices: int
    edges: int
    ties: str
    seconds: float
    white: list[_Vertex]
    count: int
    kept: list[_Vertex]
    black: list[_Vertex]
    value: float | str
    outcome: str
    white_score: float | str
    black_score: float | str
    tied: float | str
    unreached: float | str
    method: str
    nodes: int
    maximize: str
    proven: bool
    optima: list[list[_Vertex]]
    optima_count: int
    share: Result
    cost: float | str
    sites: list[Result]
    combinations: int
    combinations_bound: float
    explain: Result
    brands: Result
    customers: int
    unsnapped: int
    demand_column: str
    rule: str
    beta: float
    floor: float | str
    lower: float | str
    upper: float | str

def reply(
    arena: _Board,
    white: _Sites,
    count: int | None = None,
    *,
    time: float | None = None,
    progress: _Progress = None,
    weight: str | tuple[str, ...] | None = ...,
    decimals: int | None = None,
    target_share: float | str | None = ...,
    black: _Sites | None = ...,
    all: bool | None = ...,
    all_limit: int | None = ...,
    method: Literal["auto", "tree", "slides", "exact", "local", "greedy", "slides:printed", "naive"] | None = ...,
    explain: bool | None = ...,
    root: int | None = ...,
    find_counterexample: bool | None = ...,
    candidates: _Sites | None = ...,
    forbid: _Sites | None = ...,
    shared: bool | None = ...,
    budget: float | str | None = ...,
    maximize: Literal["value", "share", "profit"] | None = ...,
    margin: float | None = ...,
    spacing: float | str | None = ...,
    radius: float | str | None = ...,
    rule: Literal["nearest", "huff", "logit"] | None = ...,
    beta: float | None = ...,
    floor: float | str | None = ...,
    fit: Mapping[str, Any] | str | None = ...,
    outside: float | str | None = ...,
    choices: int | None = ...,
    seed: int | None = ...,
    threads: int | None = ...,
    ties: _Ties | None = ...,
    values: _Values | None = ...,
    customers: _Sites | None = ...,
    demand: str | None = ...,
    name: str | None = ...,
    lon: str | None = ...,
    lat: str | None = ...,
    snap_limit: float | str | None = ...,
    snap_to: str | None = ...,
    undirected: bool | None = ...,
    direction: Literal["to-site", "from-site"] | None = ...,
) -> _ReplyResult: ...

class _LeadResult(Result):
    arena: str
    vertices: int
    edges: int
    ties: str
    seconds: float
    count: int
    reply: int
    white: list[_Vertex]
    black: list[_Vertex]
    kept_white: list[_Vertex]
    kept_black: list[_Vertex]
    closed: list[_Vertex]
    value: float | str
    outcome: str
    white_score: float | str
    black_score: float | str
    tied: float | str
    unreached: float | str
    method: str
    nodes: int
    replies: int
    maximize: str
    proven: bool
    share: Result
    cost: float | str
    sites: list[Result]
    brands: Result
    customers: int
    unsnapped: int
    demand_column: str
    lower: float | str
    upper: float | str

def lead(
    arena: _Board,
    count: int | None = None,
    *,
    time: float | None = None,
    progress: _Progress = None,
    weight: str | tuple[str, ...] | None = ...,
    decimals: int | None = None,
    reply: int | None = ...,
    reply_budget: float | str | None = ...,
    white: _Sites | None = ...,
    black: _Sites | None = ...,
    rival_candidates: _Sites | None = ...,
    method: Literal["auto", "exact", "enumerate", "local"] | None = ...,
    candidates: _Sites | None = ...,
    forbid: _Sites | None = ...,
    shared: bool | None = ...,
    budget: float | str | None = ...,
    maximize: Literal["value", "share", "profit"] | None = ...,
    margin: float | None = ...,
    spacing: float | str | None = ...,
    radius: float | str | None = ...,
    rule: Literal["nearest", "huff", "logit"] | None = ...,
    beta: float | None = ...,
    floor: float | str | None = ...,
    fit: Mapping[str, Any] | str | None = ...,
    outside: float | str | None = ...,
    choices: int | None = ...,
    seed: int | None = ...,
    threads: int | None = ...,
    ties: _Ties | None = ...,
    values: _Values | None = ...,
    customers: _Sites | None = ...,
    demand: str | None = ...,
    name: str | None = ...,
    lon: str | None = ...,
    lat: str | None = ...,
    snap_limit: float | str | None = ...,
    snap_to: str | None = ...,
    undirected: bool | None = ...,
    direction: Literal["to-site", "from-site"] | None = ...,
) -> _LeadResult: ...

class _FitResult(Result):
    arena: str
    vertices: int
    edges: int
    ties: str
    seconds: float
    rule: str
    floor: int
    trips: int
    beta: float
    beta_error: float
    log_likelihood: float
    null_log_likelihood: float
    rho_squared: float
    iterations: int
    sites: list[Result]

def fit(
    arena: _Board,
    sites: _Sites,
    customers: _Sites,
    observed: _Sites,
    *,
    time: float | None = None,
    progress: _Progress = None,
    weight: str | tuple[str, ...] | None = ...,
    decimals: int | None = None,
    rule: Literal["huff", "logit"] | None = ...,
    floor: float | str | None = ...,
    radius: float | str | None = ...,
    seed: int | None = ...,
    ties: _Ties | None = ...,
    values: _Values | None = ...,
    demand: str | None = ...,
    name: str | None = ...,
    lon: str | None = ...,
    lat: str | None = ...,
    snap_limit: float | str | None = ...,
    snap_to: str | None = ...,
    undirected: bool | None = ...,
    direction: Literal["to-site", "from-site"] | None = ...,
) -> _FitResult: ...

class _MarketResult(Result):
    arena: str
    vertices: int
    edges: int
    ties: str
    seconds: float
    today: Result
    scenarios: list[Result]
    names: Result

def market(
    plan: Mapping[str, Any] | str | PathLike[str],
    arena: _Board | None = None,
    *,
    time: float | None = None,
    progress: _Progress = None,
    white: _Sites | None = ...,
    black: _Sites | None = ...,
    us: _Sites | None = ...,
    them: _Sites | None = ...,
    names: Mapping[str, Any] | str | None = ...,
    candidates: _Sites | None = ...,
    rival_candidates: _Sites | None = ...,
    shared: bool | None = ...,
    rule: Mapping[str, Any] | str | None = ...,
    scenarios: Iterable[Any] | None = ...,
    seed: int | None = ...,
    threads: int | None = ...,
    ties: _Ties | None = ...,
    values: _Values | None = ...,
    customers: _Sites | None = ...,
    demand: str | None = ...,
    name: str | None = ...,
    lon: str | None = ...,
    lat: str | None = ...,
    snap_limit: float | str | None = ...,
    snap_to: str | None = ...,
    undirected: bool | None = ...,
    direction: Literal["to-site", "from-site"] | None = ...,
) -> _MarketResult: ...

class _VerifyResult(Result):
    arena: str
    vertices: int
    edges: int
    ties: str
    seconds: float
    question: str
    rounds: int
    per_turn: int
    lower: int
    upper: int
    value: int
    proofs: list[Result]
    verified: bool
    valid: bool

def verify(
    certificate: str | PathLike[str],
    *,
    time: float | None = None,
    progress: _Progress = None,
) -> _VerifyResult: ...

class _ReduceResult(Result):
    arena: str
    vertices: int
    edges: int
    ties: str
    seconds: float
    variables: int
    clauses: int
    problem: int
    white: list[_Vertex]
    count: int
    names: list[str]
    board: Result
    assignment: list[int]
    black: list[_Vertex]
    satisfied: bool
    value: int
    outcome: str
    satisfiable: bool
    black_wins: bool
    agree: bool
    disjuncts: int
    rounds: int
    first_wins: bool
    white_wins: bool
    lower: int
    upper: int

def reduce(
    kind: Literal["sat", "dnf"],
    formula: str | PathLike[str],
    *,
    time: float | None = None,
    progress: _Progress = None,
    check: bool | None = ...,
    problem: int | None = ...,
    assignment: Iterable[Any] | None = ...,
    black: _Sites | None = ...,
    board: bool | None = ...,
    play: bool | None = ...,
    moves: Iterable[Any] | None = ...,
    first: Literal["engine", "human"] | None = ...,
    second: Literal["engine", "human"] | None = ...,
    turns: int | None = ...,
) -> _ReduceResult: ...

class _IntervalPlayResult(Result):
    arena: str
    stones: int
    batch: bool
    min_distance: str
    strict: bool
    seconds: float
    blue_player: str
    red_player: str
    red: str
    blue: str
    margin: str
    winner: str
    moves: list[list[str]]
    to_move: None
    turn_least: int
    turn_most: int
    in_turn: int
    key_points: list[str]
    red_intervals: int
    blue_intervals: int
    red_interval_length: str
    blue_interval_length: str
    places: list[float]
    line: str
    trace: list[Result]
    svg: str

def interval_play(
    arena: _IntervalArena,
    stones: int,
    *,
    time: float | None = None,
    progress: _Progress = None,
    blue: str | None = ...,
    red: str | None = ...,
    batch: bool | None = ...,
    min_distance: str | None = ...,
    strict: bool | None = ...,
    all_first: bool | None = ...,
    moves: str | None = ...,
    turns: int | None = ...,
    svg: bool | None = ...,
    explain: bool | None = ...,
    seed: int | None = ...,
) -> _IntervalPlayResult: ...

class _IntervalValueResult(Result):
    arena: str
    stones: int
    batch: bool
    min_distance: str
    strict: bool
    seconds: float
    value: str
    winner: str | None
    proven: bool
    strategies: list[Result]

def interval_value(
    arena: _IntervalArena,
    stones: int,
    *,
    time: float | None = None,
    progress: _Progress = None,
    min_distance: str | None = ...,
    strict: bool | None = ...,
) -> _IntervalValueResult: ...

class _IntervalAttackResult(Result):
    arena: str
    stones: int
    batch: bool
    min_distance: str
    strict: bool
    seconds: float
    red_player: str
    games: int
    not_won: int
    lost: int
    positions: int
    long_games: int
    worst: str
    record: list[list[str]]
    trace: list[Result]

def interval_attack(
    arena: _IntervalArena,
    stones: int,
    red: str,
    *,
    time: float | None = None,
    progress: _Progress = None,
    blue: str | None = ...,
    batch: bool | None = ...,
    min_distance: str | None = ...,
    strict: bool | None = ...,
    all_first: bool | None = ...,
    samples: int | None = ...,
    grid: Literal["all", "near", "keys"] | None = ...,
    bits: int | None = ...,
    explain: bool | None = ...,
    seed: int | None = ...,
    threads: int | None = ...,
) -> _IntervalAttackResult: ...

def tournament(
    players: Iterable[_Chooser] | Mapping[str, _Chooser] = (),
    arena: _Board | Sequence[Arena] | None = None,
    rounds: int | None = None,
    *,
    players_file: str | PathLike[str] | None = None,
    pairs: Iterable[tuple[_Chooser, _Chooser]] | None = None,
    db: str | PathLike[str] | None = None,
    list: bool = False,
    time: float | None = None,
    progress: _Progress = None,
    per_turn: int | None = ...,
    preset: Literal["none", "colby"] | None = ...,
    system: Literal["round-robin", "swiss", "adaptive"] | None = ...,
    games: int | None = ...,
    first_always_white: bool | None = ...,
    swiss_rounds: int | None = ...,
    max_games: int | None = ...,
    until: Literal["played", "winner", "order"] | None = ...,
    confidence: float | None = ...,
    move_time: int | None = ...,
    game_time: int | None = ...,
    increment: int | None = ...,
    warm_up: int | None = ...,
    pin: bool | None = ...,
    faults: Literal["turn", "game"] | None = ...,
    disqualify: int | None = ...,
    only_new: bool | None = ...,
    sandbox: Literal["bwrap", "none"] | None = ...,
    memory_limit: int | None = ...,
    processes: int | None = ...,
    sequential: bool | None = ...,
    title: str | None = ...,
    review_time: float | None = ...,
    seed: int | None = ...,
    threads: int | None = ...,
    ties: _Ties | None = ...,
    values: _Values | None = ...,
    undirected: bool | None = ...,
) -> TournamentResult: ...

_Point = tuple[Any, Any] | Sequence[Any]

class _PlaneScoreResult(Result):
    board: str
    area: str
    metric: str
    ties: str
    white: list[list[str]]
    black: list[list[str]]
    rule: str
    white_score: float | str
    black_score: float | str
    tied: float | str
    value: float | str
    winner: str | None
    exact: bool
    svg: str
    seconds: float
    lattice: int
    sides: list[Result]
    counts: list[int]

class _PlaneReplyResult(Result):
    board: str
    area: str
    metric: str
    ties: str
    white: list[list[str]]
    black: list[list[str]]
    count: int
    kept: list[list[str]]
    white_score: str
    black_score: str
    tied: str
    value: str
    lower: float
    upper: float
    attained: bool
    winner: str
    proven: bool
    nodes: int
    seconds: float

class _PlaneLeadResult(Result):
    board: str
    area: str
    metric: str
    ties: str
    white: list[list[str]]
    black: list[list[str]]
    count: int
    reply: int
    white_score: str
    black_score: str
    tied: str
    value: str
    lower: float
    upper: float
    proven: bool
    nodes: int
    seconds: float

class _PlanePlayResult(Result):
    board: str
    area: str
    metric: str
    ties: str
    rule: str
    rounds: int
    per_turn: int
    min_distance: str
    white_player: str
    black_player: str
    moves: list[list[list[str] | str]]
    finished: bool
    to_move: str | None
    left: int
    white_score: str
    black_score: str
    tied: str
    value: str
    winner: str | None
    seconds: float

class Plane:
    def __init__(
        self,
        board: str | Sequence[_Point] | Sequence[Sequence[_Point]] | Any = "square",
        white: Iterable[_Point] = (),
        black: Iterable[_Point] = (),
        *,
        sides: Mapping[str, Iterable[_Point]] | None = None,
        metric: Literal["euclid", "manhattan"] | None = None,
        ties: Literal["neutral", "earlier", "white", "black"] | None = None,
    ) -> None: ...
    @property
    def white(self) -> list[tuple[str, str]]: ...
    @property
    def black(self) -> list[tuple[str, str]]: ...
    def add(self, white: Iterable[_Point] = (), black: Iterable[_Point] = ()) -> Plane: ...
    def score(
        self,
        *,
        time: float | None = None,
        progress: _Progress = None,
        customers: Iterable[Any] | None = ...,
        rule: Literal["nearest", "gravity"] | None = ...,
        lattice: int | None = ...,
        approximate: bool | None = ...,
        cells: bool | None = ...,
        svg: bool | None = ...,
    ) -> _PlaneScoreResult: ...
    def reply(
        self,
        count: int = 1,
        *,
        time: float | None = None,
        progress: _Progress = None,
        epsilon: float | None = ...,
        customers: Iterable[Any] | None = ...,
        seed: int | None = ...,
    ) -> _PlaneReplyResult: ...
    def lead(
        self,
        count: int = 1,
        *,
        time: float | None = None,
        progress: _Progress = None,
        reply: int | None = ...,
        epsilon: float | None = ...,
        seed: int | None = ...,
    ) -> _PlaneLeadResult: ...
    def play(
        self,
        rounds: int = 1,
        per_turn: int = 1,
        *,
        time: float | None = None,
        progress: _Progress = None,
        white: str | None = ...,
        black: str | None = ...,
        min_distance: str | None = ...,
        moves: Iterable[Any] | None = ...,
        turns: int | None = ...,
        move_time: int | None = ...,
        rule: Literal["nearest", "gravity"] | None = ...,
        lattice: int | None = ...,
        preset: Literal["none", "nyu"] | None = ...,
        seed: int | None = ...,
    ) -> _PlanePlayResult: ...
    def svg(self, **options: Any) -> str: ...

class _LevelScoreResult(Result):
    level: str
    vertices: int
    edges: int
    sites: int
    ties: str
    measured: bool
    players: list[Result]
    tied: str
    unreached: str
    winner: str | None
    seconds: float
    stretches: list[Result]
    svg: str

class _LevelBestResult(Result):
    level: str
    vertices: int
    edges: int
    sites: int
    ties: str
    measured: bool
    op: str
    player: str
    objective: str
    move: Result
    before: int | str
    after: int | str
    gain: int | str
    attained: bool
    winner: str
    candidates: int
    proven: bool
    explain: Result
    seconds: float
    made: Result
    margin_before: str
    margin_after: str
    reached: int

class _LevelExplainResult(Result):
    level: str
    vertices: int
    edges: int
    sites: int
    ties: str
    measured: bool
    player: str
    tree: Result
    candidates: list[Result]
    changes: list[Any]
    simplified: Result
    stretches: list[Result]
    functions: list[Result]
    seconds: float
    rope_note: str

class _LevelSolveResult(Result):
    level: str
    vertices: int
    edges: int
    sites: int
    ties: str
    measured: bool
    player: str
    objective: str
    moves: list[Result]
    key: None
    before: str
    after: str
    attained: bool
    winner: str
    candidates: int
    proven: bool
    explain: list[Result]
    seconds: float
    made: Result

class _LevelOddsResult(Result):
    level: str
    vertices: int
    edges: int
    sites: int
    ties: str
    measured: bool
    op: str
    player: str
    winning_fraction: str
    winning_decimal: float
    winning_moves: list[Result]
    regions: int
    winnable: bool
    grade: str
    best_margin: str
    proven: bool
    seconds: float

class _LevelLeadResult(Result):
    level: str
    vertices: int
    edges: int
    sites: int
    ties: str
    measured: bool
    player: str
    other: str
    move: Result
    reply: Result
    value: str
    attained: bool
    reply_attained: bool
    reached: str
    answers: int
    proven: bool
    seconds: float

class _LevelDuelResult(Result):
    level: str
    vertices: int
    edges: int
    sites: int
    ties: str
    measured: bool
    white: Result
    black: Result
    rounds: int
    ops: list[str]
    moves: list[Result]
    over: bool
    players: list[Result]
    tied: str
    unreached: str
    winner: str | None
    value: str
    seconds: float
    made: Result

class Level:
    def __init__(self, source: Mapping[str, Any] | str | PathLike[str]) -> None: ...
    @classmethod
    def generate(
        cls,
        *,
        time: float | None = None,
        progress: _Progress = None,
        kind: Literal["grid", "gabriel", "tree"] | None = ...,
        vertices: int | None = ...,
        players: int | None = ...,
        sites: int | None = ...,
        op: Literal["add", "remove", "cut", "rope"] | None = ...,
        count: int | None = ...,
        grade: Literal["any", "trivial", "easy", "medium", "hard", "fiendish"] | None = ...,
        share: Iterable[Any] | None = ...,
        unique: bool | None = ...,
        measured: bool | None = ...,
        tries: int | None = ...,
        samples: int | None = ...,
        epsilon: float | None = ...,
        ties: Literal["neutral", "closed", "split", "own"] | None = ...,
        seed: int | None = ...,
    ) -> Level: ...
    def score(
        self,
        *,
        time: float | None = None,
        progress: _Progress = None,
        player: str | None = ...,
        ties: Literal["neutral", "closed", "split", "own"] | None = ...,
        made: bool | None = ...,
        stretches: bool | None = ...,
        svg: bool | None = ...,
        seed: int | None = ...,
    ) -> _LevelScoreResult: ...
    def best(
        self,
        *,
        time: float | None = None,
        progress: _Progress = None,
        player: str | None = ...,
        ties: Literal["neutral", "closed", "split", "own"] | None = ...,
        op: Literal["add", "remove", "cut", "rope"] | None = ...,
        objective: Literal["payoff", "margin", "rank"] | None = ...,
        count: int | None = ...,
        method: Literal["auto", "all", "simple", "two-sites", "types", "method-1", "method-2", "simple:printed", "types:printed", "method-1:printed", "method-2:printed"] | None = ...,
        mistake: Literal["all", "ends", "point", "sigma", "behind", "side-branches", "lowest", "boundary", "site", "past-site", "late", "new-owner", "f-bar", "climb"] | None = ...,
        find_counterexample: bool | None = ...,
        epsilon: float | None = ...,
        explain: bool | None = ...,
        seed: int | None = ...,
    ) -> _LevelBestResult: ...
    def explain(
        self,
        *,
        time: float | None = None,
        progress: _Progress = None,
        player: str | None = ...,
        ties: Literal["neutral", "closed", "split", "own"] | None = ...,
        edge: float | str | None = ...,
        vertex: float | str | None = ...,
        at: str | None = ...,
        svg: bool | None = ...,
        ropes: bool | None = ...,
        seed: int | None = ...,
    ) -> _LevelExplainResult: ...
    def solve(
        self,
        *,
        time: float | None = None,
        progress: _Progress = None,
        player: str | None = ...,
        ties: Literal["neutral", "closed", "split", "own"] | None = ...,
        objective: Literal["payoff", "margin", "rank", "win"] | None = ...,
        count_solutions: bool | None = ...,
        epsilon: float | None = ...,
        explain: bool | None = ...,
        seed: int | None = ...,
    ) -> _LevelSolveResult: ...
    def odds(
        self,
        *,
        time: float | None = None,
        progress: _Progress = None,
        player: str | None = ...,
        ties: Literal["neutral", "closed", "split", "own"] | None = ...,
        op: Literal["add", "remove", "cut", "rope"] | None = ...,
        count: int | None = ...,
        regions: bool | None = ...,
        samples: int | None = ...,
        epsilon: float | None = ...,
        seed: int | None = ...,
    ) -> _LevelOddsResult: ...
    def lead(
        self,
        *,
        time: float | None = None,
        progress: _Progress = None,
        player: str | None = ...,
        ties: Literal["neutral", "closed", "split", "own"] | None = ...,
        other: str | None = ...,
        seed: int | None = ...,
    ) -> _LevelLeadResult: ...
    def duel(
        self,
        *,
        time: float | None = None,
        progress: _Progress = None,
        player: str | None = ...,
        ties: Literal["neutral", "closed", "split", "own"] | None = ...,
        other: str | None = ...,
        white: Literal["random", "greedy", "one-round", "search"] | None = ...,
        black: Literal["random", "greedy", "one-round", "search"] | None = ...,
        rounds: int | None = ...,
        ops: str | None = ...,
        think: float | None = ...,
        played: int | None = ...,
        turns: int | None = ...,
        seed: int | None = ...,
    ) -> _LevelDuelResult: ...
    def apply(
        self,
        move: Any,
        *,
        op: str = "cut",
        player: str | None = ...,
        ties: Literal["neutral", "closed", "split", "own"] | None = ...,
        stretches: bool | None = ...,
        seed: int | None = ...,
    ) -> Level: ...
    def split(
        self,
        *,
        time: float | None = None,
        progress: _Progress = None,
        player: str | None = ...,
        ties: Literal["neutral", "closed", "split", "own"] | None = ...,
        simplify: bool | None = ...,
        seed: int | None = ...,
    ) -> Level: ...
    def to_dict(self) -> dict[str, Any]: ...
