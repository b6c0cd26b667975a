"""The historical slides: who published what, where and when, and a few words."""

from varmass.model.zero import Verdict
from varmass.papers._evidence import checked
from varmass.papers._items import Read, Shown, erratum

# Year → volume, as other slides have them; each of these journals adds one volume a year.
AM_J_PHYS = {1962: 30, 1982: 50, 2011: 79}
J_ENG_MECH = {2007: 133, 2008: 134, 2011: 137}
ACTA_MECHANICA = {2012: 223, 2013: 224, 2014: 225}


def volume_of(year: int, volume: int, others: dict[int, int]) -> Verdict:
    """Is this the volume of that year, by the numbering of the other entries?"""
    offsets = {y - v for y, v in others.items()}
    known = ", ".join(f"{v} of {y}" for y, v in others.items())
    return checked(offsets == {year - volume}, f"volume {volume} of {year}; elsewhere on the slides volumes {known}")


@erratum(
    34,
    "slide “2005–2007”",
    "typo",
    printed="text: Wong & Yasui, “Falling chains”, American Journal of Physics, v. 6, 490–496, 2006",
    correct="text: Wong & Yasui, “Falling chains”, American Journal of Physics 74 (6), 490–496, 2006",
)
def the_issue_for_the_volume() -> Shown:
    """6 is the issue; the volume is 74.  The slide on the limit acceleration has it too."""
    return Shown(volume_of(2006, 6, AM_J_PHYS), volume_of(2006, 74, AM_J_PHYS))


@erratum(
    35,
    "slide “Facts on Newton's law application”",
    "contradiction",
    printed="text: Tiersten M. S. 1969, Am. J. Phys. 40, 183",
    correct="text: Tiersten M. S. 1969, “Force, Momentum Change and Motion”, Am. J. Phys. 37 (1), 82–87",
)
def two_volumes_of_one_article() -> Shown:
    """The slide “American Scholars debate” has volume 37, pages 82–87; 40 is not the volume of 1969."""
    return Shown(volume_of(1969, 40, AM_J_PHYS), volume_of(1969, 37, AM_J_PHYS))


@erratum(
    36,
    "slide “Nowadays studies: 2000–2004”",
    "contradiction",
    printed="text: 2004, Irschik & Holl, “The Equations of Lagrange Written for a Non-Material Volume”, "
    "Acta Mechanica 153, 231–248",
    correct="text: 2002, Irschik & Holl, Acta Mechanica 153, 231–248",
    certain=False,
)
def two_years_of_one_article() -> Read:
    """The CISM brochure, on a slide of the same lecture, dates the same volume and pages 2002."""
    return Read(
        "one article with two years; the numbering does not decide, for from 153 to 223 of 2012 it was not one volume "
        "a year"
    )


@erratum(
    38,
    "slides “Late 19th Century”, “Conclusions”, “Aparent Paradox”",
    "spelling",
    printed="text: “the limestone in the study of variable mass systems”; “its subtlety sometimes reserve trappings”; "
    "“Crash down duration”",
    correct="text: milestone; traps; crush-down",
)
def words() -> None:
    """Three words that mean something else."""


@erratum(
    72,
    "slides “Despite all these”, “Table 1”",
    "typo",
    printed="text: “stating Eq. (1) as generally valid”; “Eq. (102) – proper”, “Eq. (103) – non-proper”",
    correct="text: F = d(mv)/dt; the extended and the usual Lagrange equation of the tower, in dimensionless form",
)
def numbers_of_other_texts() -> Read:
    """No equation on the slides has a number; these are the numbers of the texts that the slides were taken from."""
    return Read("the numbers of equations that are not there")


@erratum(
    73,
    "slide “2008–2010”",
    "contradiction",
    printed="text: 2010, Bažant, Le, Greening & Benson, Journal of Engineering Mechanics, ASCE vol. 134 (10), 892–906",
    correct="text: 2008, Bažant, Le, Greening & Benson, Journal of Engineering Mechanics, ASCE vol. 134 (10), 892–906",
)
def a_volume_two_years_late() -> Shown:
    """The volume is that of 2008: on the same slide Seffen 2008 is in volume 134."""
    return Shown(volume_of(2010, 134, J_ENG_MECH), volume_of(2008, 134, J_ENG_MECH))


@erratum(
    74,
    "slide “2014–2015”",
    "contradiction",
    printed="text: 2014, Cveticanin, “Principle of generalized velocities …”, Acta Mechanica 226, 2511–2525",
    correct="text: 2015, Cveticanin, “Principle of generalized velocities …”, Acta Mechanica 226, 2511–2525",
)
def one_article_in_two_years() -> Shown:
    """The same article, volume and pages stand under 2014 and, on the next slide, under 2015."""
    return Shown(volume_of(2014, 226, ACTA_MECHANICA), volume_of(2015, 226, ACTA_MECHANICA))
