from libc.stdint cimport int32_t

cpdef enum Feature:          # what a move gains for its seat; "now" as if it were scored now
    POINTS = 0               # points scored at once
    CAPITALS = 1             # capitals held now
    CONQUEST = 2             # 1: all six capitals held, -1: only by a rival
    LEAD = 3                 # units ahead of the strongest rival, -2 to 2 a capital
    GOAL = 4                 # the personal goal's points as far as it is met, tenths
    RANKING = 5              # points of the ranking now
    RACE = 6                 # what the ranking counts
    CASTLE_POINTS = 7        # points of the end card now
    BAIT_SPACES = 8          # spaces of the bait cube
    RIVAL = 9                # points of the leading rival now: capitals, goal, ranking, end card
    ON_MAP = 10              # own units on the map
    INNER = 11               # own units beside Atlantis
    DANGER = 12              # own units on tiles with a shark
    PREY = 13                # rivals' units on tiles with a shark, as many as steps are left
    FOCUS_CAPITALS = 14      # capitals of the foci that a Bolster would win
    BOLSTER_STEPS = 15       # steps of Bolster times advances of the marker to come; so the next
    DEPLOY_STEPS = 16
    MOVE_STEPS = 17
    SHARK_STEPS = 18
    RESET_DEPLOY = 19        # 1, for a disc, times advances of the marker to come; so the next
    RESET_BOLSTER = 20
    RESET_MOVE = 21
    RESET_CASTLE = 22
    CARDS_BACK = 23          # cards that a Reset takes back
    SOLO = 24                # chance that nobody else plays the card, per cent
    SCORING = 25             # points ahead in the scoring round that a Reset brings
    FINISH = 26              # points ahead in the end if a Reset ends the game, 20 for a conquest
    FEATURES = 27

cdef void rate(const void* view, const void* tables, const void* moves, int32_t n,
               int32_t* features) noexcept nogil
