"""The one declaration of Kingdoms of the Deep's records; state.pyx derives their numpy dtypes."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from ..core.game cimport FIRST_OWN

cpdef enum Limits:
    MAX_PLAYERS = 6
    SPACES = 19              # 0 Atlantis, 1..6 inner ring, 7..18 outer ring
    OUTER = 7                # first space of the outer ring
    CASTLE = 0
    TERRAINS = 7             # 1..6; 0 for Atlantis
    EACH = 3                 # tiles of a terrain
    TRACKS = 5               # 1..4: Bolster, Deploy, Move, Shark
    LEVELS = 4               # 1..3
    BONUSES = 5              # of Reset, 1..4
    SPARE_DISCS = 4          # discs for Reset bonuses
    ADVANCES = 12            # most symbols of a round track
    BAIT_SPACES = 11         # 0..10
    SEGMENTS = 24            # straight lines: 18 of three tiles, then 6 of four
    TRIANGLES_OF_TILES = 18
    AGES = 3
    GOALS = 15               # cards 1..14
    PLACES = 6               # places that a ranking may score
    DEPTH = 3                # tasks under way at once: Reset's foci, its bonuses, one of them
    MAX_MOVES = 128          # 6 colours on 18 tiles, sharks on 7 spaces, STOP: 116

cpdef enum Card:
    NO_CARD = 0
    BOLSTER = 1              # 1..4 are the tracks too
    DEPLOY = 2
    MOVE = 3
    SHARK = 4
    UPGRADE = 5
    RESET = 6
    CARDS = 7

cpdef enum Creature:
    UNIT = 1                 # 1 + seat: a unit of that seat
    A_SHARK = 7

cpdef enum Kind:             # what a move does; the fields it uses
    STOP = 1
    CARD = 2                 # what: card
    FOCUS = 3                # what: terrain
    COVER = 4                # what: Reset bonus
    RAISE = 5                # what: track
    PLACE = 6                # where: space
    LIFT = 7                 # what: creature, where: from
    TO = 8                   # where: space
    REMOVE = 9               # what: creature, where: tile
    SEND = 10                # what: creature, where: tile
    BONUS = 11               # what: Reset bonus

cpdef enum Phase:
    FINISHED = 0
    CHOOSE_FOCUS = 1         # set-up
    CHOOSE_COVER = 2         # set-up
    CHOOSE_CARD = 3
    CHOOSE_STEP = 4          # of the last task

cpdef enum OwnEnding:         # beside those of core.game
    THIRD_SCORING = FIRST_OWN
    ALL_CAPITALS = FIRST_OWN + 1

cpdef enum Task:             # up to SHARK as the card of the same number
    NO_TASK = 0
    TASK_BOLSTER = 1
    TASK_DEPLOY = 2
    TASK_MOVE = 3
    TASK_SHARK = 4
    TASK_UPGRADE = 5
    TASK_BONUSES = 6         # which Reset bonus
    TASK_MOVE_ONE = 7        # the Reset bonus
    TASK_SEND = 8            # the Reset bonus
    TASK_SECOND_FOCUS = 9
    TASK_FOCI = 10           # after Reset

cpdef enum Bonus:            # of Reset
    BONUS_DEPLOY = 1
    BONUS_BOLSTER = 2
    BONUS_MOVE = 3
    BONUS_SEND = 4

cpdef enum Symbol:           # of the round track
    BLANK = 0
    UPGRADES = 1
    NEW_SHARK = 2
    SHELL = 3

cpdef enum Effect:           # of an immediate goal
    NO_EFFECT = 0
    PLACED_TILES = 1
    ENTERED_CASTLE = 2
    EATEN = 3
    CAPITALS_TAKEN = 4
    UPGRADED = 5
    PLAYED_RESET = 6
    MOVED_ON = 7
    STACKED = 8
    CROWDED = 9
    SOLE_CHOICE = 10
    EXTRA_BOLSTER = 11
    EXTRA_DEPLOY = 12
    EXTRA_MOVE = 13
    EXTRA_SHARK = 14
    EFFECTS = 15

cpdef enum Measure:          # of a personal goal or a ranking
    NO_MEASURE = 0
    TILES = 1
    INNER_TILES = 2
    OUTER_TILES = 3
    IN_TERRAINS = 4
    IN_CAPITALS = 5
    UNITS = 6
    INNER_UNITS = 7
    OUTER_UNITS = 8
    CAPITAL_UNITS = 9
    FOCUS_UNITS = 10
    NEAR_SHARKS = 11
    SAFE_UNITS = 12
    SUPPLY = 13
    IN_CASTLE = 14
    BAIT = 15
    LINE = 16
    GROUP = 17
    TRIANGLES = 18
    CORNERS = 19
    SOLE_TILES = 20
    STACK = 21
    HOME = 22
    LEVEL = 23
    UPGRADE_STEPS = 24
    RESET_DISCS = 25
    CONTROLLED_TERRAINS = 26
    MAJORITIES = 27
    CONTROLLED_CAPITALS = 28

cdef struct State:
    uint32_t turn                            # actions begun
    uint32_t present[MAX_PLAYERS]            # bit per tile with units of a seat
    uint32_t sharks_at                       # bit per space with a shark
    uint32_t capitals                        # bit per tile
    uint32_t tiles_of[TERRAINS]              # bit per tile
    uint32_t placed_on                       # this action: tiles units were set on
    uint32_t moved_onto[MAX_PLAYERS]         # this action: tiles units of a seat were moved onto
    uint32_t held_before                     # capitals in sole control when the action began
    uint16_t round                           # 0 in set-up, then from 1
    uint16_t solo_points[MAX_PLAYERS]        # points by what they were scored for
    uint16_t entry_points[MAX_PLAYERS]
    uint16_t goal_points[MAX_PLAYERS]
    uint16_t capital_points[MAX_PLAYERS]
    uint16_t end_points[MAX_PLAYERS]
    uint16_t upgrades[MAX_PLAYERS]           # made in the game
    uint16_t eaten[MAX_PLAYERS]              # units removed with a shark
    uint8_t  units[MAX_PLAYERS][SPACES]      # by space; on CASTLE those inside
    uint8_t  sharks[SPACES]
    uint8_t  terrain[SPACES]                 # 1..6; 0 for Atlantis
    uint8_t  supply[MAX_PLAYERS]
    uint8_t  bait[MAX_PLAYERS]               # space of the cube
    uint8_t  level[MAX_PLAYERS][TRACKS]      # 1..3
    uint8_t  covered[MAX_PLAYERS]            # bit per Reset bonus with a disc: bonus b is b - 1
    uint8_t  foci[MAX_PLAYERS]               # bit per terrain: terrain t is t - 1
    uint8_t  hand[MAX_PLAYERS]               # bit per card: card c is c - 1
    uint8_t  chosen[MAX_PLAYERS]             # Card of this round; others' 0 in a view until shown
    uint8_t  played[MAX_PLAYERS][CARDS]      # times each card was played
    uint8_t  solos[MAX_PLAYERS]              # solo actions
    uint8_t  capitals_scored[MAX_PLAYERS]    # in all scoring rounds
    uint8_t  goal[AGES]                      # cards 1..14
    uint8_t  done[EFFECTS]                   # this action: how often, for effects that count
    uint8_t  task[DEPTH]                     # Task, the last one is asked
    uint8_t  left[DEPTH]                     # steps left of each
    uint8_t  depth                           # tasks under way
    uint8_t  lifted                          # Creature on its way, 0 = none
    uint8_t  lifted_from                     # space
    uint8_t  bonuses                         # bit per Reset bonus still to use
    uint8_t  picked                          # terrain, first of two new foci
    uint8_t  acting                          # 1: an own action, 0: an upgrade of the round track
    uint8_t  goal_met                        # 1 once this action's immediate goal is scored
    uint8_t  marker                          # advances of the round marker
    uint8_t  age                             # 0..2; 3 after the last scoring
    uint8_t  stock                           # sharks beside the board
    uint8_t  players
    uint8_t  start                           # first player of the first round
    uint8_t  first                           # first player of this round
    uint8_t  seat                            # seat that decides
    uint8_t  phase                           # Phase
    uint8_t  ending                          # of core.game, or OwnEnding
    uint8_t  _pad[2]

cdef struct Tables:
    uint32_t beside[SPACES]                  # bit per space beside a space
    uint32_t segment[SEGMENTS]               # straight lines: bits of their tiles
    uint32_t triangle[TRIANGLES_OF_TILES]    # three tiles beside each other: their bits
    uint8_t  number[TRACKS][LEVELS]          # steps by track and level
    uint8_t  goal_effect[GOALS]              # Effect
    uint8_t  goal_count[GOALS]               # how often the effect is needed, or steps more
    uint8_t  goal_effect_points[GOALS]
    uint8_t  goal_personal[GOALS]            # Measure
    uint8_t  goal_at_least[GOALS]
    uint8_t  goal_personal_points[GOALS]
    uint8_t  goal_ranking[GOALS]             # Measure
    uint8_t  goal_fewest[GOALS]              # 1: the lowest leads
    uint8_t  goal_points[GOALS][PLACES]      # by place, 0 beyond the last
    uint8_t  deck[GOALS]                     # goal cards, 0 beyond the last
    uint8_t  deck_size
    uint8_t  deck_shuffled
    uint8_t  track[ADVANCES]                 # Symbol
    uint8_t  advances                        # symbols of the track
    uint8_t  bait_points[BAIT_SPACES]
    uint8_t  bait_icon[BAIT_SPACES]          # Card, 0 = none
    uint8_t  end_points[PLACES]              # by place, 0 beyond the last
    uint8_t  units                           # of each player
    uint8_t  stock
    uint8_t  capital_points
    uint8_t  castle_points
    uint8_t  solo_points
    uint8_t  eat_own
    uint8_t  move_sharks                     # 1: the Reset bonus moves sharks too
    int8_t   handicap[MAX_PLAYERS]           # points
    uint8_t  _pad[3]

cdef struct Move:
    uint8_t kind             # Kind
    uint8_t what             # as the kind says
    uint8_t where            # as the kind says
    uint8_t _pad[5]

cdef struct Columns:
    uint16_t solo_points[MAX_PLAYERS]        # for a solo Reset
    uint16_t entry_points[MAX_PLAYERS]       # for units put into the castle
    uint16_t goal_points[MAX_PLAYERS]        # of all three parts
    uint16_t capital_points[MAX_PLAYERS]
    uint16_t end_points[MAX_PLAYERS]         # end card and bait
    uint16_t upgrades[MAX_PLAYERS]
    uint16_t eaten[MAX_PLAYERS]              # units removed with a shark
    uint8_t  cards[MAX_PLAYERS][6]           # times played: Bolster to Reset
    uint8_t  solos[MAX_PLAYERS]
    uint8_t  capitals[MAX_PLAYERS]           # scored, in all scoring rounds
    uint8_t  castle[MAX_PLAYERS]             # units inside at the end
    uint8_t  bait[MAX_PLAYERS]               # space at the end
    uint8_t  advances                        # of the round marker
    uint8_t  _pad[1]


cdef inline int32_t add(Move* moves, int32_t n, uint8_t kind, uint8_t what,
                        uint8_t where) noexcept nogil:
    """Write move ``n``; return n + 1."""
    memset(&moves[n], 0, sizeof(Move))
    moves[n].kind = kind
    moves[n].what = what
    moves[n].where = where
    return n + 1


cdef inline int32_t points(const State* s, int32_t seat) noexcept nogil:
    return (s.solo_points[seat] + s.entry_points[seat] + s.goal_points[seat]
            + s.capital_points[seat] + s.end_points[seat])
