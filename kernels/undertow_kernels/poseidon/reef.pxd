from libc.stdint cimport int32_t, uint8_t, uint64_t

from .state cimport Move, State, Tables

cdef struct Hex:
    int32_t q                # axial
    int32_t r

cdef Hex beside(Hex origin, int32_t toward) noexcept nogil
cdef int32_t list_ground(const State* s, int32_t seat, Move* moves, int32_t n) noexcept nogil
cdef int32_t list_upper(const State* s, int32_t seat, Move* moves, int32_t n) noexcept nogil
cdef int32_t list_partners(const State* s, int32_t seat, Move* moves) noexcept nogil
cdef void choose_ground(State* s, int32_t seat, const Move* move) noexcept nogil
cdef void choose_upper(State* s, const Move* move) noexcept nogil
cdef void lay_tile(State* s, int32_t seat, uint8_t on_anchor, uint8_t on_partner) noexcept nogil
cdef void add_face(State* s, int32_t seat, int32_t q, int32_t r, uint8_t symbol) noexcept nogil
cdef void refresh_strength(State* s, int32_t seat) noexcept nogil
cdef uint64_t open_faces(const State* s, int32_t seat) noexcept nogil
cdef uint64_t empty_faces(const State* s, int32_t seat) noexcept nogil
cdef uint64_t bone_faces(const State* s, int32_t seat) noexcept nogil
cdef uint64_t die_faces(const State* s, int32_t seat) noexcept nogil
cdef int32_t visible(const State* s, int32_t seat, int32_t symbol) noexcept nogil
