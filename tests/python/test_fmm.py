"""vgpu.fmm against sums over all pairs: accuracy asked for, clusters, other targets, misuse.

SPDX-License-Identifier: MIT
"""
import numpy as np
import pytest

import vgpu

RANDOM = np.random.default_rng(11)


def pairs(sources, charges, targets):
    """In NumPy, so that the library's own direct sum is checked too."""
    d = sources[None] - targets[:, None]
    r = np.sqrt((d ** 2).sum(-1))
    with np.errstate(divide="ignore"):
        inverse = np.where(r > 0, 1 / r, 0)
    weights = charges * inverse
    return weights.sum(1), ((weights * inverse ** 2)[..., None] * d).sum(1)


def error(got, wanted):
    return np.linalg.norm(got - wanted) / np.linalg.norm(wanted)


def cube(n):
    return RANDOM.random((n, 3))


def clusters(n):
    """Most points in three small balls of very different sizes, the rest spread out."""
    points = cube(n)
    for i, size in enumerate((1e-2, 1e-4, 3e-6)):
        part = slice(i * n // 4, (i + 1) * n // 4)
        points[part] = RANDOM.random(3) + size * RANDOM.standard_normal((len(points[part]), 3))
    return points


def surface(n):
    points = RANDOM.standard_normal((n, 3))
    return points / np.linalg.norm(points, axis=1)[:, None] * 1e6 + 5e6


@pytest.mark.parametrize("points", [cube, clusters, surface])
@pytest.mark.parametrize("digits", [1, 3, 6, 9])
def test_accuracy(points, digits):
    x, q = points(3000), RANDOM.standard_normal(3000)
    wanted = vgpu.fmm.laplace3d_direct(x, q, gradient=True)
    potential, gradient = vgpu.fmm.laplace3d(x, q, digits=digits, gradient=True)
    assert error(potential, wanted[0]) < 10.0 ** -digits
    assert error(gradient, wanted[1]) < 4 * 10.0 ** -digits
    assert error(vgpu.fmm.laplace3d(x, q, digits=digits), potential) < 10.0 ** -digits


@pytest.mark.parametrize("dimensions", [2, 3])
def test_points_of_a_dense_cluster_in_a_wide_space_keep_their_distance(dimensions):
    """Nearest neighbours are 1e-12 of the space apart: their coordinates have the digits, those from a corner of the space have not."""
    x, q = RANDOM.standard_normal((4000, dimensions)) ** 5, RANDOM.standard_normal(4000)
    fast, exact = (getattr(vgpu.fmm, f"laplace{dimensions}d{way}") for way in ("", "_direct"))
    for got, wanted in zip(fast(x, q, digits=9, gradient=True), exact(x, q, gradient=True)):
        assert error(got, wanted) < 1e-8


def test_direct_sum_is_right():
    x, q, t = cube(300), RANDOM.standard_normal(300), cube(70)
    for targets in (None, t):
        got = vgpu.fmm.laplace3d_direct(x, q, targets, gradient=True)
        wanted = pairs(x, q, x if targets is None else targets)
        assert error(got[0], wanted[0]) < 1e-13 and error(got[1], wanted[1]) < 1e-13


@pytest.mark.parametrize("targets", [cube(5000), cube(17) * 1e-3, cube(2000) + 3, clusters(4000)])
def test_targets_that_are_no_sources(targets):
    x, q = clusters(4000), RANDOM.standard_normal(4000)
    wanted = vgpu.fmm.laplace3d_direct(x, q, targets, gradient=True)
    got = vgpu.fmm.laplace3d(x, q, targets, digits=6, gradient=True)
    # A few targets may all lie where an expansion is at its worst.
    assert error(got[0], wanted[0]) < 4e-6 and error(got[1], wanted[1]) < 2e-4


def test_few_points():
    for n in (1, 2, 3, 16, 17):
        x, q = cube(n), RANDOM.standard_normal(n)
        assert np.allclose(vgpu.fmm.laplace3d(x, q, digits=9), pairs(x, q, x)[0], rtol=1e-12, atol=1e-12)
    assert vgpu.fmm.laplace3d(np.zeros((0, 3)), []).shape == (0,)
    assert np.array_equal(vgpu.fmm.laplace3d(np.zeros((0, 3)), [], cube(3)), np.zeros(3))
    assert vgpu.fmm.laplace3d(cube(5), np.ones(5), np.zeros((0, 3))).shape == (0,)


def test_points_in_one_place():
    x = np.repeat(cube(3), 500, axis=0)
    q = np.ones(1500)
    assert error(vgpu.fmm.laplace3d(x, q, digits=6), pairs(x, q, x)[0]) < 1e-6
    assert not vgpu.fmm.laplace3d(np.ones((400, 3)), np.ones(400)).any()


def test_scales_of_lengths_and_charges():
    x, q = cube(2000), RANDOM.random(2000)
    wanted = vgpu.fmm.laplace3d_direct(x, q)
    for size in (1e-20, 1e20):
        assert error(vgpu.fmm.laplace3d(x * size, q) * size, wanted) < 1e-6
    assert error(vgpu.fmm.laplace3d(x, q * 1e20) / 1e20, wanted) < 1e-6


def test_a_line_of_points():
    x = np.zeros((5000, 3))
    x[:, 1] = RANDOM.random(5000)
    q = RANDOM.standard_normal(5000)
    wanted = vgpu.fmm.laplace3d_direct(x, q)
    assert error(vgpu.fmm.laplace3d(x, q), wanted) < 1e-5  # neighbours are very near: 1e-8 of the line


def test_buffers_and_lists():
    x, q = cube(100), RANDOM.standard_normal(100)
    device = vgpu.Device(0)
    wanted = vgpu.fmm.laplace3d(x, q)
    assert np.array_equal(vgpu.fmm.laplace3d(device.to_device(x), device.to_device(q)), wanted)
    assert np.array_equal(vgpu.fmm.laplace3d(x.tolist(), q.tolist()), wanted)


def test_charges_that_are_no_numbers_arrive():
    x, q = cube(3000), np.ones(3000)
    q[7] = np.nan
    assert np.isnan(vgpu.fmm.laplace3d(x, q)).all()


def flat(points):
    return lambda n: points(n)[:, :2].copy()


def plane_pairs(sources, charges, targets):
    d = targets[:, None] - sources[None]
    r2 = (d ** 2).sum(-1)
    own = r2 == 0
    r2[own] = 1
    return 0.5 * np.log(r2) @ charges, (np.where(own, 0, charges / r2)[..., None] * d).sum(1)


@pytest.mark.parametrize("points", [cube, clusters, surface])
@pytest.mark.parametrize("digits", [1, 3, 6, 9])
def test_accuracy_in_the_plane(points, digits):
    x = flat(points)(4000)
    for q in (RANDOM.standard_normal(4000), RANDOM.random(4000)):
        wanted = vgpu.fmm.laplace2d_direct(x, q, gradient=True)
        potential, gradient = vgpu.fmm.laplace2d(x, q, digits=digits, gradient=True)
        assert error(potential, wanted[0]) < 10.0 ** -digits
        # Neighbours nearer than 1e-8 of the whole keep fewer digits of their distance.
        assert error(gradient, wanted[1]) < max(4 * 10.0 ** -digits, 1e-6 if points is clusters else 0)
        assert error(vgpu.fmm.laplace2d(x, q, digits=digits), potential) < 10.0 ** -digits


def test_direct_sum_in_the_plane_is_right():
    x, q, t = flat(cube)(300) * 3, RANDOM.standard_normal(300), flat(cube)(70)
    for targets in (None, t):
        got = vgpu.fmm.laplace2d_direct(x, q, targets, gradient=True)
        wanted = plane_pairs(x, q, x if targets is None else targets)
        assert error(got[0], wanted[0]) < 1e-13 and error(got[1], wanted[1]) < 1e-13


@pytest.mark.parametrize("targets", [cube(5000), cube(17) * 1e-3, cube(2000) + 3, clusters(4000)])
def test_targets_in_the_plane_that_are_no_sources(targets):
    x, q, t = flat(clusters)(4000), RANDOM.standard_normal(4000), targets[:, :2].copy()
    wanted = vgpu.fmm.laplace2d_direct(x, q, t, gradient=True)
    got = vgpu.fmm.laplace2d(x, q, t, digits=6, gradient=True)
    # Logarithms from afar are all alike, and charges of both signs cancel.
    assert error(got[0], wanted[0]) < 4e-5 and error(got[1], wanted[1]) < 2e-4


def test_units_of_length_in_the_plane():
    """A logarithm of other units differs by a constant: far too small or large ones must not lose it."""
    x, q = flat(cube)(2000), RANDOM.random(2000)
    wanted = vgpu.fmm.laplace2d_direct(x, q)
    for size in (1e-20, 1e20):
        others = q.sum() - q  # of all charges but the target's own
        assert error(vgpu.fmm.laplace2d(x * size, q) - np.log(size) * others, wanted) < 1e-4


def test_few_points_in_the_plane():
    for n in (1, 2, 3, 16, 17):
        x, q = flat(cube)(n), RANDOM.standard_normal(n)
        assert np.allclose(vgpu.fmm.laplace2d(x, q, digits=9), plane_pairs(x, q, x)[0], rtol=1e-12, atol=1e-12)
    assert vgpu.fmm.laplace2d(np.zeros((0, 2)), []).shape == (0,)
    assert vgpu.fmm.laplace2d(np.zeros((0, 2)), [], np.ones((3, 2)), gradient=True)[1].shape == (3, 2)
    assert not vgpu.fmm.laplace2d(np.ones((400, 2)), np.ones(400)).any()


@pytest.mark.parametrize("call, kind", [
    (lambda: vgpu.fmm.laplace2d(cube(4), np.ones(4)), ValueError),
    (lambda: vgpu.fmm.laplace2d(np.ones((4, 2)), np.ones(3)), ValueError),
    (lambda: vgpu.fmm.laplace2d(np.ones((4, 2)), np.ones(4), digits=0), ValueError),
    (lambda: vgpu.fmm.laplace2d(np.ones((4, 2)), np.ones(4), cube(4)), ValueError),
    (lambda: vgpu.fmm.laplace2d(np.ones((4, 2)) * np.nan, np.ones(4)), vgpu.Error),
    (lambda: vgpu.fmm.laplace3d(cube(4), np.ones(3)), ValueError),
    (lambda: vgpu.fmm.laplace3d(np.ones((4, 2)), np.ones(4)), ValueError),
    (lambda: vgpu.fmm.laplace3d(np.ones(4), np.ones(4)), ValueError),
    (lambda: vgpu.fmm.laplace3d(cube(4), np.ones(4), digits=0), ValueError),
    (lambda: vgpu.fmm.laplace3d(cube(4), np.ones(4), digits=11), ValueError),
    (lambda: vgpu.fmm.laplace3d(cube(4), np.ones(4), digits=2.5), TypeError),
    (lambda: vgpu.fmm.laplace3d(cube(4), np.ones(4), np.ones((3, 4))), ValueError),
    (lambda: vgpu.fmm.laplace3d(cube(4) * np.nan, np.ones(4)), vgpu.Error),
    (lambda: vgpu.fmm.laplace3d(cube(4), np.ones(4), cube(4) * np.inf), vgpu.Error),
])
def test_misuse(call, kind):
    with np.errstate(invalid="ignore"), pytest.raises(kind):
        call()
