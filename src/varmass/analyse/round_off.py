"""How well eigenvalues are known: a simple one nearly to round-off, a defective one to the root of it.

    |δλ| ≈ ε ‖A‖ κ ,     κ = ‖x‖ ‖y‖/|yᴴ x| ,     A x = λ x ,  yᴴ A = λ yᴴ

Source: J. H. Wilkinson, The Algebraic Eigenvalue Problem (1965).
"""

import numpy as np
from scipy.linalg import eig

from varmass.analyse.recurrence import Array

ROUGH = 1e-13  # of ‖A‖: how well A itself is known
DEFECTIVE = 1e6  # κ of two eigenvectors that round-off alone holds apart


def conditioned(A: Array) -> tuple[Array, Array, Array]:
    """The eigenvalues, their κ, and how far each may be off."""
    values, left, right = eig(A, left=True, right=True)
    overlap = np.abs((left.conj() * right).sum(axis=0))
    κ = 1 / np.maximum(overlap, np.finfo(float).tiny)
    return values, κ, ROUGH * max(np.linalg.norm(A, 2), np.finfo(float).tiny) * κ
