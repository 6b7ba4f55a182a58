"""The agents that need no Python: uniform, greedy, and a user's compiled function."""

from libc.stdint cimport INT64_MIN, uintptr_t
from libc.string cimport memset

from .memory cimport memory_of
from .rng cimport stream_below


cdef enum:
    AT_ONCE = 64             # moves that a game rates in one call


# --- moves that may be chosen ---------------------------------------------------------------------

cdef bint is_forbidden(const Weights* w, const Choice* choice, int32_t i) noexcept nogil:
    return w.forbidden >> choice.moves[i * choice.game.move_size] & 1


cdef int32_t count_allowed(const Weights* w, const Choice* choice) noexcept nogil:
    """Return how many moves are not forbidden."""
    cdef int32_t i
    cdef int32_t n = 0
    for i in range(choice.options):
        n += not is_forbidden(w, choice, i)
    return n


# --- uniform --------------------------------------------------------------------------------------

cdef int32_t choose_allowed(const void* own, const Choice* choice) noexcept nogil:
    """Take each allowed move with the same chance; each move if all are forbidden."""
    cdef const Weights* w = <const Weights*>own
    cdef int32_t n = count_allowed(w, choice)
    cdef int32_t i, left
    if n == 0:
        return stream_below(choice.stream, choice.chance, choice.options)
    left = stream_below(choice.stream, choice.chance, n)
    for i in range(choice.options):
        if is_forbidden(w, choice, i):
            continue
        if left == 0:
            return i
        left -= 1
    return FAULT


# --- greedy ---------------------------------------------------------------------------------------

cdef void rate_all(const Weights* w, const Choice* choice, bint free) noexcept nogil:
    """Write the weighted sum of each move's features; INT64_MIN where it is not to be taken."""
    cdef int32_t feature[AT_ONCE * MAX_FEATURES]
    cdef const Game* game = choice.game
    cdef const int32_t* row
    cdef int32_t first, i, k, n
    cdef int64_t sum
    first = 0
    while first < choice.options:
        n = min(<int32_t>AT_ONCE, choice.options - first)
        memset(feature, 0, n * game.features * sizeof(int32_t))
        game.rate(choice.view, choice.tables, choice.moves + first * game.move_size, n, feature)
        for i in range(n):
            row = &feature[i * game.features]
            sum = 0
            for k in range(game.features):
                sum += w.feature[k] * row[k]
            choice.ratings[first + i] = sum
        first += n
    if not free:
        for i in range(choice.options):
            if is_forbidden(w, choice, i):
                choice.ratings[i] = INT64_MIN


cdef int32_t choose_best(const void* own, const Choice* choice) noexcept nogil:
    """Take the move rated highest; among several, each with the same chance."""
    cdef const Weights* w = <const Weights*>own
    cdef int64_t best = INT64_MIN
    cdef int32_t level = 0
    cdef int32_t i, left
    rate_all(w, choice, w.forbidden == 0 or count_allowed(w, choice) == 0)
    for i in range(choice.options):
        if choice.ratings[i] > best:
            best = choice.ratings[i]
            level = 0
        level += choice.ratings[i] == best
    left = stream_below(choice.stream, choice.chance, level)
    for i in range(choice.options):
        if choice.ratings[i] == best:
            if left == 0:
                return i
            left -= 1
    return FAULT


cdef int32_t ask_python(const void* own, const Choice* choice) noexcept nogil:
    return ASK_PYTHON


# --- what Python holds ----------------------------------------------------------------------------

cdef class Agent:
    """An agent for a seat of a batch: each legal move with the same chance."""

    def remember(self, int32_t kind, uint64_t kept=0):
        """Set what the agent still knows of things that it saw and that were covered again.

        Parameters
        ----------
        kind : Memories
        kept : int
            FADING: of 2^32 things seen, how many outlive a round.

        Raises
        ------
        ValueError
            There is no such kind, or ``kept`` is not below 2^32.
        """
        self.policy.memory = memory_of(kind, kept)


cdef class Weighted(Agent):
    """An agent that weighs the features of moves, and kinds of move that it does not choose."""

    cdef void weigh(self, const Game* rules, weights) except *:
        cdef int32_t k
        if rules.rate == NULL:
            raise ValueError("the game rates no moves")
        if len(weights) != rules.features or rules.features > MAX_FEATURES:
            raise ValueError(f"the game has {rules.features} features, got {len(weights)} weights")
        for k in range(rules.features):
            self.weights.feature[k] = weights[k]

    cdef void forbid(self, kinds) except *:
        cdef int32_t kind
        self.weights.forbidden = 0
        for kind in kinds:
            if not 0 < kind < MAX_KINDS:
                raise ValueError(f"a kind of move is 1 to {MAX_KINDS - 1}, got {kind}")
            self.weights.forbidden |= <uint64_t>1 << kind
        self.policy.own = &self.weights


cdef class Uniform(Weighted):
    """Each legal move with the same chance, but for kinds that it does not choose.

    Parameters
    ----------
    forbid : iterable of int
        Kinds of move, 1 to 63, that it takes only where nothing else is legal.

    Raises
    ------
    ValueError
        There is no such kind.
    """

    def __cinit__(self, forbid=()):
        self.forbid(forbid)
        if self.weights.forbidden:
            self.policy.decide = choose_allowed


cdef int32_t choose_any(const void* own, const Choice* choice) noexcept nogil:
    return stream_below(choice.stream, choice.chance, choice.options)


cdef class Onlooker(Agent):
    """The random agent with a view it has no need of: what showing one costs is measured by it."""

    def __cinit__(self):
        self.policy.decide = choose_any
        self.policy.sees = True


cdef class Greedy(Weighted):
    """The legal move whose features, weighted, are most.

    Parameters
    ----------
    game : int
        Address of the game's ``Game`` struct.
    weights : sequence of int
        One for each feature that the game's ``rate`` writes.
    forbid : iterable of int
        As for ``Uniform``.

    Raises
    ------
    ValueError
        The game rates no moves, the weights are not one for each feature, or no such kind.
    """

    def __cinit__(self, uintptr_t game, weights, forbid=()):
        self.weigh(<const Game*>game, weights)
        self.forbid(forbid)
        self.policy.decide = choose_best
        self.policy.sees = True


ctypedef int32_t (*function_t)(const void* view, const void* moves, int32_t options,
                               uintptr_t rng) noexcept nogil

cdef struct Function:
    function_t decide


cdef int32_t call_function(const void* own, const Choice* choice) noexcept nogil:
    cdef const Function* function = <const Function*>own
    return function.decide(choice.view, choice.moves, choice.options, <uintptr_t>choice)


cdef uint32_t draw_below(uintptr_t rng, uint32_t bound) noexcept nogil:
    """Return 0..bound-1 from the stream of the seat that ``rng``, a choice, asks."""
    cdef const Choice* choice = <const Choice*>rng
    return stream_below(choice.stream, choice.chance, bound if bound else 1)


DRAW_BELOW = <uintptr_t>&draw_below


cdef class Compiled(Agent):
    """A user's compiled function.

    Parameters
    ----------
    address : int
        Of a C function ``int32_t (const void* view, const void* moves, int32_t options,
        uintptr_t rng)``; ``rng`` is what the function at ``DRAW_BELOW``, ``uint32_t (uintptr_t rng,
        uint32_t bound)``, draws with. Any answer outside the moves is a fault.
    keeper : tuple
        Kept alive as long as the agent: what the function lives in, and what can explain a fault.
    """

    cdef Function function
    cdef readonly object keeper

    def __cinit__(self, uintptr_t address, object keeper):
        if address == 0:
            raise ValueError("a compiled agent needs an address")
        self.keeper = keeper
        self.function.decide = <function_t>address
        self.policy.decide = call_function
        self.policy.own = &self.function
        self.policy.sees = True


cdef class Served(Agent):
    """An agent that only Python can ask.

    Parameters
    ----------
    begin : callable
        ``begin(key, index, seat)``, called once a game; returns ``act(view, moves, round, number)``
        for that game and seat, which returns an index into ``moves``. ``key`` are the run's two
        words; ``view`` is a uint8 array, shape (state_size,), ``moves`` one of shape (n,
        move_size), both read-only; ``number`` counts the seat's decisions in the round. An
        exception of either is the agent's fault: the game ends.
    """

    cdef readonly object begin

    def __cinit__(self, begin):
        self.begin = begin
        self.policy.decide = ask_python
