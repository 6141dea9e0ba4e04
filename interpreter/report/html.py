"""The name of a template and its values to one self-contained page: no network, no script of others, all escaped."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from interpreter.source.catalogue import phrase
from interpreter.source.speech import spoken


def page(template: str, title: str, **values: object) -> str:
    """A page in the language that is spoken; the templates stand in `report/pages/` and extend `page.html.j2`."""
    return _environment().get_template(template).render(title=title, language=spoken(), **values)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("interpreter.report", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["phrase"] = phrase
    return made
