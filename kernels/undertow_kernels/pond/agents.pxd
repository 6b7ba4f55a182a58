from libc.stdint cimport int32_t

cpdef enum Feature:          # what a move means for the seat that decides; points in hundredths
    CAPTURED = 0             # points captured
    UNSEATED = 1             # points that rivals lose on the table
    TAKEN = 2                # rivals' pieces taken off the board
    FRIENDLY = 3             # pieces of the own side taken off it
    TABLE = 4                # points won on the table, below 0 lost
    SEATED = 5               # table squares won, below 0 lost
    NEARER = 6               # steps that the piece comes nearer to the table
    DANGER = 7               # points that come within rivals' reach, below 0 that leave it
    EXPOSED = 8              # pieces that do so
    GUARDED = 9              # 1: another piece of the own side reaches the new square
    RELIEF = 10              # points within reach of the piece captured
    THREAT = 11              # points of the best piece within reach of the new square
    LOOMING = 12             # own lead, if a seat then holds the table for good
    ENDS = 13                # own lead, if the game then ends
    GIVEN = 14               # points that a rival captures
    SPOILED = 15             # points of a rival's piece that leaves the game
    RESCUED = 16             # points of a piece freed from a rival's dungeon
    CARD = 17                # use of the card that leaves the hand, 1 to 6
    HELD = 18                # rivals' pieces that a web holds
    STUCK = 19               # own pieces that it holds before the move is made
    MIDDLE = 20              # points placed times steps from the edge of the home
    FEATURES = 21

cdef int32_t distance(int32_t square) noexcept nogil
cdef void rate(const void* view, const void* tables, const void* moves, int32_t n,
               int32_t* features) noexcept nogil
