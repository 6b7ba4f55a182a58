from typing_extensions import disjoint_base

@disjoint_base
class Room:
    def __new__(cls, size: int) -> Room: ...
