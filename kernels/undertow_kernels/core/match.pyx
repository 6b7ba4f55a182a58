"""One match, step by step: begin, advance, choose, take, play on, conclude. It knows no game."""

from libc.string cimport memcmp, memset

from .agents cimport ASK_PYTHON, Choice, FAULT, STOPPED
from .game cimport AGENT_FAULT, BROKEN, NOBODY, RUNNING, UNDERTOW_CHECKED
from .memory cimport PERFECT, Recall
from .ranking cimport begin_lead, end_round, fill_lead
from .rng cimport AGENT, chance_new, stream_below, stream_new


cdef int32_t list_fault(const Play* play, int32_t n) noexcept nogil:
    """Return what is wrong with the legal list of ``n`` moves, or 0."""
    cdef size_t size = play.game.move_size
    cdef int32_t i, j
    if n > play.game.max_moves:
        return TOO_MANY
    for i in range(1, n):
        for j in range(i):
            if memcmp(play.moves + i * size, play.moves + j * size, size) == 0:
                return TWICE
    return 0


cdef void watch_lead(Play* play) noexcept nogil:
    """Look who leads if a round has ended: to be called before the first move of the next one."""
    play.game.clock(play.state, &play.clock)
    if play.clock.round != play.lead.round:
        end_round(&play.lead, play.game, play.state, play.tables, play.seats, play.clock.round)


cdef int32_t advance(Play* play) noexcept nogil:
    """Play forced moves until a seat has a choice; return that seat, or NOBODY."""
    cdef const Game* game = play.game
    cdef int32_t n
    while not play.broken:
        if UNDERTOW_CHECKED:
            play.broken = game.check(play.state, play.tables)
            if play.broken:
                break
        play.actor = game.actor(play.state)
        if play.actor < 0:
            return NOBODY
        n = game.legal(play.state, play.tables, play.moves)
        if n < 1:
            play.broken = NO_MOVE
        elif UNDERTOW_CHECKED:
            play.broken = list_fault(play, n)
        if play.broken:
            break
        if n > 1:
            play.options = n
            return play.actor
        watch_lead(play)
        game.apply(play.state, play.tables, play.moves, &play.chance)
    play.actor = NOBODY
    return NOBODY


cdef void begin(Play* play, const uint64_t* key, uint64_t index) noexcept nogil:
    """Set up game ``index`` and play on to its first choice."""
    cdef int32_t seat
    play.index = index
    play.decisions = 0
    play.broken = 0
    play.faulty = 0
    chance_new(&play.chance, key, index)
    for seat in range(MAX_SEATS):
        stream_new(&play.agent[seat], AGENT, seat, 0)
        play.asked[seat] = 0
    memset(play.state, 0, play.game.state_size)
    play.game.setup(play.state, play.tables, play.seats, &play.chance)
    play.game.clock(play.state, &play.clock)
    begin_lead(&play.lead, play.game, play.state, play.tables, play.seats, play.clock.round)
    advance(play)


cdef inline Stream* fresh_stream(Play* play) noexcept nogil:
    cdef Stream* stream = &play.agent[play.actor]
    play.game.clock(play.state, &play.clock)
    if stream.round != play.clock.round:
        if play.clock.round != play.lead.round:
            end_round(&play.lead, play.game, play.state, play.tables, play.seats, play.clock.round)
        stream_new(stream, AGENT, play.actor, play.clock.round)
        play.asked[play.actor] = 0
    return stream


cdef int32_t choose(Play* play) noexcept nogil:
    """Return the index that the deciding seat's agent takes, FAULT, ASK_PYTHON or STOPPED."""
    cdef const Policy* policy = &play.policy[play.actor]
    cdef Stream* stream = fresh_stream(play)
    cdef Choice choice
    cdef int32_t pick
    if policy.decide == NULL:
        return stream_below(stream, &play.chance, play.options)
    choice.game = play.game
    choice.tables = play.tables
    choice.view = play.view
    choice.moves = play.moves
    choice.ratings = play.ratings
    choice.options = play.options
    choice.seat = play.actor
    choice.seats = play.seats
    choice.stream = stream
    choice.chance = &play.chance
    choice.round = play.clock.round
    choice.number = play.asked[play.actor]
    choice.desk = play.desk
    choice.stop = play.stop
    if policy.sees:
        look(play, policy)
    pick = policy.decide(policy.own, &choice)
    if pick == STOPPED:      # the same question may be asked again
        return STOPPED
    play.asked[play.actor] += 1
    if pick == ASK_PYTHON or 0 <= pick < play.options:
        return pick
    return FAULT


cdef void look(Play* play, const Policy* policy) noexcept nogil:
    """Write what the deciding seat may know and, by its agent's memory, still knows."""
    cdef Recall recall
    play.game.observe(play.state, play.tables, play.actor, play.view)
    if policy.memory.kind != PERFECT and play.game.forget != NULL:
        recall.memory = &policy.memory
        recall.chance = &play.chance
        recall.seat = play.actor
        recall.round = play.clock.round
        play.game.forget(play.view, play.tables, &recall)


cdef Stream* agent_stream(Play* play) noexcept nogil:
    """Return the deciding seat's stream, started afresh when a round has begun."""
    return fresh_stream(play)


cdef void take(Play* play, int32_t pick) noexcept nogil:
    """Play the listed move number ``pick`` and what is forced after it."""
    play.decisions += <uint32_t>(play.options > 1)
    play.game.apply(play.state, play.tables, play.moves + pick * play.game.move_size,
                    &play.chance)
    advance(play)


cdef void fail(Play* play) noexcept nogil:
    """End the match: the deciding seat's agent has failed."""
    play.faulty = play.actor + 1
    play.actor = NOBODY


cdef int32_t play_on(Play* play) noexcept nogil:
    """Let the agents play until the end, or until only Python can decide; return who decides."""
    cdef int32_t pick
    if play.uniform and not UNDERTOW_CHECKED:
        draw_on(play)
    while play.actor >= 0:
        pick = choose(play)
        if pick == ASK_PYTHON or pick == STOPPED:
            return play.actor
        if pick == FAULT:
            fail(play)
        else:
            take(play, pick)
    return NOBODY


cdef void draw_on(Play* play) noexcept nogil:
    """The same where every seat takes any move alike; the same draws, the same game."""
    cdef const Game* game = play.game
    cdef uint8_t* move
    cdef Stream* stream
    cdef int32_t n
    while play.actor >= 0:
        if game.draw_on != NULL:
            play.decisions += game.draw_on(play.state, play.tables, play.agent, &play.chance,
                                           &play.lead)
            play.actor = game.actor(play.state)
            if play.actor < 0:
                break
        move = play.moves
        stream = fresh_stream(play)
        if game.sample != NULL:
            n = game.sample(play.state, play.tables, move, stream, &play.chance)
        else:
            n = game.legal(play.state, play.tables, move)
            if n > 1:
                move += stream_below(stream, &play.chance, n) * game.move_size
        if n < 1:
            play.broken = NO_MOVE
            play.actor = NOBODY
            break
        play.decisions += <uint32_t>(n > 1)
        game.apply(play.state, play.tables, move, &play.chance)
        play.actor = game.actor(play.state)


cdef void conclude(Play* play, Result* result) noexcept nogil:
    """Fill ``result`` for the position as it is; an unfinished game has no winner yet."""
    cdef const Game* game = play.game
    cdef int32_t seat
    memset(result, 0, sizeof(Result))
    watch_lead(play)
    result.index = play.index
    result.seats = play.seats
    result.decisions = play.decisions
    result.rounds = play.clock.round
    result.turns = play.clock.turn
    for seat in range(MAX_SEATS):
        result.side[seat] = seat
    game.score(play.state, play.tables, result)
    if play.broken:
        result.ending = BROKEN
        result.broken = play.broken
        result.winners = 0
    elif play.faulty:
        result.ending = AGENT_FAULT
        result.broken = play.faulty
        result.winners = 0
    elif play.actor >= 0:
        result.ending = RUNNING
        result.winners = 0
    fill_lead(&play.lead, result)
