from enum import IntEnum

from typing_extensions import disjoint_base

class Bounds(IntEnum):
    MAX_METRICS = ...

@disjoint_base
class Metric:
    def __new__(cls, address: int, keeper: object) -> Metric: ...
