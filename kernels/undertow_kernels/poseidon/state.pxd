"""The one declaration of Poseidon's records; state.pyx derives their numpy dtypes."""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from ..core.bits cimport lowest

cpdef enum Limits:
    MAX_PLAYERS = 4
    COLOURS = 5              # the players' and the neutral one
    NEUTRAL = 4
    MAX_FACES = 60           # 4 start tiles and all 26 supply tiles on one reef's ground
    MAX_WAVES = 10           # small waves of the ocean
    MAX_SPACES = 22          # two a small wave and the two ends
    VALUES = 6               # of a die, 1..6
    CODES = 30               # die codes 1..30: 1 + 5 * (value - 1) + colour
    ARMS = 6
    KINDS = 5                # kinds of reef tile
    SYMBOLS = 5              # Symbol, the blank one included
    CORAL_KINDS = 5          # Coral, the unknown one not
    START_TILES = 4
    CORALS = 8               # at the numbers 3..10
    FIRST_CORAL = 3
    FIRST_BLACK = 7          # white corals below, black ones from here on
    BONUSES = 5              # thresholds
    MAX_MOVES = 320          # n faces touch at most 2n + 4 hexes and make at most 3n pairs: 304

cpdef enum Symbol:
    BLANK = 0
    ARROW = 1
    EAT_SYMBOL = 2
    WAVE = 3
    STORAGE = 4              # the rulebook's "dice" symbol

cpdef enum Held:
    NOTHING = 0              # 1..CODES: a die
    BONES = 31               # a skeleton

cpdef enum Coral:
    UNKNOWN_CORAL = 0
    SPEEDYFINS = 1
    WAVERIDER = 2
    BIGMOUTH = 3
    GRAVEYARD = 4
    TRIDENT = 5

cpdef enum Kind:             # what a move does; the fields it uses
    START_TILE = 1           # number: start tile 0..3
    BUILD = 2
    LOAD = 3
    LOAD_COUNT = 4           # number: dice
    TILE = 5                 # number: kind of tile 0..4
    GROUND = 6               # face, toward: the anchor hex
    UPPER = 7                # face, other: the two faces to build on
    PARTNER = 8              # toward: second hex, seen from the anchor
    ORIENT = 9               # number: 0 first symbol on the anchor or face, 1 second
    SWIM = 10                # origin, space
    PASS = 11
    STORE = 12
    EAT = 13                 # number: arm 1..6
    CLAIM = 14               # number: coral 3..10
    STORE_STOP = 15
    STORE_DIE = 16           # die
    STORE_AT = 17            # face
    EAT_BOARD = 18           # die
    EAT_STORED = 19          # face, die
    CLAIM_STOP = 20
    RIVAL = 21               # number: seat
    HEAD_KEEP = 22
    HEAD_FREE = 23
    PEEK_NONE = 24
    PEEK = 25                # number: coral 3..10
    SKELETON = 26            # face
    REAPPEAR = 27            # space
    BONUS = 28               # number: Bonus

cpdef enum Bonus:
    NO_BONUS = 0
    LOAD_FEW = 1
    LOAD_MORE = 2
    TRACK_STEPS = 3
    ONE_PEEK = 4
    CLEAR_REEF = 5
    FREE_FRIEND = 6

cpdef enum Phase:            # what the state waits for; from BEGIN_TURN on nobody has to choose
    FINISHED = 0
    CHOOSE_START_TILE = 1
    CHOOSE_STEP = 2
    CHOOSE_LOAD = 3
    CHOOSE_TILE = 4
    CHOOSE_PLACE = 5
    CHOOSE_PARTNER = 6
    CHOOSE_ORIENT = 7
    CHOOSE_SWIM = 8
    CHOOSE_FOOD = 9
    CHOOSE_STORE_DIE = 10
    CHOOSE_STORE_AT = 11
    CHOOSE_EAT_DIE = 12
    CHOOSE_CLAIM = 13
    CHOOSE_RIVAL = 14
    CHOOSE_HEAD = 15
    CHOOSE_HEAD_PEEK = 16
    CHOOSE_SKELETON = 17
    CHOOSE_REAPPEAR = 18
    CHOOSE_BONUS = 19
    CHOOSE_BONUS_PEEK = 20
    BEGIN_TURN = 21
    NEXT_RIVAL = 22          # the next rival's move on the track, or the shark
    SHARK_SWIMS = 23
    NEXT_BITE = 24           # the next owner of an eaten creature
    NEXT_SKELETON = 25       # that owner's next skeleton, then the creatures' return
    CRASH = 26
    NEXT_BONUS = 27
    END_TURN = 28
    OPENING_WAVE = 29

cdef enum:
    MOST_COUNTED = 65535

# Rows of faces and of the sea are read eight bytes at a time, up to four beyond their end: none of
# them may be the last field.
cdef struct State:
    uint64_t stored_now      # bit per face of the active reef that took a die this turn
    uint64_t eaten_dice      # multiset of the dice eaten so far for the target at hand
    uint32_t turn            # turns begun
    uint32_t crashes         # waves broken, the opening one not counted
    uint16_t round           # 0 in set-up, then from 1
    uint16_t eat_from        # least place in the eating order that may come next
    uint16_t bites[MAX_PLAYERS]              # creatures eaten by the shark; all three at most
    uint16_t skeletons_placed[MAX_PLAYERS]   # on the reef                   MOST_COUNTED
    uint16_t peeks[MAX_PLAYERS]              # corals looked at
    uint8_t  peek_round[MAX_PLAYERS][CORALS]    # of the last peek at a coral, 255 at most
    uint8_t  tiles_built[MAX_PLAYERS][KINDS]    # by kind, start tiles not counted
    uint8_t  freed_eating[MAX_PLAYERS]       # friends freed by eating, by the head, by the 19+
    uint8_t  freed_head[MAX_PLAYERS]         # bonus: at most six a seat in all
    uint8_t  freed_bonus[MAX_PLAYERS]
    uint8_t  faces[MAX_PLAYERS]              # hexes of the reef, 0..MAX_FACES
    int8_t   q[MAX_PLAYERS][MAX_FACES]       # axial hexes, the first face at 0, 0
    int8_t   r[MAX_PLAYERS][MAX_FACES]
    uint8_t  height[MAX_PLAYERS][MAX_FACES]  # levels, from 1
    uint8_t  symbol[MAX_PLAYERS][MAX_FACES]  # Symbol on top
    uint8_t  tile[MAX_PLAYERS][MAX_FACES]    # number of the top tile within the reef, from 1
    uint8_t  held[MAX_PLAYERS][MAX_FACES]    # NOTHING, a die's code, or BONES
    uint8_t  tiles_laid[MAX_PLAYERS]         # tiles in the reef
    uint8_t  start_left[MAX_PLAYERS]         # bit per start tile still to be joined
    uint8_t  strength[MAX_PLAYERS][SYMBOLS]  # by Symbol: highest visible level, at least 1
    uint8_t  sea[MAX_WAVES][CODES]           # dice in each small wave, by code - 1
    uint8_t  supply[COLOURS]                 # dice
    uint8_t  wave[COLOURS]                   # dice on the big wave
    uint8_t  on_wave                         # their sum
    uint8_t  creature[MAX_PLAYERS][2]        # spaces; Tables.spaces = eaten
    uint8_t  track[MAX_PLAYERS]              # kraken track, 0 = head
    uint8_t  friends[MAX_PLAYERS]            # bit per arm that still holds one
    uint8_t  counter[MAX_PLAYERS][ARMS]      # points of the counter won from each arm
    uint8_t  counters_taken[ARMS]
    uint8_t  steps_due[MAX_PLAYERS]          # on the track, for dice just picked
    uint8_t  head_reached                    # bit per seat that reached the head this turn
    uint8_t  tiles[KINDS]                    # supply of reef tiles
    uint8_t  coral_kind[CORALS]              # Coral; 0 in a view that does not know it
    uint8_t  coral_owner[CORALS]             # 0 lying there, otherwise seat + 1
    uint8_t  coral_known[CORALS]             # bit per seat that has seen it
    uint8_t  shark                           # index into Tables.loop
    int8_t   shark_way                       # +1 or -1
    uint8_t  shark_steps                     # still to swim this turn
    uint8_t  skeletons                       # supply
    uint8_t  players
    uint8_t  start                           # seat of the start player
    uint8_t  active                          # seat whose turn it is
    uint8_t  decider                         # seat that chooses now
    uint8_t  phase                           # Phase
    uint8_t  final                           # 1 once final turns have begun
    uint8_t  final_left                      # final turns not yet finished
    uint8_t  ending                          # of core.game
    uint8_t  crashing                        # 1 while bonuses are taken
    uint8_t  bonus_left                      # seats that have not yet had their bonus
    uint8_t  swum_to                         # space where the moved creature ended
    uint8_t  food_wave                       # small wave it is at, 0 = none
    uint8_t  picks_left                      # dice that may still be picked this turn
    uint8_t  target                          # Target of the eating at hand
    uint8_t  claim                           # coral number eaten for, 0 = an arm
    uint8_t  arm                             # arm eaten for, 1..6
    uint8_t  ate                             # 1 once something was eaten this turn
    uint8_t  store_code                      # die picked last for storing
    uint8_t  store_face                      # face of the last die stored
    uint8_t  store_from                      # least face for the die at hand
    uint8_t  stored                          # dice stored this turn
    uint8_t  building                        # kind of tile, or start tile in set-up
    int8_t   anchor_q                        # first hex of a ground tile
    int8_t   anchor_r
    uint8_t  anchor                          # faces of an upper tile
    uint8_t  partner
    uint8_t  toward                          # second hex of a ground tile
    uint8_t  upper                           # 1 = the tile lies on two faces
    uint8_t  eaten[MAX_PLAYERS]              # creatures that have not yet returned
    uint8_t  biting                          # seat whose loss is settled
    uint8_t  skeletons_due                   # of that seat
    uint8_t  skeleton_from                   # least face for the next one
    uint8_t  back_from                       # 1 = the next creature returns at the beach end only
    uint8_t  _pad[5]

cdef struct Tables:
    uint64_t fall[MAX_WAVES]                 # a 32-bit draw below fall[k] lands in wave k + 1
    uint32_t links[MAX_SPACES]               # bit per space linked to this one
    uint16_t round_cap
    uint16_t dummies                         # bit per track space taken by an idle creature
    uint8_t  players
    uint8_t  waves                           # small waves
    uint8_t  spaces                          # 2 * waves + 2; the last is the beach end
    uint8_t  loop[MAX_SPACES]                # the shark's way, as spaces
    uint8_t  dice_on_link[MAX_SPACES]        # 1: a dice symbol between loop[i] and loop[i + 1]
    uint8_t  dice_on_space[MAX_SPACES]       # 1: a dice symbol on the space
    uint8_t  wave_of[MAX_SPACES]             # small wave that the space touches, 0 = none
    uint8_t  shark_number[MAX_SPACES]        # spaces the shark swims after a move to this one
    uint8_t  shark_start                     # index into loop
    int8_t   shark_way                       # +1 or -1: which way along loop leads to the beach
    uint8_t  capacity                        # of the big wave, dice
    uint8_t  dice_per_player                 # of each colour
    uint8_t  neutral_dice
    uint8_t  setup_own_dice                  # of each player in the opening wave
    uint8_t  setup_neutral_dice              # in the opening wave
    uint8_t  setup_load                      # dice each player loads after it
    uint8_t  skeletons                       # tokens in the supply
    uint8_t  start_tiles                     # bit per start tile in play
    uint8_t  start_first[START_TILES]        # Symbol
    uint8_t  start_second[START_TILES]
    uint8_t  tile_first[KINDS]               # Symbol
    uint8_t  tile_second[KINDS]
    uint8_t  tile_count[KINDS]               # tiles in each stack
    uint8_t  arm_target[ARMS]                # Target of core.dice
    uint8_t  arm_counter[ARMS][MAX_PLAYERS]  # points, from the top
    uint8_t  coral_count[CORAL_KINDS]        # by Coral - 1
    uint8_t  bonus_threshold[BONUSES]        # least totals
    uint8_t  bonus_load[2]                   # dice, first and second bonus
    uint8_t  bonus_track                     # steps
    uint8_t  track_spaces                    # beside the head
    uint8_t  track_start[MAX_PLAYERS]        # by place in turn order
    uint8_t  graveyard_clear                 # points on a reef without skeletons
    uint8_t  graveyard_each                  # points lost for each skeleton
    uint8_t  coral_and_friend                # readings: 0 or 1
    uint8_t  mixed_store_eat
    uint8_t  respawn_after_move
    uint8_t  chain_crash
    uint8_t  literal_joke_tiebreak
    uint8_t  setup_turns_shark
    uint8_t  head_blocks_turn
    uint8_t  tiebreak_best_counter
    int8_t   handicap[MAX_PLAYERS]           # points
    uint8_t  _pad[4]

cdef struct Move:
    uint8_t kind             # Kind
    uint8_t number           # as the kind says
    uint8_t face             # index on the own reef
    uint8_t other            # second face
    uint8_t toward           # direction 0..5
    uint8_t origin           # space left
    uint8_t space            # space entered
    uint8_t die              # code

cdef struct Columns:
    uint32_t crashes         # waves broken, the opening one not counted
    uint16_t bites[MAX_PLAYERS]              # own creatures eaten by the shark
    uint16_t skeletons_placed[MAX_PLAYERS]   # on the own reef
    uint16_t peeks[MAX_PLAYERS]              # corals looked at
    int16_t  coral_points[MAX_PLAYERS]       # part of the score
    uint8_t  tiles_built[MAX_PLAYERS][KINDS]    # by kind, start tiles not counted
    uint8_t  freed_eating[MAX_PLAYERS]       # friends freed by eating dice
    uint8_t  freed_head[MAX_PLAYERS]         # on reaching the kraken's head
    uint8_t  freed_bonus[MAX_PLAYERS]        # by the 19+ bonus
    uint8_t  corals_claimed[MAX_PLAYERS]
    uint8_t  highest[MAX_PLAYERS]            # level of the highest tile


cdef inline int32_t add(Move* moves, int32_t n, uint8_t kind) noexcept nogil:
    """Write move ``n``, all fields 0 but the kind; return n + 1."""
    memset(&moves[n], 0, sizeof(Move))
    moves[n].kind = kind
    return n + 1


cdef inline int32_t add_number(Move* moves, int32_t n, uint8_t kind,
                               int32_t number) noexcept nogil:
    add(moves, n, kind)
    moves[n].number = number
    return n + 1


cdef inline int32_t add_faces(Move* moves, int32_t n, uint8_t kind, uint64_t faces) noexcept nogil:
    """Write a move for each face in a set of bits, ascending."""
    while faces:
        n = add(moves, n, kind)
        moves[n - 1].face = lowest(faces)
        faces &= faces - 1
    return n


cdef inline uint8_t value_of(uint8_t code) noexcept nogil:
    return 1 + (code - 1) // COLOURS


cdef inline uint8_t colour_of(uint8_t code) noexcept nogil:
    return (code - 1) % COLOURS


cdef inline void count_if(uint16_t* counter, bint happened) noexcept nogil:
    """Add one, but not beyond MOST_COUNTED: the longest games that the rules allow reach it."""
    counter[0] += happened and counter[0] < MOST_COUNTED


cdef inline void count(uint16_t* counter) noexcept nogil:
    count_if(counter, True)
