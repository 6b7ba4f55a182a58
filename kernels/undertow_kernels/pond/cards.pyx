"""Pond power: pile, hands and discards; what may be played on which piece."""

from libc.stdint cimport uint8_t
from libc.string cimport memmove, memset

from ..core.bits cimport bit, has, how_many
from ..core.rng cimport SETUP, chance_shuffle, uint128_t
from .board cimport frozen_squares, may_move, shielded_squares, square_bit, squares
from .state cimport (
    AGILE, AGILE_CARD, CARDS, DISCARD, FROG_LEGS, FROG_TONGUE, LEGS, NO_CARD, NO_SEAT, OFF, PIECES,
    PILE, SPIDER_WEB, TONGUE, TURTLE_SHELL, WEB, add, add_piece, colour_of,
)


cdef void deal_cards(State* s, const Tables* t, Chance* chance) noexcept nogil:
    """Shuffle the cards and deal the first hands."""               # KP-6.1
    cdef int32_t kind, seat, _card
    for kind in range(1, CARDS):
        s.discards[kind] = t.card_count[kind]
    shuffle_discards(s, chance)
    for seat in range(s.players):
        for _card in range(t.start_cards):
            draw_card(s, seat, chance)


cdef void shuffle_discards(State* s, Chance* chance) noexcept nogil:
    """Make the discards the new pile."""
    cdef int32_t kind, _card
    s.pile_size = 0
    for kind in range(1, CARDS):
        for _card in range(s.discards[kind]):
            s.pile[s.pile_size] = kind
            s.pile_size += 1
    memset(s.discards, 0, sizeof(s.discards))
    chance_shuffle(chance, SETUP, s.pile, s.pile_size)


cdef void draw_card(State* s, int32_t seat, Chance* chance) noexcept nogil:
    cdef uint8_t card
    if s.pile_size == 0:                                            # KP-6.4
        shuffle_discards(s, chance)
    if s.pile_size == 0:
        return
    card = s.pile[0]
    memmove(s.pile, s.pile + 1, PILE - 1)
    s.pile[PILE - 1] = NO_CARD
    s.pile_size -= 1
    s.hand[seat][card] += 1
    s.hand_size[seat] += 1


cdef void spend(State* s, int32_t seat, int32_t card) noexcept nogil:
    """Count a card as played and discard it."""
    s.cards[seat][card] += 1
    discard(s, seat, card)


cdef void discard(State* s, int32_t seat, int32_t card) noexcept nogil:
    """Move a card from a hand to the discards."""                  # KP-6.2
    s.hand[seat][card] -= 1
    s.hand_size[seat] -= 1
    s.discards[card] += 1


cdef bint shell_ready(const State* s, const Tables* t, int32_t seat) noexcept nogil:
    return (s.hand[seat][<int32_t>TURTLE_SHELL] > 0
            and how_many(s.shells) < t.shell_tokens)                # KP-6.13


cdef inline bint own(const State* s, const Tables* t, int32_t piece) noexcept nogil:
    return s.square[piece] != OFF and t.owner[colour_of(piece)] == s.active


cdef int32_t list_cards(const State* s, const Tables* t, Move* moves, int32_t n) noexcept nogil:
    """List the action cards that the active seat may play, kind by kind."""
    cdef const uint8_t* hand = s.hand[s.active]
    if hand[<int32_t>SPIDER_WEB] and how_many(s.webs) < t.web_tokens:
        n = list_webs(s, t, moves, n)
    if hand[<int32_t>AGILE_CARD] and not s.moved:
        n = list_named(s, t, AGILE, moves, n)
    if hand[<int32_t>FROG_LEGS] and not s.moved:
        n = list_named(s, t, LEGS, moves, n)
    if hand[<int32_t>FROG_TONGUE]:
        n = list_tongues(s, t, moves, n)
    return n


cdef int32_t list_webs(const State* s, const Tables* t, Move* moves, int32_t n) noexcept nogil:
    cdef int32_t piece
    for piece in range(PIECES):
        if own(s, t, piece) and not has(s.webs, piece):
            n = add_piece(moves, n, WEB, piece, 0)
    return n


cdef int32_t list_named(const State* s, const Tables* t, uint8_t kind, Move* moves,
                        int32_t n) noexcept nogil:
    """List Agile or Legs on each piece that has a move with the card counted."""    # KP-6.8
    cdef int32_t piece, agile, legs
    for piece in range(PIECES):
        if not own(s, t, piece) or (s.named and s.named != piece + 1):
            continue
        agile = s.agile
        legs = s.legs
        if kind == AGILE:
            agile = 1
        else:
            legs += 1
        if may_move(s, t, piece, agile, legs):
            n = add_piece(moves, n, kind, piece, 0)
    return n


cdef int32_t list_tongues(const State* s, const Tables* t, Move* moves, int32_t n) noexcept nogil:
    cdef uint128_t held = frozen_squares(s, t) | shielded_squares(s)
    cdef uint128_t beside
    cdef int32_t piece, other
    for piece in range(PIECES):
        if not own(s, t, piece):
            continue
        beside = squares(t.line[1][s.square[piece]]) & ~held
        for other in range(PIECES):
            if (s.square[other] != OFF and rival(s, t, other)
                    and beside & square_bit(s.square[other])):      # KP-6.9
                n = add_piece(moves, n, TONGUE, piece, 0)
                moves[n - 1].other = other
    return n


cdef inline bint rival(const State* s, const Tables* t, int32_t piece) noexcept nogil:
    """Return whether a piece belongs to another side than the active seat's."""
    cdef uint8_t seat = t.owner[colour_of(piece)]
    return seat != NO_SEAT and t.side[seat] != t.side[s.active]


cdef int32_t list_discards(const State* s, Move* moves) noexcept nogil:
    cdef int32_t kind
    cdef int32_t n = 0
    for kind in range(1, CARDS):
        if s.hand[s.active][kind]:                                  # KP-6.3
            n = add(moves, n, DISCARD)
            moves[n - 1].card = kind
    return n


cdef void play_on_piece(State* s, const Move* move) noexcept nogil:
    """Play Spider Web, Agile or Frog Legs."""
    if move.kind == WEB:
        spend(s, s.active, SPIDER_WEB)
        s.webs |= bit(move.piece)
        return
    s.named = move.piece + 1                                        # KP-6.6
    if move.kind == AGILE:
        spend(s, s.active, AGILE_CARD)
        s.agile = 1
    else:
        spend(s, s.active, FROG_LEGS)
        s.legs += 1


cdef void let_lapse(State* s, const Tables* t) noexcept nogil:
    """Forget Agile and Legs if the piece named cannot move any more."""
    if s.named and not may_move(s, t, s.named - 1, s.agile, s.legs):
        s.named = 0
        s.agile = 0
        s.legs = 0
