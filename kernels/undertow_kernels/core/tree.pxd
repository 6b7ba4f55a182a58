"""The tree of a search: what seats know when they decide, and how their decisions did."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

cdef enum:
    NONE = -1                # no edge

cdef struct Edge:            # one decision at a node
    double total             # rewards of the node's seat
    float prior
    uint32_t visits
    int32_t move             # its place among the legal moves

cdef struct Node:            # what one seat knows when it decides
    uint64_t key             # hash of the view
    double total             # rewards of its seat
    uint32_t visits
    int32_t first            # its first edge, NONE = not yet expanded
    int32_t options
    int32_t tried            # edges with visits; the next one has the greatest prior of the others
    int32_t seat

cdef struct Tree:
    Node* nodes
    Edge* edges
    uint32_t* slots          # hash table: node + 1, 0 = free
    uint32_t mask            # slots - 1
    int32_t n_nodes
    int32_t n_edges
    int32_t most_edges

cdef uint64_t hash_of(const uint8_t* data, size_t size, uint64_t salt) noexcept nogil
cdef uint32_t slots_for(int32_t nodes) noexcept nogil
cdef void clear(Tree* tree) noexcept nogil
cdef Node* find_node(Tree* tree, uint64_t key, int32_t seat, int32_t options) noexcept nogil
cdef bint has_room(const Tree* tree, const Node* node) noexcept nogil
cdef void expand(Tree* tree, Node* node, const int64_t* rated) noexcept nogil
cdef int32_t choose_edge(Tree* tree, Node* node, double exploring) noexcept nogil
cdef int32_t tried_most(const Tree* tree, const Node* node) noexcept nogil
cdef void add_reward(Tree* tree, Node* node, int32_t edge, double reward) noexcept nogil
