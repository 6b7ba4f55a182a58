# The loop of ``core.match`` for random seats, compiled into a game's own module: its functions are
# at hand there and need no call. The module has State with ``players``, Move, MAX_MOVES, actor,
# clock, sample, apply and its Game as ``_game``.

from ..core.game cimport Lead
from ..core.ranking cimport end_round as look_who_leads
from ..core.rng cimport AGENT, open_streams


cdef uint32_t draw_on(void* state, const void* tables, Stream* agents, Chance* chance,
                      Lead* lead) noexcept nogil:
    """Let random seats play to the end; return how many decisions that were."""
    cdef int32_t seats = (<State*>state).players
    cdef int32_t seat = actor(state)
    cdef uint32_t decisions = 0
    cdef Move moves[MAX_MOVES]
    cdef Clock now
    cdef int32_t n
    while seat >= 0:
        clock(state, &now)
        if agents[seat].round != now.round:
            if lead.round != now.round:
                look_who_leads(lead, &_game, state, tables, seats, now.round)
            open_streams(agents, seats, chance, AGENT, now.round)
        n = sample(state, tables, moves, &agents[seat], chance)
        if n < 1:            # the match says so
            break
        decisions += <uint32_t>(n > 1)
        apply(state, tables, moves, chance)
        seat = actor(state)
    return decisions
