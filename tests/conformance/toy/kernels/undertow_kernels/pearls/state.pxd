"""The one declaration of the records of pearls; state.pyx derives their numpy dtypes."""

from libc.stdint cimport uint8_t, uint16_t

cpdef enum Limits:
    MAX_PLAYERS = 4
    HAND = 3                 # pearls in a hand
    MAX_MOVES = HAND

cpdef enum Kind:
    THROW = 1                # throw the pearl in a slot
    PASS = 2                 # nothing left to throw

cdef struct State:
    uint16_t score[MAX_PLAYERS]      # points
    uint16_t round                   # from 1
    uint16_t turns                   # turns begun
    uint8_t hand[MAX_PLAYERS][HAND]  # worth of each pearl, 1..6; 0 = none, or unknown in a view
    uint8_t held[MAX_PLAYERS]        # bit per slot that holds a pearl: everybody sees how many
    uint8_t stock                    # pearls not yet dealt
    uint8_t turn                     # seat that decides
    uint8_t first                    # start player
    uint8_t seats
    uint8_t over                     # 0, or the ending
    uint8_t _pad[3]

cdef struct Tables:
    uint16_t target                  # points that end the game
    uint16_t cap                     # rounds
    uint8_t stock                    # pearls beside the first hands
    uint8_t depth                    # least roll that brings a pearl home
    uint8_t _pad[2]

cdef struct Move:
    uint8_t kind                     # Kind
    uint8_t slot                     # of the hand
    uint8_t _pad[6]

cdef struct Columns:
    uint16_t lost                    # pearls neither held nor in stock
    uint16_t left                    # pearls in stock at the end
