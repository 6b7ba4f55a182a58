"""The search: its desk, an iteration from the root to the playouts, rewards, the decision."""

from libc.stdint cimport INT32_MIN
from libc.stdlib cimport abs
from libc.string cimport memcpy, memset

from .agents cimport STOPPED, Weighted, count_allowed, rate_all
from .game cimport Clock, Game, Result
from .rng cimport SEARCH, chance_new, chance_round, stream_below, stream_new
from .tree cimport (
    Edge, NONE, add_reward, choose_edge, clear, expand, find_node, has_room, hash_of, slots_for,
    tried_most,
)

cdef extern from *:
    """
    #define undertow_stop_get(flag) __atomic_load_n(flag, __ATOMIC_RELAXED)
    """
    int32_t stop_get "undertow_stop_get"(const int32_t* flag) noexcept nogil

cdef enum:
    ALIGNED = 64             # bytes; every part of the desk begins at a multiple
    BRANCH_BITS = 20         # of a branch that tell iterations apart; those above, their playouts
    EVEN_LEAD = 100          # of value: worth three games in four

MOST_ITERATIONS = 1_000_000      # below 2 ** BRANCH_BITS
MOST_PLAYOUTS = 1_000            # below 2 ** (32 - BRANCH_BITS)


# --- the desk -------------------------------------------------------------------------------------

cdef inline size_t aligned(size_t size) noexcept nogil:
    return (size + ALIGNED - 1) & ~<size_t>(ALIGNED - 1)


cdef size_t desk_size(const Game* game, const Plan* plan) noexcept nogil:
    """Return the bytes that a search spreads out on its desk."""
    return (
        aligned(sizeof(Search)) + 4 * aligned(game.state_size)
        + aligned(game.max_moves * game.move_size)
        + aligned((plan.iterations + 2) * sizeof(Node)) + aligned(plan.most_edges * sizeof(Edge))
        + aligned(slots_for(plan.iterations + 2) * sizeof(uint32_t)) + ALIGNED
    )


cdef uint8_t* cut(uint8_t** free, size_t size) noexcept nogil:
    """Return the next part of the desk."""
    cdef uint8_t* part = free[0]
    free[0] += aligned(size)
    return part


cdef Search* spread_out(const Plan* plan, const Choice* asked) noexcept nogil:
    """Begin a search on the desk."""
    cdef uint8_t* free = <uint8_t*>aligned(<size_t>asked.desk)
    cdef Search* s = <Search*>cut(&free, sizeof(Search))
    cdef uint32_t slots = slots_for(plan.iterations + 2)
    s.plan = plan
    s.asked = asked
    s.state = cut(&free, asked.game.state_size)
    s.leaf = cut(&free, asked.game.state_size)
    s.view = cut(&free, asked.game.state_size)
    s.shared = cut(&free, asked.game.state_size)
    s.moves = cut(&free, asked.game.max_moves * asked.game.move_size)
    s.tree.nodes = <Node*>cut(&free, (plan.iterations + 2) * sizeof(Node))
    s.tree.edges = <Edge*>cut(&free, plan.most_edges * sizeof(Edge))
    s.tree.slots = <uint32_t*>cut(&free, slots * sizeof(uint32_t))
    s.tree.mask = slots - 1
    s.tree.most_edges = plan.most_edges
    clear(&s.tree)
    prepare(s)
    plant_root(s)
    return s


cdef void prepare(Search* s) noexcept nogil:
    """Set what stays the same for every iteration."""
    cdef const Game* game = s.asked.game
    cdef Result result
    cdef Clock clock
    cdef int32_t seat
    s.inner = s.asked[0]
    s.inner.view = s.view
    s.inner.moves = s.moves
    memset(&result, 0, sizeof(Result))
    for seat in range(MAX_SEATS):
        result.side[seat] = seat
    game.score(s.asked.view, s.asked.tables, &result)
    memcpy(s.side, result.side, sizeof(s.side))
    s.seats = s.asked.seats
    game.clock(s.asked.view, &clock)
    s.end_turn = clock.turn + s.plan.horizon if s.plan.horizon else <uint32_t>-1


cdef void plant_root(Search* s) noexcept nogil:
    """Begin the tree with the decision that is asked for."""
    cdef const Choice* asked = s.asked
    memcpy(s.view, asked.view, asked.game.state_size)
    memcpy(s.moves, asked.moves, asked.options * asked.game.move_size)
    s.root = find_node(&s.tree, hash_of(s.view, asked.game.state_size, asked.seat), asked.seat,
                       asked.options)
    give_edges(s, s.root)


cdef void begin_iteration(Search* s, uint64_t number) noexcept nogil:
    """Draw a state that fits the view, from streams of this decision and iteration alone."""
    cdef const Choice* asked = s.asked
    chance_new(&s.chance, asked.chance.key, asked.chance.game)
    s.chance.asker = <uint64_t>(asked.seat + 1) << 16 | <uint64_t>(asked.number + 1) << 32
    begin_streams(s, number)
    asked.game.redeal(asked.view, asked.tables, asked.seat, s.state, &s.chance)


cdef void begin_streams(Search* s, uint64_t branch) noexcept nogil:
    """Let all that is drawn from now on come from another branch of the future."""
    cdef const Choice* asked = s.asked
    s.chance.branch = branch
    chance_round(&s.chance, asked.round)
    stream_new(&s.stream, SEARCH, asked.seat, asked.round)
    s.stream.address += <uint64_t>(asked.number + 1) << 32


# --- down the tree --------------------------------------------------------------------------------

cdef bint descend(Search* s) noexcept nogil:
    """Play from the root to where the playouts begin; return whether the game goes on."""
    cdef const Game* game = s.asked.game
    cdef int32_t actor, options, edge
    cdef Node* node
    s.depth = 0
    while s.depth < DEEPEST:
        actor = game.actor(s.state)
        if actor < 0:
            return False
        options = game.legal(s.state, s.asked.tables, s.moves)
        if options < 2:
            game.apply(s.state, s.asked.tables, s.moves, &s.chance)
            continue
        node = enter(s, actor, options)
        edge = take_edge(s, node, options)
        s.path[s.depth] = Step(node, edge)
        s.depth += 1
        if edge == NONE:
            return True
        game.apply(s.state, s.asked.tables,
                   s.moves + s.tree.edges[node.first + edge].move * game.move_size, &s.chance)
    return True


cdef Node* enter(Search* s, int32_t actor, int32_t options) noexcept nogil:
    """Return the node of the deciding seat; its view lies on the desk.

    Others' nodes are told apart by what both they and the searching seat know, and by what is
    legal: what they alone know differs in every deal.
    """
    cdef const Game* game = s.asked.game
    cdef uint64_t key
    if s.depth == 0:
        return s.root
    game.observe(s.state, s.asked.tables, actor, s.view)
    if actor == s.asked.seat:
        key = hash_of(s.view, game.state_size, actor)
    else:
        game.observe(s.view, s.asked.tables, s.asked.seat, s.shared)
        key = hash_of(s.shared, game.state_size, actor)
        key = hash_of(s.moves, options * game.move_size, key)
    return find_node(&s.tree, key, actor, options)


cdef int32_t take_edge(Search* s, Node* node, int32_t options) noexcept nogil:
    """Return the edge to be taken, NONE where the tree ends."""
    if node.options != options:          # the view shares its hash with another one
        return NONE
    if node.first == NONE:
        if node.visits < RIPE or not has_room(&s.tree, node):
            return NONE
        give_edges(s, node)
    return choose_edge(&s.tree, node, s.plan.exploring)


cdef void give_edges(Search* s, Node* node) noexcept nogil:
    """Rate the moves on the desk for the seat whose view lies there; give its node their edges."""
    s.inner.options = node.options
    rate_all(&s.plan.weights, &s.inner,
             node.seat != s.asked.seat or count_allowed(&s.plan.weights, &s.inner) == 0)
    expand(&s.tree, node, s.asked.ratings)


# --- the playouts ---------------------------------------------------------------------------------

cdef void play_all_out(Search* s, uint64_t number) noexcept nogil:
    """Play the iteration's playouts from the state at hand; set the mean of their rewards.

    Told to stop, it leaves them half done: nobody asks any more.
    """
    cdef double total[MAX_SEATS]
    cdef int32_t seat, i
    memset(total, 0, sizeof(total))
    memcpy(s.leaf, s.state, s.asked.game.state_size)
    for i in range(s.plan.playouts):
        if stop_get(s.asked.stop):
            return
        if i:
            memcpy(s.state, s.leaf, s.asked.game.state_size)
            begin_streams(s, <uint64_t>i << BRANCH_BITS | number)
        if play_out(s):
            reward_leads(s)
        else:
            reward_winners(s)
        for seat in range(s.seats):
            total[seat] += s.reward[seat]
    for seat in range(s.seats):
        s.reward[seat] = total[seat] / s.plan.playouts


cdef bint play_out(Search* s) noexcept nogil:
    """Play at random up to the horizon; return whether the game goes on."""
    cdef const Game* game = s.asked.game
    cdef Clock clock
    cdef int32_t n
    while game.actor(s.state) >= 0:
        game.clock(s.state, &clock)
        if clock.turn >= s.end_turn:
            return True
        if game.sample != NULL:
            n = game.sample(s.state, s.asked.tables, s.moves, &s.stream, &s.chance)
            if n < 1:                    # a broken game: valued as it is
                return True
            game.apply(s.state, s.asked.tables, s.moves, &s.chance)
        else:
            n = game.legal(s.state, s.asked.tables, s.moves)
            if n < 1:
                return True
            n = stream_below(&s.stream, &s.chance, n)
            game.apply(s.state, s.asked.tables, s.moves + n * game.move_size, &s.chance)
    return False


# --- what came of it ------------------------------------------------------------------------------

cdef void reward_winners(Search* s) noexcept nogil:
    """A win is 1, shared by m sides 1 / m; a game that nobody wins is worth nothing."""
    cdef Result result
    cdef uint32_t sides = 0
    cdef int32_t seat
    cdef int32_t winners = 0
    memset(&result, 0, sizeof(Result))
    s.asked.game.score(s.state, s.asked.tables, &result)
    for seat in range(s.seats):
        if result.winners >> seat & 1 and not sides >> s.side[seat] & 1:
            sides |= <uint32_t>1 << s.side[seat]
            winners += 1
    for seat in range(s.seats):
        s.reward[seat] = 1.0 / winners if result.winners >> seat & 1 else 0.0


cdef void reward_leads(Search* s) noexcept nogil:
    """Value a game under way: each side's lead over the best other one, between 0 and 1."""
    cdef int32_t value[MAX_SEATS]
    cdef int32_t seat, other, best, lead
    s.asked.game.value(s.state, s.asked.tables, value)
    for seat in range(s.seats):
        best = INT32_MIN
        for other in range(s.seats):
            if s.side[other] != s.side[seat]:
                best = max(best, value[other])
        lead = value[seat] - best if best > INT32_MIN else 0       # 0: it plays against nobody
        s.reward[seat] = 0.5 + 0.5 * lead / (EVEN_LEAD + abs(lead))


cdef void credit(Search* s) noexcept nogil:
    """Add each seat's reward to the decisions that it took on the path."""
    cdef Step step
    cdef int32_t i
    for i in range(s.depth):
        step = s.path[i]
        add_reward(&s.tree, step.node, step.edge, s.reward[step.node.seat])


# --- the decision ---------------------------------------------------------------------------------

cdef int32_t search(const void* own, const Choice* asked) noexcept nogil:
    """Return the decision tried most often; among several the one that did best."""
    return think_over(spread_out(<const Plan*>own, asked), False)


cdef int32_t search_twice_played(const void* own, const Choice* asked) noexcept nogil:
    """Decide the same, but play all playouts once more in vain."""
    return think_over(spread_out(<const Plan*>own, asked), True)


cdef int32_t think_over(Search* s, bint rehearsed) noexcept nogil:
    cdef int32_t number
    for number in range(1, s.plan.iterations + 1):
        if stop_get(s.asked.stop):
            return STOPPED
        begin_iteration(s, number)
        if descend(s):
            if rehearsed:
                rehearse(s, number)
            play_all_out(s, number)
        else:
            reward_winners(s)
        credit(s)
    return STOPPED if stop_get(s.asked.stop) else tried_most(&s.tree, s.root)


cdef void rehearse(Search* s, uint64_t number) noexcept nogil:
    """Play the iteration's playouts and put everything back as it was."""
    cdef Chance chance = s.chance
    cdef Stream stream = s.stream
    play_all_out(s, number)
    memcpy(s.state, s.leaf, s.asked.game.state_size)
    s.chance = chance
    s.stream = stream


cdef class Searcher(Weighted):
    """Information-set tree search.

    Parameters
    ----------
    game : int
        Address of the game's ``Game`` struct.
    weights : sequence of int
        Of the features that the prior is made of, as for ``Greedy``.
    forbid : iterable of int
        As for ``Uniform``; of its own decisions.
    iterations : int
        Descents of the tree for each decision, 1 to ``MOST_ITERATIONS``.
    playouts : int
        Of each of them, 1 to ``MOST_PLAYOUTS``.
    horizon : int
        Turns that a playout looks ahead before the position is valued; 0 = to the end.
    exploring : float
        Weight of the prior against the mean reward.

    Raises
    ------
    ValueError
        The game cannot deal again what a seat does not know, or an argument is out of range.
    """

    cdef Plan plan

    def __cinit__(self, uintptr_t game, weights, forbid=(), *, int32_t iterations, int32_t playouts,
                  int32_t horizon, double exploring):
        cdef const Game* rules = <const Game*>game
        if rules.redeal == NULL:
            raise ValueError("the game deals nothing again: no agent can search it")
        if not 1 <= iterations <= MOST_ITERATIONS:
            raise ValueError(f"iterations must be 1 to {MOST_ITERATIONS}, got {iterations}")
        if not 1 <= playouts <= MOST_PLAYOUTS:
            raise ValueError(f"playouts must be 1 to {MOST_PLAYOUTS}, got {playouts}")
        self.weigh(rules, weights)
        self.forbid(forbid)
        self.plan.weights = self.weights
        self.plan.iterations = iterations
        self.plan.playouts = playouts
        self.plan.horizon = horizon
        self.plan.most_edges = max(16 * iterations, rules.max_moves)
        self.plan.exploring = exploring
        self.policy.decide = search
        self.policy.own = &self.plan
        self.policy.sees = True
        self.policy.desk = desk_size(rules, &self.plan)


cdef class TwicePlayed(Searcher):
    """The same search with every playout played twice: what playouts cost is the difference."""

    def __cinit__(self, *arguments, **named):
        self.policy.decide = search_twice_played
