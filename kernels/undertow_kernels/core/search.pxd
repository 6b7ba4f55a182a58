"""Information-set tree search for any game that can deal again what a seat cannot know.

Multiple-observer Monte Carlo tree search (Cowling, Powley and Whitehouse 2012, "Information set
Monte Carlo tree search"): each iteration draws a state that fits the view, lets every seat decide
by what it would know there, plays on at random and credits each seat's decisions with what became
of that seat. A node is found by a hash of what a seat knows when it decides, for another seat than
the searching one of what both know: so nobody answers what it cannot have seen. Decisions are
weighed as in PUCT (Silver et al. 2017, "Mastering the game of Go without human knowledge"), the
game's own features being the prior.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t, uintptr_t

from .agents cimport Choice, Weights
from .game cimport MAX_SEATS
from .rng cimport Chance, Stream
from .tree cimport Node, Tree

cdef enum:
    DEEPEST = 128            # decisions of a path that are remembered
    RIPE = 3                 # visits before a node gets its edges: rating them is dear

cdef struct Step:
    Node* node
    int32_t edge             # NONE = the playouts began here

cdef struct Plan:            # an agent's parameters
    Weights weights
    int32_t iterations
    int32_t playouts         # of each iteration; the mean of their rewards counts
    int32_t horizon          # turns that a playout looks ahead; 0 = to the end
    int32_t most_edges       # of a tree
    double  exploring        # weight of the prior

cdef struct Search:          # one decision being thought over
    const Plan* plan
    const Choice* asked
    Choice inner             # the same for a seat within an iteration
    Tree tree
    Node* root
    Chance chance
    Stream stream            # of the playouts
    uint8_t* state
    uint8_t* leaf            # the state where the iteration's playouts begin
    uint8_t* view
    uint8_t* shared          # what the searching seat knows of another seat's view
    uint8_t* moves
    int32_t depth
    Step path[DEEPEST]
    uint8_t side[MAX_SEATS]
    double reward[MAX_SEATS]
    uint32_t end_turn        # where a playout stops
    int32_t seats
