from libc.stdint cimport int32_t

cpdef enum Feature:          # what a move means for the seat that decides
    FRIENDS = 0              # own friends freed, at once or by the best that the move leads to
    POINTS = 1               # points won with it: counters, and corals in a final turn
    TAKEN = 2                # corals taken with it
    AHEAD = 3                # points of the best counter to eat for next turn, if not now
    NEARER = 4               # dice fewer that stored dice lack for the own arms, all arms together
    STORED = 5               # stored dice, won or lost
    RIVAL_STEPS = 6          # spaces that rivals move on the track
    RIVAL_HEADS = 7          # rivals who reach the head
    OWN_STEPS = 8            # spaces that the own creature moves on the track
    OWN_PIPS = 9             # pips of own dice in the sea, won or lost
    LOADED = 10              # own dice put on the big wave
    BREAKS = 11              # if the wave fills: the own bonus's level less the best rival's
    BITTEN = 12              # own creatures that the shark eats
    RIVALS_BITTEN = 13       # rivals' creatures that it eats
    DANGER = 14              # own creatures that it may reach before the next turn
    ARROWS = 15              # levels of strength in arrows, won or lost; more than 4 do not count
    EATS = 16                # the same of eat symbols
    WAVES = 17               # the same of wave symbols
    ROOM = 18                # faces that can store a die, won or lost
    SHOWN = 19               # arrows, eat symbols and waves visible, won or lost
    MATCHED = 20             # points of corals known to be worth those symbols, won or lost
    SITES = 21               # edges between a tile laid and others of its level
    SKELETONS = 22           # skeletons on the own reef, won or lost
    PEEKS = 23               # corals seen for the first time
    FEATURES = 24

cdef void rate(const void* view, const void* tables, const void* moves, int32_t n,
               int32_t* features) noexcept nogil
