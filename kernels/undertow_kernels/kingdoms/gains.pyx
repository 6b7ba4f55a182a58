"""What a seat gains from one position to a later one; only what changed is counted."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp, memset

from ..core.bits cimport bit, has, lowest
from ..core.game cimport next_seat
from .agents cimport (
    BAIT_SPACES, BOLSTER_STEPS, CASTLE_POINTS, CONQUEST, DANGER, FEATURES, FOCUS_CAPITALS,
    GOAL, INNER, ON_MAP, POINTS, PREY, RACE, RANKING, RESET_DEPLOY, RIVAL,
)
from .board cimport INNER_MASK, focus_tiles, units_on
from .goals cimport capitals_taken
from .measures cimport measured
from .scoring cimport (
    Ranking, meets_goal, points_of_place, rank_by_card, rank_by_castle, score_capitals,
    score_card, score_end,
)
from .state cimport (
    BOLSTER, BONUSES, CAPITALS_TAKEN, CASTLE, CONTROLLED_CAPITALS, CONTROLLED_TERRAINS,
    NEAR_SHARKS, SAFE_UNITS, SOLE_TILES, SPACES, TRACKS, points,
)

cdef enum:
    TENTHS = 10
    NOBODY = -1

cdef struct Change:
    uint32_t seats           # bit per seat whose units changed
    uint32_t capitals        # bit per capital on which units changed
    bint castle              # whether units in the castle did


cdef Look look_of(const State* s, const Tables* t) noexcept nogil:
    """Return the look of the seat that decides; of rivals level in points the next in turn."""
    cdef Look look
    cdef int32_t other
    memset(&look, 0, sizeof(look))
    look.tables = t
    look.seat = s.seat
    look.rival = next_seat(s.seat, s.players)
    other = next_seat(look.rival, s.players)
    while other != s.seat:
        if standing(s, t, other) > standing(s, t, look.rival):
            look.rival = other
        other = next_seat(other, s.players)
    look.others = everybody(s) & ~<uint32_t>(bit(look.seat) | bit(look.rival))
    return look


cdef inline uint32_t everybody(const State* s) noexcept nogil:
    return <uint32_t>bit(s.players) - 1


cdef inline int32_t standing(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    return points(s, seat) + t.handicap[seat]                       # KD-5.6


cdef void glance(Look* look, const State* s) noexcept nogil:
    """Know of the older position what a single step is told by."""
    cdef int32_t seat
    look.glanced = 1
    look.focus_capitals = focus_tiles(s, look.seat) & s.capitals
    look.bolster = bolster_steps(look, s)
    look.captured = capture_points(look, s)
    look.spread = False
    for seat in range(s.players):
        look.spread |= s.capitals & ~s.present[seat] == 0
    look.conquest = conquest(look, s) if look.spread else 0
    look.hunts = hunts(s)
    if look.hunts:
        look.prey = prey_of_sharks(s, look.seat)


cdef void compare(Look* look, const State* old, const State* new,
                  int32_t* features) noexcept nogil:
    """Write what the seat gains."""
    cdef Change change = changes(old, new)
    cdef bint board = boards_differ(look, old, new)
    memset(features, 0, FEATURES * sizeof(int32_t))
    features[<int32_t>POINTS] = points(new, look.seat) - points(old, look.seat)
    if change.capitals:
        compare_capitals(look, old, new, change.capitals, features)
    if change.castle:
        compare_castle(look, old, new, features)
    if board:
        compare_boards(look, old, new, features)
    elif change.capitals:
        features[<int32_t>FOCUS_CAPITALS] = focus_capitals(look, new) - focus_capitals(look, old)
    compare_card(look, old, new, change.seats, board, features)
    compare_units(look, old, new, &change, features)


cdef Change changes(const State* old, const State* new) noexcept nogil:
    cdef uint32_t spaces = 0             # where units differ
    cdef Change change = Change(seats=0, capitals=0, castle=False)
    cdef int32_t seat, space
    for seat in range(old.players):
        if memcmp(new.units[seat], old.units[seat], SPACES) == 0:
            continue
        change.seats |= <uint32_t>bit(seat)
        for space in range(SPACES):
            spaces |= <uint32_t>(new.units[seat][space] != old.units[seat][space]) << space
    change.capitals = spaces & new.capitals
    change.castle = has(spaces, CASTLE)
    return change


cdef bint boards_differ(const Look* look, const State* old, const State* new) noexcept nogil:
    """Return whether the seat's board is another."""
    cdef int32_t me = look.seat
    return (new.covered[me] != old.covered[me] or new.foci[me] != old.foci[me]
            or new.bait[me] != old.bait[me]
            or memcmp(new.level[me], old.level[me], TRACKS) != 0)


# --- capitals -------------------------------------------------------------------------------------

cdef void compare_capitals(const Look* look, const State* old, const State* new, uint32_t tiles,
                           int32_t* features) noexcept nogil:
    """Compare who holds some of the capitals, and whether all are held."""
    features[<int32_t>POINTS] += capture_points(look, new) - capture_points(look, old)
    features[<int32_t>CONQUEST] = conquest(look, new) - conquest(look, old)
    while tiles:
        compare_holds(
            look, hold_on(look, old, lowest(tiles)), hold_on(look, new, lowest(tiles)), features)
        tiles &= tiles - 1


cdef Hold hold_on(const Look* look, const State* s, int32_t tile) noexcept nogil:
    return hold_of(s.units[look.seat][tile], s.units[look.rival][tile],
                   most_units(s, look.others, tile))


cdef int32_t conquest(const Look* look, const State* s) noexcept nogil:
    """Return 1 if the seat holds all capitals, -1 if only a rival does."""
    cdef int32_t seat
    cdef int32_t found = 0
    for seat in range(s.players):
        if s.capitals & ~s.present[seat] or not leads_on(s, seat, s.capitals):
            continue
        if seat == look.seat:
            return 1
        found = -1
    return found


cdef int32_t lead_on(const State* s, int32_t seat, int32_t tile) noexcept nogil:
    """Return how many units a seat is ahead of the strongest other on a tile."""
    cdef uint32_t others = everybody(s) & ~<uint32_t>bit(seat)
    return s.units[seat][tile] - most_units(s, others, tile)


cdef bint leads_on(const State* s, int32_t seat, uint32_t tiles) noexcept nogil:
    """Return whether nobody has more units than a seat on any of the tiles."""
    while tiles:
        if lead_on(s, seat, lowest(tiles)) < 0:
            return False
        tiles &= tiles - 1
    return True


cdef int32_t capture_points(const Look* look, const State* s) noexcept nogil:
    """Return what the goal of taking capitals would score if the action ended now."""
    cdef int32_t goal = s.goal[s.age]
    if not s.acting or s.goal_met or look.tables.goal_effect[goal] != CAPITALS_TAKEN:
        return 0
    if s.seat != look.seat or capitals_taken(s) < look.tables.goal_count[goal]:
        return 0
    return look.tables.goal_effect_points[goal]


cdef int32_t focus_capitals(const Look* look, const State* s) noexcept nogil:
    """Return how many capitals of the foci are not held alone, but would be after a Bolster."""
    cdef int32_t steps = bolster_steps(look, s)
    cdef uint32_t tiles = focus_tiles(s, look.seat) & s.capitals
    cdef int32_t count = 0
    cdef int32_t lead
    while tiles:
        lead = lead_on(s, look.seat, lowest(tiles))
        tiles &= tiles - 1
        count += in_reach(lead, steps)
    return count


cdef inline int32_t bolster_steps(const Look* look, const State* s) noexcept nogil:
    return look.tables.number[<int32_t>BOLSTER][s.level[look.seat][<int32_t>BOLSTER]]


# --- the card and the castle ----------------------------------------------------------------------

cdef bint looks_at_others(int32_t measure) noexcept nogil:
    """Return whether what others do, or sharks, changes a seat's measure."""
    return (measure == NEAR_SHARKS or measure == SAFE_UNITS or measure == SOLE_TILES
            or CONTROLLED_TERRAINS <= measure <= CONTROLLED_CAPITALS)


cdef void compare_card(Look* look, const State* old, const State* new, uint32_t seats,
                       bint board, int32_t* features) noexcept nogil:
    """Compare the present card; units differ of ``seats``, and maybe the seat's ``board``."""
    cdef const Tables* t = look.tables
    cdef int32_t goal = old.goal[old.age]
    cdef uint32_t all = 0                # whose measure may have changed that looks at others
    if seats or new.sharks_at != old.sharks_at:
        all = everybody(old)
    if board:
        seats |= <uint32_t>bit(look.seat)
    if seats | all == 0:
        return
    if t.goal_ranking[goal]:
        compare_ranking(
            look, old, new, all if looks_at_others(t.goal_ranking[goal]) else seats, features)
    if t.goal_personal[goal]:
        compare_goal(
            look, old, new, all if looks_at_others(t.goal_personal[goal]) else seats, features)


cdef void compare_goal(Look* look, const State* old, const State* new, uint32_t seats,
                       int32_t* features) noexcept nogil:
    """Compare the personal goal, as far as it is met; only ``seats`` may have come nearer."""
    cdef const Tables* t = look.tables
    cdef int32_t goal = old.goal[old.age]
    cdef int32_t needed = t.goal_at_least[goal]
    cdef int32_t worth = TENTHS * t.goal_personal_points[goal]
    cdef int32_t reached
    if not look.goal_known:
        look.goal_known = 1
        look.goal = min(needed, measured(old, t, look.seat, t.goal_personal[goal]))
        look.rival_goal = meets_goal(old, t, look.rival)
    if has(seats, look.seat):
        reached = min(needed, measured(new, t, look.seat, t.goal_personal[goal]))
        if reached != look.goal:
            features[<int32_t>GOAL] = worth * reached // needed - worth * look.goal // needed
    if has(seats, look.rival):
        features[<int32_t>RIVAL] += t.goal_personal_points[goal] * (
            meets_goal(new, t, look.rival) - look.rival_goal)


cdef void compare_ranking(Look* look, const State* old, const State* new, uint32_t seats,
                          int32_t* features) noexcept nogil:
    """Compare places; only what the ranking counts of ``seats`` may have changed."""
    cdef Ranking after
    cdef uint32_t changed = 0
    cdef int32_t seat, own, rival
    if not look.card_known:
        know_card(look, old)
    after = look.card
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        rank_by_card(new, look.tables, seat, &after)
        changed |= after.value[seat] != look.card.value[seat]
    if not changed:
        return
    rate_places(look, new, &after, &own, &rival)
    features[<int32_t>RACE] = after.value[look.seat] - look.card.value[look.seat]
    features[<int32_t>RANKING] = own - look.place
    features[<int32_t>RIVAL] += rival - look.rival_place


cdef void know_card(Look* look, const State* old) noexcept nogil:
    cdef int32_t seat
    look.card_known = 1
    for seat in range(old.players):
        rank_by_card(old, look.tables, seat, &look.card)
    rate_places(look, old, &look.card, &look.place, &look.rival_place)


cdef void rate_places(const Look* look, const State* s, const Ranking* ranking, int32_t* own,
                      int32_t* rival) noexcept nogil:
    """Write the points of a ranking's places, of the seat and of its rival."""
    cdef const uint8_t* by_place = look.tables.goal_points[s.goal[s.age]]
    own[0] = points_of_place(s, ranking, by_place, look.seat)
    rival[0] = points_of_place(s, ranking, by_place, look.rival)


cdef void compare_castle(Look* look, const State* old, const State* new,
                         int32_t* features) noexcept nogil:
    cdef int32_t own, rival
    know_castle(look, old)
    rate_castle(look, new, NOBODY, &own, &rival)
    features[<int32_t>CASTLE_POINTS] = own - look.castle
    features[<int32_t>RIVAL] += rival - look.rival_castle


cdef void know_castle(Look* look, const State* old) noexcept nogil:
    if not look.castle_known:
        look.castle_known = 1
        rate_castle(look, old, NOBODY, &look.castle, &look.rival_castle)


cdef void know_entry(Look* look, const State* old, int32_t owner) noexcept nogil:
    """Know what it would mean that one more unit of ``owner`` is in the castle."""
    know_castle(look, old)
    if not has(look.entrants, owner):
        look.entrants |= <uint8_t>bit(owner)
        rate_castle(look, old, owner, &look.entry[owner], &look.rival_entry[owner])


cdef void enter(Look* look, int32_t owner) noexcept nogil:
    """Take the position after a known entry for the older one."""
    look.castle = look.entry[owner]
    look.rival_castle = look.rival_entry[owner]
    look.entrants = 0


cdef void rate_castle(const Look* look, const State* s, int32_t entrant, int32_t* own,
                      int32_t* rival) noexcept nogil:
    """Write the points of the end card now, or after a unit came in, of the seat and its rival."""
    cdef const Tables* t = look.tables
    cdef Ranking ranking
    cdef int32_t seat
    for seat in range(s.players):
        rank_by_castle(s, seat, &ranking)
    if entrant != NOBODY:
        ranking.value[entrant] += 1
        ranking.placed[entrant] = 1
    own[0] = points_of_place(s, &ranking, t.end_points, look.seat)
    rival[0] = points_of_place(s, &ranking, t.end_points, look.rival)


# --- units and boards -----------------------------------------------------------------------------

cdef void compare_units(const Look* look, const State* old, const State* new,
                        const Change* change, int32_t* features) noexcept nogil:
    cdef int32_t seat = look.seat
    if has(change.seats, seat):
        features[<int32_t>ON_MAP] = off_map(old, seat) - off_map(new, seat)
        features[<int32_t>INNER] = (
            units_on(new, seat, INNER_MASK) - units_on(old, seat, INNER_MASK))
    features[<int32_t>DANGER] = (
        units_on(new, seat, new.sharks_at) - units_on(old, seat, old.sharks_at))
    features[<int32_t>PREY] = prey(new, seat) - prey(old, seat)


cdef inline int32_t off_map(const State* s, int32_t seat) noexcept nogil:
    return s.supply[seat] + s.units[seat][<int32_t>CASTLE]


cdef int32_t prey_of_sharks(const State* s, int32_t seat) noexcept nogil:
    """Return how many rivals' units are on tiles with a shark."""
    cdef int32_t other
    cdef int32_t total = 0
    for other in range(s.players):
        if other != seat:
            total += units_on(s, other, s.sharks_at)
    return total


cdef void compare_boards(const Look* look, const State* old, const State* new,
                         int32_t* features) noexcept nogil:
    """Compare the seat's board, and what a Bolster would win with it."""
    add_board(look, new, 1, features)
    add_board(look, old, -1, features)
    features[<int32_t>FOCUS_CAPITALS] = focus_capitals(look, new) - focus_capitals(look, old)


cdef void add_board(const Look* look, const State* s, int32_t sign,
                    int32_t* features) noexcept nogil:
    """Add the bait, and each track and bonus for as long as the game will last."""
    cdef int32_t seat = look.seat
    cdef int32_t to_come = sign * (look.tables.advances - s.marker)
    cdef int32_t i
    features[<int32_t>BAIT_SPACES] += sign * s.bait[seat]
    for i in range(1, TRACKS):
        features[BOLSTER_STEPS + i - BOLSTER] += look.tables.number[i][s.level[seat][i]] * to_come
    for i in range(1, BONUSES):
        features[RESET_DEPLOY + i - 1] += (s.covered[seat] >> (i - 1) & 1) * to_come


# --- what a Reset brings --------------------------------------------------------------------------

cdef int32_t lead_after_scoring(const Look* look, const State* s) noexcept nogil:
    """Return the points by which the seat gains more than its rival in a scoring round now."""
    cdef State scored = s[0]
    score_capitals(&scored, look.tables)
    score_card(&scored, look.tables)
    return lead(look, &scored) - lead(look, s)


cdef int32_t lead_at_end(const Look* look, const State* s) noexcept nogil:
    """Return the points ahead of the rival if the last scoring round is held now."""
    cdef State scored = s[0]
    score_capitals(&scored, look.tables)
    score_card(&scored, look.tables)
    score_end(&scored, look.tables)
    return lead(look, &scored)


cdef inline int32_t lead(const Look* look, const State* s) noexcept nogil:
    return standing(s, look.tables, look.seat) - standing(s, look.tables, look.rival)
