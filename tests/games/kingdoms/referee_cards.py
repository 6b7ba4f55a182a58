"""Goal cards of Kingdoms of the Deep: their texts, the deeds of an action, points for places."""

from __future__ import annotations


class Goal:
    """A goal card; a part that is left out is none."""

    def __init__(self, texts, players):
        _, immediate, personal, ranking = texts
        self.effect, self.least, self.points = immediate_goal(immediate, players)
        self.personal = personal_goal(personal)
        self.ranking = ranking_goal(ranking)

    def extra(self, name):
        """KD-4.3: more steps for a card."""
        return self.least if self.effect == "extra_" + name else 0


def immediate_goal(text, players):
    """Effect, number, and points, which are none for more steps."""
    if text == "none":
        return None, 0, None
    condition, _, points = text.partition(":")
    effect, number = condition.split()
    least = int(number)
    if effect == "crowded":
        least = min(least, players - 1)
    return effect, least, int(points) if points else None


def personal_goal(text):
    """Measure, number, points."""
    if text == "none":
        return None
    condition, points = text.split(":")
    measure, number = condition.split()
    return measure, int(number), int(points)


def ranking_goal(text):
    """Measure, whether the fewest lead, points of the places."""
    if text == "none":
        return None
    measure, points = text.split(":")
    words = measure.split()
    return words[-1], len(words) == 2, [int(number) for number in points.split()]


def place_points(values, points, fewest=False):
    """KD-4.5: what each seat scores."""
    return [_points_of(value, values, points, fewest) for value in values]


def _points_of(own, values, points, fewest):
    if own == 0 and not fewest:
        return 0
    ahead = [value for value in values if (value < own if fewest else value > own)]
    if any(ahead.count(value) >= 3 for value in ahead):
        return 0
    return points[len(ahead)] if len(ahead) < len(points) else 0


class Deeds:
    """KD-4.2: what a seat did while it carried out its card."""

    def __init__(self, goal, held):
        self.goal = goal
        self.held = held  # capitals held alone when the action began
        self.scored = False
        self.placed = set()
        self.moved = set()  # colours and the tiles onto which they were moved
        self.counts = {}

    def add(self, effect, number=1):
        self.counts[effect] = self.counts.get(effect, 0) + number

    def at_least(self, effect, number):
        self.counts[effect] = max(self.counts.get(effect, 0), number)

    def place(self, tile):
        self.placed.add(tile)
        self.counts["placed_tiles"] = len(self.placed)

    def step(self, colour, origin, goal):
        if (colour, origin) in self.moved:
            self.add("moved_on")
        self.moved.add((colour, goal))

    def met(self):
        """The points of the immediate goal, when it is first met."""
        goal = self.goal
        if self.scored or goal.points is None or self.counts.get(goal.effect, 0) < goal.least:
            return 0
        self.scored = True
        return goal.points
