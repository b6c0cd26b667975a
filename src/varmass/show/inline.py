"""Pictures that stand inside a page: no reference to elsewhere, no name twice, and the page's own colours."""

import re
from html import escape

from varmass.show.equation import svg
from varmass.show.plot import COORDINATE, EVENTS, GREY, SPEED

# Colours that are drawn on white, by the names under which a page keeps one for light and one for dark.
THEME = {
    COORDINATE: "coordinate",
    SPEED: "speed",
    GREY: "quiet",
    "#999999": "quiet",
    **{colour: f"event-{i}" for i, (colour, _) in enumerate(EVENTS)},
}
READABLE = 3000  # characters of LaTeX
ASIDE = re.compile(r"<metadata>.*?</metadata>|<style.*?</style>|<title>.*?</title>|<!--.*?-->", re.DOTALL)
NAMED, USED = re.compile(r'\sid="([^"]*)"'), re.compile(r'(?:url\(|href=")#([^")]*)')


def formula(latex: str, spoken: str) -> str:
    """A formula as a picture, or as text where nobody could take in the picture."""
    if len(latex) > READABLE:
        return f"<pre>{escape(spoken)}</pre>"
    return inline(svg(latex), "", spoken)


def inline(file: str, prefix: str, label: str) -> str:
    """An SVG file as an element of a page; `prefix` is its own among all pictures there, `label` is read aloud."""
    drawing = ASIDE.sub("", file[file.index("<svg") :])
    used = set(USED.findall(drawing))
    drawing = NAMED.sub(lambda m: f' id="{prefix}-{m[1]}"' if m[1] in used else "", drawing)
    drawing = re.sub(r'(url\(|href=")#', rf"\1#{prefix}-", drawing)
    for colour, name in THEME.items():
        drawing = re.sub(colour, f"var(--{name})", drawing, flags=re.IGNORECASE)
    drawing = drawing.replace('fill="black"', "")
    head = f'<svg role="img" aria-label="{escape(" ".join(label.split()))}" fill="currentColor" stroke-linejoin="round"'
    return re.sub(r">\s*\n\s*", ">", drawing.replace("<svg", head, 1))
