"""The one declaration of the pond's records; state.pyx derives their numpy dtypes."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

cpdef enum Limits:
    MAX_PLAYERS = 4
    COLOURS = 4              # north, east, south, west
    EACH = 10                # pieces of a colour
    PIECES = 40              # 10 * colour + k
    WORDS = 5                # of 64 bits, for a byte per piece
    SPIDERS = 5              # k 0..4
    FROGS = 4                # k 5..8
    DRAGONFLY = 9            # k
    SQUARES = 81             # 9 * row + column; the corners are never in bounds
    SIDE = 9
    OFF = 81                 # not on the board
    ROWS = 82                # a row for each square and an empty one for OFF
    CODES = 6                # value codes: value + 2, 0 = unknown
    CARDS = 7                # card kinds 1..6
    PILE = 16                # cards in all
    LENGTHS = 9              # of a straight line on the board: 1..8
    TABLE = 5                # squares of the pond table
    RANKS = 3                # kinds of piece: spiders, frogs, dragonflies
    MAX_MOVES = 1536         # 20 pieces to 64 squares, 3 cards on each, 8 tongues each, END: 1501

cpdef enum Card:
    NO_CARD = 0
    SPIDER_WEB = 1
    AGILE_CARD = 2
    FROG_LEGS = 3
    FROG_TONGUE = 4
    POISONOUS_SNAKE = 5
    TURTLE_SHELL = 6

cpdef enum Kind:             # what a move does; the fields it uses
    PLACE = 1                # value: code
    REMOVE = 2               # piece
    MOVE = 3                 # piece, square
    WEB = 4                  # piece
    AGILE = 5                # piece
    LEGS = 6                 # piece
    TONGUE = 7               # piece, other: the piece pulled
    END = 8
    REACT_NONE = 9
    REACT_SNAKE = 10
    REACT_SHELL = 11
    RETURN = 12              # square
    FREE = 13                # piece, square
    DISCARD = 14             # card

cpdef enum Phase:
    FINISHED = 0
    CHOOSE_VALUE = 1
    CHOOSE_REMOVAL = 2
    CHOOSE_ACT = 3
    CHOOSE_REACTION = 4
    CHOOSE_RETURN = 5
    CHOOSE_FREED = 6
    CHOOSE_DISCARD = 7

cdef struct State:
    uint64_t webs            # bit per piece
    uint64_t shells          # bit per piece
    uint32_t turn            # turns begun
    uint32_t captures[MAX_PLAYERS][RANKS]    # by captor and kind of piece
    uint32_t cards[MAX_PLAYERS][CARDS]       # played, by seat and kind
    uint32_t shores[MAX_PLAYERS]             # spiders that reached the far shore
    uint32_t freed[MAX_PLAYERS]              # pieces freed there
    uint16_t round           # 0 in set-up, then from 1
    uint16_t freed_round[PIECES]             # in which a piece last left a dungeon
    uint8_t  square[PIECES]                  # OFF when not on the board
    uint8_t  value[PIECES]                   # code; 0 not yet placed, or unknown in a view
    uint8_t  dungeon[PIECES]                 # seat + 1 of the captor, 0 = none
    uint8_t  knower[PIECES]                  # bit per seat that knows the value
    uint8_t  at[SQUARES]                     # piece + 1 on each square, 0 = none
    uint8_t  hand[MAX_PLAYERS][CARDS]        # cards by kind; 0 for others in a view
    uint8_t  hand_size[MAX_PLAYERS]
    uint8_t  pile[PILE]                      # kinds from the top, 0 = none, or hidden
    uint8_t  pile_size
    uint8_t  discards[CARDS]                 # by kind
    uint8_t  players
    uint8_t  start                           # seat of the start player
    uint8_t  active                          # seat whose turn it is, or that sets up
    uint8_t  decider                         # seat that chooses now
    uint8_t  phase                           # Phase
    uint8_t  ending                          # of core.game
    uint8_t  placing                         # piece whose value is placed next
    uint8_t  dealt                           # 1 once the first cards are dealt
    uint8_t  removing                        # seat whose piece is removed next
    uint8_t  moved                           # 1 once the turn's move is made
    uint8_t  named                           # piece + 1 that must move, 0 = any
    uint8_t  agile                           # 1: played on it
    uint8_t  legs                            # cards played on it
    uint8_t  attacker                        # piece of the capture or move at hand
    uint8_t  victim                          # NO_PIECE: the move captured nothing
    uint8_t  target                          # square moved to
    uint8_t  by_tongue                       # 1: the capture at hand is a pull

cdef struct Tables:
    uint64_t line[LENGTHS][SQUARES][2]       # squares at a straight distance, a bit each
    uint64_t plain[EACH][ROWS][2]            # where piece k may go without cards, bans kept
    uint64_t near[RANKS][ROWS]               # the same by rank, as the square's window shows it
    uint64_t spot[ROWS][2]                   # the square itself, a bit; none for OFF
    uint64_t rivals[MAX_PLAYERS][WORDS]      # a byte per piece, 1: it scores in the seat's dungeon
    uint64_t in_bounds[2]
    uint64_t homes[2]                        # all four
    uint64_t home[COLOURS][2]
    uint64_t far_shore[COLOURS][2]           # where a colour's spider turns back; none: no shore
    uint64_t table[2]
    uint16_t round_cap
    uint8_t  start_square[PIECES]
    uint8_t  table_square[TABLE]             # those of table
    uint8_t  window[ROWS]                    # 64 squares seen from a square: the first row
    uint8_t  seated[ROWS]                    # 1: on the table
    uint8_t  home_of[SQUARES]                # colour + 1, 0 = no home
    uint8_t  owner[COLOURS]                  # seat, NO_SEAT = unused
    uint8_t  side[MAX_PLAYERS]               # by seat
    uint8_t  colours[MAX_PLAYERS][2]         # that a seat owns, ascending, colours_each of them
    uint8_t  colours_each
    uint8_t  holder[PIECES + 1]              # by piece + 1: its seat, NO_SEAT = unused or no piece
    uint8_t  spider_code[SPIDERS]
    uint8_t  frog_code[FROGS]
    uint8_t  dragonfly_code
    uint8_t  card_count[CARDS]               # by kind
    uint8_t  start_cards
    uint8_t  hand_limit
    uint8_t  web_tokens
    uint8_t  shell_tokens
    uint8_t  table_hold
    uint8_t  teams                           # 1: some seats win together
    uint8_t  removal                         # 1: three players, the middle one removes
    uint8_t  middle_starts                   # readings and variants: 0 or 1
    uint8_t  far_shore_on
    uint8_t  pond_power
    uint8_t  values_dealt
    uint8_t  legs_exact
    uint8_t  agile_distance
    uint8_t  snake_draws
    int8_t   handicap[MAX_PLAYERS]           # points
    uint8_t  _pad[7]

cdef struct Move:
    uint8_t kind             # Kind
    uint8_t piece
    uint8_t square
    uint8_t other            # second piece
    uint8_t card
    uint8_t value            # code
    uint8_t _pad[2]

cdef struct Columns:
    uint32_t captures[MAX_PLAYERS][RANKS]    # by captor: spiders, frogs, dragonflies
    uint32_t cards[MAX_PLAYERS][6]           # times played: Spider Web to Turtle Shell
    uint32_t shores[MAX_PLAYERS]             # own spiders that reached the far shore
    uint32_t freed[MAX_PLAYERS]              # own pieces freed there
    uint8_t  pieces_left[MAX_PLAYERS]        # on the board, by seat
    uint8_t  on_table[MAX_PLAYERS]

cdef enum:
    LAST_BYTES = EACH - 8    # where the last word of the bytes of a colour's pieces begins
    NO_SEAT = 255
    NO_PIECE = 255
    MIDDLE = 1               # with three players, the seat between the others
    PAST_MIDDLE = 2          # seats from the first of those others to the second


cdef inline int32_t add(Move* moves, int32_t n, uint8_t kind) noexcept nogil:
    """Write move ``n``, all fields 0 but the kind; return n + 1."""
    memset(&moves[n], 0, sizeof(Move))
    moves[n].kind = kind
    return n + 1


cdef inline int32_t add_piece(Move* moves, int32_t n, uint8_t kind, int32_t piece,
                              int32_t square) noexcept nogil:
    # One store of eight bytes: the lists are long, and this is what filling them costs.
    # It takes the first field for the lowest byte, as on a little-endian machine.
    cdef uint64_t word = kind | <uint64_t>piece << 8 | <uint64_t>square << 16
    memcpy(&moves[n], &word, sizeof(Move))
    return n + 1


cdef inline int32_t colour_of(int32_t piece) noexcept nogil:
    return piece // EACH


cdef inline int32_t rank_of(int32_t piece) noexcept nogil:
    """Return 0 for a spider, 1 for a frog, 2 for a dragonfly."""
    return (kind_of(piece) >= SPIDERS) + (kind_of(piece) == DRAGONFLY)


cdef inline int32_t kind_of(int32_t piece) noexcept nogil:
    """Return a piece's k within its colour: 0..4 spiders, 5..8 frogs, 9 the dragonfly."""
    return piece % EACH
