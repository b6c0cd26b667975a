"""How an integration ended; the value is the sentence shown to the reader."""

from enum import Enum


class Outcome(Enum):
    """A word for scripts, a sentence for people."""

    REACHED_END = "Reached the end of the time span."
    EVENT = "Stopped by the event '{detail}' at t = {t:.12g}."
    MASS_VANISHED = "Stopped at t = {t:.12g}: {detail} vanished, and with it the equation of motion."
    STEP_COLLAPSED = "Stopped at t = {t:.12g}: the step fell below round-off; {detail} comes nearest to vanishing."
    NOT_FINITE = "Stopped at t = {t:.12g}: a state or its rate grew without bound."
    NOT_REAL = "Stopped at t = {t:.12g}: {detail} leaves the range in which it is a real number."
    STICKS = (
        "Stopped at t = {t:.12g}: on {detail} = 0 either side sends the motion back, so that it sticks there; "
        "state what happens then as a phase of its own, with a switch."
    )
    SIDE_MISSED = (
        "Stopped at t = {t:.12g}: {detail} has changed its sign and was not seen to, so that the last steps went on by "
        "the wrong choice; take an earlier end, or another engine."
    )
    EVENT_INFINITE = "Stopped at t = {t:.12g}: the event {detail!r} becomes infinite there; watch its inverse instead."
    TOO_MANY_STEPS = "Stopped at t = {t:.12g} after {detail} steps; give an earlier end or a looser tolerance."
    TOO_MANY_SWITCHES = "Stopped at t = {t:.12g} after {detail} switches between phases; give an earlier end."
    CHATTERING = (
        "Stopped at t = {t:.12g}: the phases {detail} take over from each other without getting on; "
        "what happens between them needs a phase of its own."
    )
    PHASE_REFUSED = "Stopped at t = {t:.12g}: the phase {detail}."
    INTERRUPTED = "Interrupted at t = {t:.12g}; what was computed until then is kept."

    @property
    def word(self) -> str:
        """The outcome for scripts."""
        return self.name.lower()

    @property
    def status(self) -> int:
        """SciPy's code: 0 the end, 1 an event, −1 anything else."""
        return {Outcome.REACHED_END: 0, Outcome.EVENT: 1}.get(self, -1)

    def sentence(self, t: float, detail: str) -> str:
        """The outcome for people."""
        return self.value.format(t=t, detail=detail)
