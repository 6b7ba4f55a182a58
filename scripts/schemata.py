"""Mutant schemata: a copy of a kernel's source that carries every mutant, one of them awake.

A module's C global says which; 0 wakes none. So all mutants cost one compilation. What is run also
leaves behind which mutants it met: others need not be tried on it. The source is
read as logical lines of tokens, whose grammar Cython shares with Python; only bodies of functions
without the GIL are changed, and only what an ordinary slip could be: another operator, a bound one
off, a condition that always or never holds, a statement left out.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field

SWAPS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "+": "-",
    "-": "+",
    "*": "+",
    "//": "*",
    "%": "//",
    "/": "*",
    "<<": ">>",
    ">>": "<<",
    "|": "&",
    "&": "|",
    "^": "&",
    "+=": "-=",
    "-=": "+=",
    "*=": "+=",
    "|=": "&=",
    "&=": "|=",
    ">>=": "<<=",
    "<<=": ">>=",
}
WORDS = {
    "and": "or",
    "or": "and",
    "not": "",
    "True": "False",
    "False": "True",
    "min": "max",
    "max": "min",
    "continue": "break",
    "break": "continue",
}
BEFORE_UNARY = {"return", "if", "elif", "else", "while", "in", "and", "or", "not", "range"}
SCALAR = re.compile(r"cdef (?:const )?(bint|u?int(?:8|16|32|64|128)_t) \w+ = ")
FUNCTION = re.compile(r"cdef (?:inline )?(?P<type>.*?)(?P<name>\w+)\(.*\) noexcept nogil:$", re.S)
CONDITION = re.compile(r"(if|elif|while) (.*):$", re.S)
LOOP = re.compile(r"for \w+ in range\((.*)\):$", re.S)
COUNTED = {"int32_t", "uint32_t", "int64_t", "uint64_t", "uint8_t"}  # one more can be returned
New = Callable[[str], int]  # registers a change; its number, 0 if it is not to be written


@dataclass(frozen=True)
class Mutant:
    """One slip.

    Attributes
    ----------
    number : int
        What the C global holds to wake it; from 1, unique within a game.
    key : str
        ``module.function: code [change]``: says which it is, whatever moves in the file.
    """

    number: int
    key: str


@dataclass
class Line:
    """A logical line of a source: where it stands, and its code without comments."""

    first: int  # index of its first physical line
    last: int
    indent: str
    code: str


@dataclass
class Schemata:
    """The mutants of one module as they are found."""

    module: str
    start: int  # the number before the first
    wanted: Container[int] | None  # those to be written; None: all
    mutants: list[Mutant] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def new(self, function: str, code: str, change: str) -> int:
        """Register a mutant; return its number, or 0 if it is not to be written."""
        key = f"{self.module}.{function}: {code} [{change}]"
        self.seen[key] += 1
        again = f" #{self.seen[key]}" if self.seen[key] > 1 else ""
        self.mutants.append(Mutant(self.start + len(self.mutants) + 1, key + again))
        number = self.mutants[-1].number
        return number if self.wanted is None or number in self.wanted else 0


def mutated(
    source: str,
    module: str,
    functions: Container[str],
    start: int,
    wanted: Container[int] | None = None,
) -> tuple[str, list[Mutant]]:
    """Return the source with the wanted mutants in it, and all mutants of the source.

    Parameters
    ----------
    source, module : str
    functions : container of str
        Names of those that are mutated.
    start : int
        Mutants are numbered from ``start + 1``.
    wanted : container of int, optional
        Their numbers; all by default.
    """
    text = source.split("\n")
    out: list[str] = []
    done = 0
    schemata = Schemata(module, start, wanted)
    function, kind = "", ""
    for line in logical_lines(source):
        out += text[done : line.first]
        done = line.last + 1
        as_it_is = text[line.first : done]
        if not line.indent:
            opening = FUNCTION.match(line.code)
            if opening and "def mutants_met():" not in out:
                out += SWITCH.split("\n")
            function = opening["name"] if opening and opening["name"] in functions else ""
            kind = opening["type"].replace("const ", "").strip() if opening else ""
            out += as_it_is
            continue
        out += (function and rewritten(line, function, kind, schemata)) or as_it_is
    return "\n".join(out + text[done:]), schemata.mutants


SWITCH = """
cdef int _mutant = 0
cdef unsigned char _met[10_000]


cdef bint mutant_awake(int number) noexcept nogil:
    _met[number] = 1
    return number == _mutant


def wake_mutant(int number):
    global _mutant
    _mutant = number


def mutants_met():
    found = [number for number in range(10_000) if _met[number]]
    for number in found:
        _met[number] = 0
    return found

"""


INLINE = re.compile(
    r"^cdef inline (?P<head>[^:]*? noexcept nogil):\n(?P<body>(?:(?: .*)?\n)*)", re.M
)


def unfolded(source: str, header: str) -> tuple[str, str]:
    """Return a module's source and its .pxd, the functions held inline there moved to the source.

    A module that is not recompiled keeps them as they were.
    """
    moved = [f"\n\ncdef {each['head']}:\n{each['body'].rstrip()}\n" for each in
             INLINE.finditer(header)]  # fmt: skip
    return source.rstrip() + "\n" + "".join(moved), INLINE.sub(r"cdef \g<head>\n\n\n", header)


def logical_lines(source: str) -> Iterator[Line]:
    """Yield the lines of code; comments, blank lines and docstrings stay out."""
    tokens: list[tokenize.TokenInfo] = []
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            if any(each.type != tokenize.STRING for each in tokens):
                first = tokens[0]
                indent = first.line[: first.start[1]]
                yield Line(first.start[0] - 1, token.start[0] - 1, indent, joined(tokens))
            tokens = []
        elif token.type not in skipped:
            tokens.append(token)


def joined(tokens: list[tokenize.TokenInfo]) -> str:
    """Return tokens on one line, spaced as in the source."""
    out, before = tokens[0].string, tokens[0]
    for token in tokens[1:]:
        apart = token.start != before.end and token.start[0] == before.end[0]
        wrapped = token.start[0] != before.end[0] and before.string not in {"(", "["}
        out += (" " if apart or (wrapped and token.string not in {")", "]"}) else "") + token.string
        before = token
    return out


def rewritten(line: Line, function: str, kind: str, schemata: Schemata) -> list[str]:
    """Return a line of a function's body with its mutants; nothing if it has none."""
    code = line.code

    def new(change: str) -> int:
        return schemata.new(function, code, change)

    condition, loop, scalar = CONDITION.match(code), LOOP.match(code), SCALAR.match(code)
    if condition:
        chosen = among(condition[2], "bint", [*variants(condition[2]), ("never", "False"),
                                              ("always", "True")], new)  # fmt: skip
        return [f"{line.indent}{condition[1]} {chosen}:"]
    if loop:
        bounds = parts(loop[1])  # the step stays: Cython must know its sign
        bounds[:2] = [among(part, "int", list(variants(part)), new) for part in bounds[:2]]
        return [line.indent + code.replace(f"range({loop[1]})", f"range({', '.join(bounds)})")]
    if scalar:
        value = code[scalar.end() :]
        chosen = among(value, scalar[1], list(variants(value)), new)
        return [line.indent + code[: scalar.end()] + chosen]
    if code.startswith(("cdef ", "else:", "for ", "with ", "pass")):
        return []
    return switched(line, statements(code, kind), new)


def statements(code: str, kind: str) -> list[tuple[str, str]]:
    """Return the variants of a simple statement in a function of a return type."""
    found = list(variants(code))
    if not code.startswith("return"):
        return [*found, ("left out", "pass")]
    value = code.removeprefix("return").strip()
    if not value:
        return [("left out", "pass")]
    if not found and kind == "bint":
        return [("negated", f"return not ({value})")]
    if not found and kind in COUNTED:
        return [("one more", f"return ({value}) + 1")]
    return found


def switched(line: Line, found: list[tuple[str, str]], new: New) -> list[str]:
    """Return a statement beside its variants, one of which is carried out."""
    out, word = [], "if"
    for change, code in found:
        number = new(change)
        if number:
            out += [f"{line.indent}{word} mutant_awake({number}):", f"{line.indent}    {code}"]
            word = "elif"
    return [*out, f"{line.indent}else:", f"{line.indent}    {line.code}"] if out else []


def among(value: str, kind: str, found: list[tuple[str, str]], new: New) -> str:
    """Return an expression that is ``value`` or the variant that is awake."""
    # A cast to bint would cut wide integers short.
    form = "(1 if ({}) else 0)" if kind == "bint" else f"(<{kind}>({{}}))"
    out = form.format(value)
    plain = out
    for change, variant in found:
        number = new(change)
        if number:
            out = f"({form.format(variant)} if mutant_awake({number}) else {out})"
    return value if out == plain else out


def parts(arguments: str) -> list[str]:
    """Return arguments apart, cut at the commas that stand in no brackets."""
    out, depth = [""], 0
    for character in arguments:
        depth += (character in "([") - (character in ")]")
        if character == "," and not depth:
            out.append("")
        else:
            out[-1] += character
    return [part.strip() for part in out]


def variants(code: str) -> Iterator[tuple[str, str]]:
    """Yield every change of one token, in words and as code."""
    tokens = [t for t in tokenize.generate_tokens(io.StringIO(code).readline) if t.string.strip()]
    times: Counter[str] = Counter()
    casts = cast_brackets(tokens)
    for i, token in enumerate(tokens):
        other = replacement(tokens, i) if i not in casts else None
        if other is None:
            continue
        times[token.string] += 1
        place = f" ({times[token.string]})" if times[token.string] > 1 else ""
        changed = code[: token.start[1]] + other + code[token.end[1] :]
        yield f"{token.string} -> {other or 'nothing'}{place}", changed.strip()


def replacement(tokens: list[tokenize.TokenInfo], i: int) -> str | None:
    """Return what may stand in a token's place, or None."""
    token = tokens[i]
    if token.type == tokenize.NUMBER:
        return str(int(token.string, 0) + 1) if token.string.isalnum() else None
    if token.type == tokenize.NAME:
        return WORDS.get(token.string)
    binary = i > 0 and ends_operand(tokens[i - 1])
    return SWAPS.get(token.string) if binary else None


def ends_operand(token: tokenize.TokenInfo) -> bool:
    if token.type == tokenize.NAME:
        return token.string not in BEFORE_UNARY
    return token.type == tokenize.NUMBER or token.string in {")", "]"}


def cast_brackets(tokens: list[tokenize.TokenInfo]) -> set[int]:
    """Return the places of tokens that belong to a cast, ``<type>``."""
    found: set[int] = set()
    for i, token in enumerate(tokens):
        if token.string == "<" and not (i and ends_operand(tokens[i - 1])):
            end = next(k for k in range(i, len(tokens)) if tokens[k].string == ">")
            found |= set(range(i, end + 1))
    return found
