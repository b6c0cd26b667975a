"""A table of a page."""

from collections.abc import Iterable
from html import escape


def table(heads: Iterable[str], rows: list[list[str]], caption: str, right: tuple[int, ...] = ()) -> str:
    """A table of cells that are HTML already; nothing if it has no row."""
    if not rows:
        return ""
    align = [" class=n" if i in right else "" for i in range(len(rows[0]))]
    head = "".join(f'<th scope="col"{a}>{escape(h)}</th>' for h, a in zip(heads, align, strict=True))
    lines = []
    for first, *others in rows:
        cells = "".join(f"<td{a}>{cell}</td>" for a, cell in zip(align[1:], others, strict=True))
        lines.append(f'<tr><th scope="row">{first}</th>{cells}</tr>\n')
    body = "".join(lines)
    return (
        f'<div class="wide"><table>\n<caption>{escape(caption)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n"
    )
