"""Sums over many points in time proportional to their number: the fast multipole method.

    potential, gradient = vgpu.fmm.laplace3d(points, charges, digits=6, gradient=True)

SPDX-License-Identifier: MIT
"""
import operator

import numpy as np

from . import _native
from .buffer import Buffer

__all__ = ["laplace2d", "laplace2d_direct", "laplace3d", "laplace3d_direct"]


def _points(points, dimensions, name):
    if isinstance(points, Buffer):
        points = points.as_array(np.float64)
        if points.ndim == 1:
            points = points[: len(points) // dimensions * dimensions].reshape(-1, dimensions)
    points = np.ascontiguousarray(points, np.float64)
    if points.ndim != 2 or points.shape[1] != dimensions:
        raise ValueError(f"{name}: must have the shape (n, {dimensions}), not {points.shape}")
    return points


def _sum(dimensions, sources, charges, targets, digits, gradient):
    sources = _points(sources, dimensions, "sources")
    charges = charges.as_array(np.float64) if isinstance(charges, Buffer) else charges
    charges = np.ascontiguousarray(charges, np.float64)
    if charges.shape != (len(sources),):
        raise ValueError(f"charges: must have the shape ({len(sources)},), not {charges.shape}")
    at = sources if targets is None else _points(targets, dimensions, "targets")
    potential = np.zeros(len(at))
    derivatives = np.zeros((len(at), dimensions)) if gradient else None
    if len(at) and len(sources):
        _native.laplace(dimensions, sources.ctypes.data, charges.ctypes.data, len(sources),
                        0 if targets is None else at.ctypes.data, len(at), digits, potential.ctypes.data,
                        derivatives.ctypes.data if gradient else 0)
    return (potential, derivatives) if gradient else potential


def _checked(digits):
    digits = operator.index(digits)
    if not 1 <= digits <= 10:
        raise ValueError(f"digits: {digits} is not between 1 and 10")
    return digits


def laplace3d(sources, charges, targets=None, digits=6, gradient=False):
    """Sums of charge / distance at the targets, or at the sources themselves, which do not act on their own place.

    sources and targets have the shape (n, 3). The relative error (root of the mean square) is about 10 ** -digits, with digits
    from 1 to 10. With gradient the result is a pair: potential, and its gradient with the shape (n, 3).
    """
    return _sum(3, sources, charges, targets, _checked(digits), gradient)


def laplace3d_direct(sources, charges, targets=None, gradient=False):
    """The same over all pairs, in double precision: slow and exact, to compare with."""
    return _sum(3, sources, charges, targets, 0, gradient)


def laplace2d(sources, charges, targets=None, digits=6, gradient=False):
    """Sums of charge * log(distance) in the plane: as laplace3d, with points and gradients of the shape (n, 2)."""
    return _sum(2, sources, charges, targets, _checked(digits), gradient)


def laplace2d_direct(sources, charges, targets=None, gradient=False):
    """The same over all pairs, in double precision: slow and exact, to compare with."""
    return _sum(2, sources, charges, targets, 0, gradient)
