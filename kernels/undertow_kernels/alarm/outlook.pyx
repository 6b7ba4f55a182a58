"""What a captain may expect of the sea: tokens remembered, chances of the others, tokens ahead."""

from ..core.bits cimport bit, has, how_many
from .pendulum cimport capsize_chance
from .sea cimport dealt, limit_reached, tops
from .state cimport KINDS, KUNO, PLACES, TOKENS, UNKNOWN, WAVE, animals_missing

cdef enum:
    SURE = 1000              # a chance of one
    SPARE_PRICE = 500        # of a provision in looking ahead, in thousandths of an animal
    LAST_PRICE = 6000        # of the last one
    FREE_PRICE = 500         # for freeing what Kuno guards


# --- chances --------------------------------------------------------------------------------------

cdef void look(Outlook* o, const State* view, const Tables* t) noexcept nogil:
    """Weigh what the view leaves open: the kinds not seen lie anywhere with the same chance."""
    cdef int32_t unseen[KINDS]
    cdef int32_t section, kind, i
    o.view = view
    o.tables = t
    o.tops = tops(view)
    o.lies = capsize_chance(t, SURE)
    o.known = 0
    for i in range(TOKENS):
        o.known |= <uint16_t>((view.sea[i] != UNKNOWN) << i)
    unseen[0] = 0                                                   # the sum of all
    for kind in range(1, KUNO + 1):
        unseen[kind] = dealt(t, kind)
        for section in range(SECTIONS):
            unseen[kind] -= view.known[section][kind]
        unseen[0] += unseen[kind]
    for section in range(SECTIONS):
        weigh_section(o, section, unseen)
    find_hope(o)


cdef void weigh_section(Outlook* o, int32_t section, const int32_t* unseen) noexcept nogil:
    """Find what an unknown token of a section may be: strays, known to be there, and unseen."""
    cdef int32_t stray[KINDS]
    cdef int32_t kind, strangers, hidden
    cdef int32_t good = 0
    cdef int32_t kuno
    hidden = find_strays(o, section, stray)
    o.wave[section] = stray[<int32_t>WAVE] > 0
    o.good[section] = o.kuno[section] = 0
    hidden -= o.wave[section]
    if hidden <= 0:
        return
    strangers = hidden
    for kind in range(1, KUNO + 1):
        strangers -= stray[kind]
    for kind in range(1, KUNO):
        if o.tops >> kind & 1:
            good += share(stray[kind], unseen[kind], strangers, unseen[0])
    kuno = share(stray[<int32_t>KUNO], unseen[<int32_t>KUNO], strangers, unseen[0])
    o.good[section] = good // hidden
    o.kuno[section] = kuno // hidden


cdef void find_hope(Outlook* o) noexcept nogil:
    cdef int32_t i
    o.hope = 0
    for i in range(SECTIONS):
        o.hope |= <uint8_t>((o.good[i] > 0) << i)
    for i in range(TOKENS):
        o.hope |= <uint8_t>((o.tops >> o.view.sea[i] & 1) << i // PLACES)


cdef int32_t find_strays(const Outlook* o, int32_t section, int32_t* stray) noexcept nogil:
    """Write how many tokens of a kind are known in a section, not where; return those unknown."""
    cdef int32_t hidden = PLACES
    cdef int32_t kind, i
    for kind in range(1, KINDS):
        stray[kind] = o.view.known[section][kind]
    for i in range(PLACES * section, PLACES * section + PLACES):
        if has(o.known, i):
            hidden -= 1
            stray[o.view.sea[i]] -= 1
    return hidden


cdef inline int32_t share(int32_t strays, int32_t unseen, int32_t strangers,
                          int32_t all_unseen) noexcept nogil:
    """Return how many tokens of a kind to expect, in thousandths."""
    if strangers <= 0 or all_unseen <= 0:
        return SURE * strays
    return SURE * strays + SURE * unseen * strangers // all_unseen


cdef Odds odds_of(const Outlook* o, const Spot* spot, int32_t place) noexcept nogil:
    """Return the chances of a face-down token of the ship's section."""
    cdef int32_t token = PLACES * spot.ship + place
    cdef int32_t kind = o.view.sea[token]
    cdef Odds odds
    if kind != UNKNOWN:
        odds.good = SURE if o.tops >> kind & 1 else 0
        odds.kuno = SURE if kind == KUNO else 0
        odds.wave = SURE if kind == WAVE else 0
        return odds
    # Those thought open here were no wave: it would have carried the ship on.
    odds.wave = SURE // how_many(face_down(spot) & ~o.known) if o.wave[spot.ship] else 0
    odds.good = (SURE - odds.wave) * o.good[spot.ship] // SURE
    odds.kuno = (SURE - odds.wave) * o.kuno[spot.ship] // SURE
    return odds


cdef inline uint32_t face_down(const Spot* spot) noexcept nogil:
    """Return the tokens that lie face down in the ship's section."""
    return ~<uint32_t>spot.open_tokens & ((<uint32_t>bit(PLACES) - 1) << (PLACES * spot.ship))


# --- what may come --------------------------------------------------------------------------------

cdef int32_t next_place(const Outlook* o, const Spot* spot, int32_t place) noexcept nogil:
    """Return the first place from one on that is worth a thought, or PLACES.

    Of the unknown tokens the first stands for all.
    """
    cdef uint32_t closed = face_down(spot) >> (PLACES * spot.ship)
    cdef uint32_t unknown = closed & ~(o.known >> (PLACES * spot.ship))
    closed &= ~(unknown & (unknown - 1))
    while place < PLACES and not closed >> place & 1:
        place += 1
    return place


cdef int32_t worth(const Outlook* o, const Prospect* p) noexcept nogil:
    """Return a prospect in thousandths of an animal."""
    cdef int32_t price = SPARE_PRICE if o.view.provisions[o.view.captain] > 1 else LAST_PRICE
    return p.animals + (FREE_PRICE * p.freed - price * p.lost) // SURE


cdef Prospect prospect(const Outlook* o, const Spot* spot, int32_t place,
                       int32_t depth) noexcept nogil:
    """Return what a token and up to ``depth`` tokens after it may bring."""
    cdef Odds odds = odds_of(o, spot, place)
    cdef Prospect out
    cdef Spot after = spot[0]
    after.open_tokens |= <uint16_t>bit(PLACES * spot.ship + place)
    after.turned += 1
    out.animals = odds.good
    out.lost = 0
    out.freed = odds.kuno if o.hope == bit(spot.kuno) else 0
    if animals_missing(o.view, o.tables) > 1:
        go_on(o, &after, odds.good, depth, &out)
    after.kuno = (spot.kuno + 1) % SECTIONS                         # KA-3.5
    go_on(o, &after, odds.kuno, depth, &out)
    after.kuno = spot.kuno
    after.ship = (spot.ship + 1) % SECTIONS                         # KA-3.4
    go_on(o, &after, odds.wave, depth, &out)
    return out


cdef void go_on(const Outlook* o, const Spot* spot, int32_t chance, int32_t depth,
                Prospect* out) noexcept nogil:
    """Add what follows where the captain comes with some chance: an alarm, or the best token."""
    cdef Prospect best
    if chance == 0:
        return
    if spot.ship == spot.kuno:
        out.lost += chance * o.lies // SURE
    elif depth > 0 and not limit_reached(o.tables, spot.open_tokens, spot.ship, spot.turned):
        best = best_prospect(o, spot, depth - 1)
        out.animals += chance * best.animals // SURE
        out.lost += chance * best.lost // SURE
        out.freed += chance * best.freed // SURE


cdef Prospect best_prospect(const Outlook* o, const Spot* spot, int32_t depth) noexcept nogil:
    """Return the best token's prospect; nothing where stopping is better."""
    cdef Prospect best, found
    cdef int32_t place = next_place(o, spot, 0)
    cdef int32_t most = 0
    cdef int32_t value
    best.animals = best.lost = best.freed = 0
    while place < PLACES:
        found = prospect(o, spot, place, depth)
        value = worth(o, &found)
        if value > most:
            most = value
            best = found
        place = next_place(o, spot, place + 1)
    return best
