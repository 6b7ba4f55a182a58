from libc.stdint cimport int32_t, uint8_t, uintptr_t

from .game cimport Game
from .match cimport Play

cdef const Game* fitting_game(uintptr_t address, Py_ssize_t tables_size, int32_t seats,
                              Py_ssize_t key_words) except NULL
cdef list seat_agents(Play* play, agents)
cdef tuple make_rooms(Play* play)
cdef int32_t ask(Play* play, list agents, dict acts) except -1
cdef int32_t index_of(const Play* play, answer) except -1
cdef uint8_t* bytes_at(array) except? NULL
