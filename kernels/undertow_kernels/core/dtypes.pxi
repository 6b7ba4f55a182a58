# Numpy dtypes of a game's four records, derived from the C structs in its state.pxd.

import numpy as np

cdef State _state
cdef const State[::1] _state_view = <State[:1]>&_state
STATE_DTYPE = np.asarray(_state_view).dtype

cdef Tables _tables
cdef const Tables[::1] _tables_view = <Tables[:1]>&_tables
TABLES_DTYPE = np.asarray(_tables_view).dtype

cdef Move _move
cdef const Move[::1] _move_view = <Move[:1]>&_move
MOVE_DTYPE = np.asarray(_move_view).dtype

cdef Columns _columns
cdef const Columns[::1] _columns_view = <Columns[:1]>&_columns
COLUMNS_DTYPE = np.asarray(_columns_view).dtype
