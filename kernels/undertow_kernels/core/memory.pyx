"""Lifetimes of memories: drawn from a stream of their own, the same whenever they are asked for."""

from .rng cimport MEMORY, Stream, stream_new, stream_word

cdef enum:
    LONGEST = 64             # rounds; nothing is remembered longer


cdef bint remembers(const Recall* recall, uint32_t thing, uint32_t seen) noexcept nogil:
    """Return whether a thing last seen in round ``seen`` and covered since is remembered.

    Once forgotten it stays so until it is seen again.
    """
    if recall.memory.kind != FADING:
        return recall.memory.kind == PERFECT
    cdef uint64_t alive = <uint64_t>1 << 32
    cdef uint32_t _round
    if recall.round - seen > LONGEST:
        return False
    for _round in range(recall.round - seen):
        alive = alive * recall.memory.kept >> 32
    return lot(recall, thing, seen) < alive


cdef uint64_t lot(const Recall* recall, uint32_t thing, uint32_t seen) noexcept nogil:
    """Return the 32 bits drawn for a seat, a thing and the round it was seen in."""
    cdef Chance chance = recall.chance[0]
    cdef Stream stream
    chance.branch = thing + 1
    stream_new(&stream, MEMORY, recall.seat, seen)
    return stream_word(&stream, &chance) >> 32
