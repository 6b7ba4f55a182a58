"""``report``: results as one HTML page that needs nothing else, neither files nor a network."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from undertow import __version__
from undertow.drawing.canvas import EXTRA
from undertow.errors import InputValueError, extra
from undertow.reporting.evidence import agents_of, evidence_of
from undertow.reporting.sections import section_of
from undertow.reporting.sources import Source, source_of
from undertow.storage.files import checked_path
from undertow.storage.publishing import NewFile, check_free, named, writing

if TYPE_CHECKING:
    from jinja2 import Template

SUFFIXES = (".html", ".htm")


def report(*sources: object, out: str | PathLike[str], force: bool = False) -> Path:
    """Write results as one HTML page.

    Parameters
    ----------
    *sources : Result, Comparison, Sweep, Tournament, Ladder, Value, Sensitivity, str or path
        Results, and files: rows (``-o NAME.parquet``) or what ``--json`` wrote.
    out : str or path
        The page; its name ends in ``.html``.
    force : bool
        Replace a file that is there already.

    Returns
    -------
    Path
        ``out``.

    Raises
    ------
    InputValueError, InputTypeError
        There is no source, one is no result and no path, or ``out`` exists and no ``force``.
    ResultFileError
        A file cannot be read or written, or is damaged.
    MissingExtraError
        matplotlib or jinja2 is not installed.
    """
    path = checked_path(out)
    if path.suffix not in SUFFIXES:
        raise InputValueError(f"{named(path)} must end in .html: a report is a page")
    if not sources:
        raise InputValueError("a report needs a result or a file")
    check_free(path, force=force)
    template = _template()
    page = _page(template, [source_of(given) for given in sources])
    with NewFile(path, force=force) as new:
        with writing(path):
            new.file.write(page.encode("utf-8", "replace"))
        new.publish()
    return path


def _template() -> Template:
    with extra("jinja2", EXTRA):
        from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415
    with extra("matplotlib", EXTRA):
        import matplotlib  # noqa: F401, PLC0415  missing, it is told before any game is read
    pages = Environment(
        loader=PackageLoader("undertow.reporting", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return pages.get_template("page.jinja")


def _page(template: Template, sources: Sequence[Source]) -> str:
    """Return the page's text."""
    return template.render(
        sections=[section_of(source, f"r{i}") for i, source in enumerate(sources, 1)],
        agents=agents_of(sources),
        evidence=evidence_of(sources),
        version=__version__,
    )
