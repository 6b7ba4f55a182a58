"""From rows to numbers, each with an interval: no game and no file is known here."""
