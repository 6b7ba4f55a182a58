from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from .state cimport SECTIONS, State, Tables

cdef struct Outlook:         # what the captain may expect of tokens; chances in thousandths
    const State* view
    const Tables* tables
    uint32_t tops            # bit per animal on top of the reef
    uint16_t known           # bit per sea token whose kind is known
    uint8_t  hope            # bit per section where an animal on top of the reef may lie
    int32_t  lies            # that an alarm costs a provision
    int32_t  good[SECTIONS]  # that an unknown token, if no wave, is an animal on top of the reef
    int32_t  kuno[SECTIONS]  # that it is a Kuno
    uint8_t  wave[SECTIONS]  # 1: the section's wave is among its unknown tokens

cdef struct Spot:            # a place in the captain's turn, perhaps a thought one
    uint16_t open_tokens
    uint8_t  ship
    uint8_t  kuno
    uint8_t  turned

cdef struct Odds:            # of a token face down, in thousandths; the rest ends the turn
    int32_t good
    int32_t kuno
    int32_t wave

cdef struct Prospect:        # what may come if the captain stops in time, in thousandths
    int32_t animals
    int32_t lost             # provisions
    int32_t freed            # times that Kuno leaves the only section of hope

cdef void look(Outlook* o, const State* view, const Tables* t) noexcept nogil
cdef Odds odds_of(const Outlook* o, const Spot* spot, int32_t place) noexcept nogil
cdef int32_t next_place(const Outlook* o, const Spot* spot, int32_t place) noexcept nogil
cdef Prospect prospect(const Outlook* o, const Spot* spot, int32_t place,
                       int32_t depth) noexcept nogil
cdef int32_t worth(const Outlook* o, const Prospect* p) noexcept nogil
