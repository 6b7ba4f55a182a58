"""Random words for the referees: Philox4x64-10 in plain Python, nothing shared with the kernels."""

from __future__ import annotations

MASK = (1 << 64) - 1
MULTIPLY_0 = 0xD2E7470EE14C6C93
MULTIPLY_1 = 0xCA5A826395121157
WEYL_0 = 0x9E3779B97F4A7C15
WEYL_1 = 0xBB67AE8584CAA73B


def philox(counter, key):
    """The four words that ten rounds of Philox4x64 make of a counter (4 words) and a key (2)."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        wide_0 = MULTIPLY_0 * c0
        wide_1 = MULTIPLY_1 * c2
        c0, c1, c2, c3 = (
            (wide_1 >> 64) ^ c1 ^ k0,
            wide_1 & MASK,
            (wide_0 >> 64) ^ c3 ^ k1,
            wide_0 & MASK,
        )
        k0 = (k0 + WEYL_0) & MASK
        k1 = (k1 + WEYL_1) & MASK
    return c0, c1, c2, c3


class Stream:
    """The words of one purpose, seat and round of one game, in order."""

    def __init__(self, key, game, purpose, round_number, seat=0):
        self.key = key
        self.tail = (1 | purpose << 8 | seat << 16, round_number, game)
        self.block = 0
        self.words = []

    def word(self):
        if not self.words:
            self.block += 1
            self.words = list(philox((self.block, *self.tail), self.key))
            self.words.reverse()
        return self.words.pop()

    def below(self, n):
        """A whole number from 0 to n - 1 by Lemire's method; no word is used for n = 1."""
        if n == 1:
            return 0
        refused = ((1 << 64) - n) % n
        wide = self.word() * n
        while wide & MASK < refused:
            wide = self.word() * n
        return wide >> 64
