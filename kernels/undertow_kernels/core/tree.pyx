"""Nodes by the hash of a view, edges by prior, and which decision to try next."""

from libc.math cimport exp, sqrt
from libc.stdint cimport INT64_MIN
from libc.string cimport memcpy, memset

from .rng cimport uint128_t

cdef double SHARPNESS = 2.0  # e-folds from the best move's prior to a mean one's
cdef double WORST = -20.0    # e-folds of the least prior: 0 is left to moves not to be taken


# --- nodes ----------------------------------------------------------------------------------------

cdef inline uint64_t folded(uint64_t hashed, uint64_t word) noexcept nogil:
    cdef uint128_t product = <uint128_t>(hashed ^ word) * 0xD6E8FEB86659FD93ULL
    return <uint64_t>product ^ <uint64_t>(product >> 64)


cdef inline void fold_in(uint64_t* lane, const uint64_t* word) noexcept nogil:
    lane[0] = folded(lane[0], word[0])
    lane[1] = folded(lane[1], word[1] + 1)
    lane[2] = folded(lane[2], word[2] + 2)
    lane[3] = folded(lane[3], word[3] + 3)


cdef uint64_t hash_of(const uint8_t* data, size_t size, uint64_t salt) noexcept nogil:
    """Return 64 bits that other bytes, or the same with another salt, hardly share.

    Multiplied and folded, in four lanes.
    """
    cdef uint64_t lane[4]
    cdef uint64_t word[4]
    cdef size_t at = 0
    lane[0] = lane[1] = lane[2] = lane[3] = 0x9E3779B97F4A7C15ULL * (salt + 1)
    while at + sizeof(word) <= size:
        memcpy(word, data + at, sizeof(word))
        fold_in(lane, word)
        at += sizeof(word)
    if at < size:
        memset(word, 0, sizeof(word))
        memcpy(word, data + at, size - at)
        fold_in(lane, word)
    return folded(folded(lane[0], lane[1]), folded(lane[2], lane[3]))


cdef uint32_t slots_for(int32_t nodes) noexcept nogil:
    """Return a power of two that leaves half of the hash table free."""
    cdef uint32_t slots = 8
    while slots < 2 * <uint32_t>nodes:
        slots *= 2
    return slots


cdef void clear(Tree* tree) noexcept nogil:
    tree.n_nodes = tree.n_edges = 0
    memset(tree.slots, 0, (tree.mask + 1) * sizeof(uint32_t))


cdef Node* find_node(Tree* tree, uint64_t key, int32_t seat, int32_t options) noexcept nogil:
    """Return the node of a key, a new one without visits if there is none."""
    cdef uint32_t slot = <uint32_t>key & tree.mask
    cdef Node* node
    while tree.slots[slot]:
        node = &tree.nodes[tree.slots[slot] - 1]
        if node.key == key:
            return node
        slot = (slot + 1) & tree.mask
    node = &tree.nodes[tree.n_nodes]
    node[0] = Node(key=key, total=0, visits=0, first=NONE, options=options, tried=0, seat=seat)
    tree.n_nodes += 1
    tree.slots[slot] = tree.n_nodes
    return node


# --- edges ----------------------------------------------------------------------------------------

cdef bint has_room(const Tree* tree, const Node* node) noexcept nogil:
    """Return whether a node can still get its edges."""
    return tree.n_edges + node.options <= tree.most_edges


cdef void expand(Tree* tree, Node* node, const int64_t* rated) noexcept nogil:
    """Give a node its edges: the best rated the greatest prior, e^-sharpness of it a mean one.

    A move rated INT64_MIN gets none: it is not to be taken.
    """
    cdef Edge* edge = &tree.edges[tree.n_edges]
    cdef double best, scale
    cdef double total = 0
    cdef int32_t i
    node.first = tree.n_edges
    tree.n_edges += node.options
    scale = scale_of(rated, node.options, &best)
    for i in range(node.options):
        edge[i] = Edge(total=0, prior=0, visits=0, move=i)
        if rated[i] != INT64_MIN:
            edge[i].prior = <float>exp(max(WORST, (rated[i] - best) * scale))
            total += edge[i].prior
    for i in range(node.options):
        edge[i].prior /= <float>total
    bring_forward(tree, node)


cdef double scale_of(const int64_t* rated, int32_t n, double* best) noexcept nogil:
    """Set the best rating; return the e-folds for each point below it."""
    cdef double mean = 0
    cdef int32_t taken = 0
    cdef int32_t i
    best[0] = 0
    for i in range(n):
        if rated[i] != INT64_MIN:
            best[0] = rated[i] if taken == 0 else max(best[0], <double>rated[i])
            mean += rated[i]
            taken += 1
    mean /= taken
    return SHARPNESS / (best[0] - mean) if best[0] > mean else 0.0


cdef void bring_forward(Tree* tree, const Node* node) noexcept nogil:
    """Let the edge to be tried next be the one with the greatest prior; of several the first."""
    cdef Edge* edge = &tree.edges[node.first]
    cdef int32_t best = node.tried
    cdef int32_t i
    cdef Edge next
    for i in range(node.tried + 1, node.options):
        if edge[i].prior > edge[best].prior or (
            edge[i].prior == edge[best].prior and edge[i].move < edge[best].move
        ):
            best = i
    next = edge[best]
    edge[best] = edge[node.tried]
    edge[node.tried] = next


# --- decisions ------------------------------------------------------------------------------------

cdef int32_t choose_edge(Tree* tree, Node* node, double exploring) noexcept nogil:
    """Return the edge with the greatest mean reward and bonus for being little tried."""
    cdef const Edge* edge = &tree.edges[node.first]
    cdef double bonus = exploring * sqrt(<double>node.visits + 1)
    cdef double best = -1
    cdef double worth
    cdef int32_t found = 0
    cdef int32_t i
    for i in range(node.tried):
        worth = edge[i].total / max(1, edge[i].visits)    # 0 on a path that comes by again
        worth += bonus * edge[i].prior / (1 + edge[i].visits)
        if worth > best:
            best = worth
            found = i
    if node.tried < node.options and edge[node.tried].prior > 0:
        worth = node.total / node.visits if node.visits else 0.5    # as the node so far
        if worth + bonus * edge[node.tried].prior > best:
            found = node.tried
            node.tried += 1
            if node.tried < node.options:
                bring_forward(tree, node)
    return found


cdef int32_t tried_most(const Tree* tree, const Node* node) noexcept nogil:
    """Return the move tried most often; among several the one that did best."""
    cdef const Edge* edge = &tree.edges[node.first]
    cdef int32_t best = 0
    cdef int32_t i
    for i in range(1, node.tried):
        if edge[i].visits > edge[best].visits or (
            edge[i].visits == edge[best].visits and edge[i].total > edge[best].total
        ):
            best = i
    return edge[best].move


cdef void add_reward(Tree* tree, Node* node, int32_t edge, double reward) noexcept nogil:
    """Add what became of the node's seat once it took an edge, or none."""
    node.visits += 1
    node.total += reward
    if edge != NONE:
        tree.edges[node.first + edge].visits += 1
        tree.edges[node.first + edge].total += reward
