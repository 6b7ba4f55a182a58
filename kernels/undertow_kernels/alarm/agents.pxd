from libc.stdint cimport int32_t

cpdef enum Feature:          # what a move means for the captain, expected where tokens are unknown
    ANIMAL = 0               # chance that the token is an animal on top of the reef, per cent
    MORE = 1                 # animals that the tokens after it may bring, hundredths
    WIN = 2                  # chance that the animal reaches the target, per cent
    PROVISION = 3            # chance of losing a provision that is not the last, per cent
    LAST = 4                 # chance of losing the last provision, per cent
    NEWS = 5                 # 100: a token is turned that nobody knows
    GIFT = 6                 # chance of the next captain's best first token, per cent
    FREEING = 7              # chance that Kuno leaves the only section worth sailing to, per cent
    STOPPING = 8             # 1: the turn is ended by choice
    BENEATH = 9              # tokens left in the stack from which the animal is taken
    FEATURES = 10

cdef void rate(const void* view, const void* tables, const void* moves, int32_t n,
               int32_t* features) noexcept nogil
