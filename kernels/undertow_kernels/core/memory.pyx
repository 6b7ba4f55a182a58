"""Lifetimes of memories: drawn from a stream of their own, the same whenever they are asked for."""

from .rng cimport MEMORY, Stream, stream_new, stream_word

cdef uint64_t ALL = <uint64_t>1 << 32


cdef Memory memory_of(int32_t kind, uint64_t kept) except *:
    """Return a memory.

    Raises
    ------
    ValueError
        There is no such kind, or not 0 to 2^32 - 1 of 2^32 things outlive a round.
    """
    if kind not in (PERFECT, FADING, BLANK):
        raise ValueError(f"a kind of memory is {PERFECT} to {BLANK}, got {kind}")
    if kept >= ALL:
        raise ValueError(f"0 to {ALL - 1} of 2^32 things outlive a round, got {kept}")
    return Memory(kept=kept, kind=kind)

cdef bint remembers(const Recall* recall, uint32_t thing, uint32_t seen) noexcept nogil:
    """Return whether a thing last seen in round ``seen`` and covered since is remembered.

    Once forgotten it stays so until it is seen again.
    """
    if recall.memory.kind != FADING:
        return recall.memory.kind == PERFECT
    return lot(recall, thing, seen) < alive_after(recall.memory.kept, recall.round - seen)


cdef uint64_t alive_after(uint64_t kept, uint32_t rounds) noexcept nogil:
    """Return how many of 2^32 things outlive some rounds: a power by squaring."""
    cdef uint64_t alive = ALL
    while rounds:
        if rounds & 1:
            alive = alive * kept >> 32
        kept = kept * kept >> 32
        rounds >>= 1
    return alive


cdef uint64_t lot(const Recall* recall, uint32_t thing, uint32_t seen) noexcept nogil:
    """Return the 32 bits drawn for a seat, a thing and the round it was seen in."""
    cdef Chance chance = recall.chance[0]
    cdef Stream stream
    chance.branch = thing + 1
    stream_new(&stream, MEMORY, recall.seat, seen)
    return stream_word(&stream, &chance) >> 32
