"""vgpu.einsum against numpy.einsum.

SPDX-License-Identifier: MIT
"""
import numpy as np
import pytest
import vgpu

RANDOM = np.random.default_rng(3)
SIZES = dict(zip("abcdefghijklmnopqrstuvwxyz", [2, 3, 4, 5, 2, 3, 1, 4, 5, 3, 7, 2, 3, 11, 2, 3, 2, 5, 3, 2, 4, 3, 2, 5, 3, 2]))

TEXTS = [
    "ij,jk->ik", "ij,jk", "ij,kj->ki", "ij->ji", "ij->", "ii->i", "ii", "iij->j", "i,j->ij", "i,i->", "i,i->i", "ij,ij->ij",
    "bij,bjk->bik", "bhqd,bhkd->bhqk", "ijk,jr,kr->ir", "abcd,bfde->acfe", "ij,jk,kl,lm->im", "ab,bc,cd,de,ef->af",
    "ijk,kj->i", "ij,j->i", "abc,abd->cd", "abc,c->ab", "a,b,c->abc", "abc,ade,ce->bd", "ii,ij->j", "ij,jj->i", "ab,cd->",
    "ijkl,lk->ji", "i,->i", ",ij->ji", "ab,ab,ab->ab", "ijr,jr->ir", "jr,ijr->ri", "nijr,jr->rni", "ijr,jr->r",
]


def operands(text, dtype=np.float64):
    terms = text.split("->")[0].split(",")
    return [np.asarray(RANDOM.uniform(-1, 1, [SIZES[i] for i in term])).astype(dtype) for term in terms]


def same(text, arrays, **options):
    got, wanted = vgpu.einsum(text, *arrays, **options), np.einsum(text, *arrays)
    assert np.shape(got) == wanted.shape and np.asarray(got).dtype == wanted.dtype
    assert np.allclose(got, wanted, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64])
@pytest.mark.parametrize("text", TEXTS)
def test_as_numpy(text, dtype):
    same(text, operands(text, dtype))


@pytest.mark.parametrize("optimize", [True, False, "greedy", "dp"])
def test_all_orders_agree(optimize):
    for text in TEXTS:
        same(text, operands(text), optimize=optimize)


def test_ellipses_and_broadcasting():
    a, b = RANDOM.uniform(-1, 1, (2, 3, 4)), RANDOM.uniform(-1, 1, (5, 2, 1, 4, 6))
    same("...j,...jk->...k", (a, b))
    same("...j,...jk", (a, b))
    same("i...,ik...->k...", (RANDOM.uniform(-1, 1, (4, 2, 1)), RANDOM.uniform(-1, 1, (4, 3, 2, 5))))
    same("...,...->...", (a, 2.0))
    same("ij,ij->ij", (np.ones((3, 1)), RANDOM.uniform(-1, 1, (3, 4))))
    same("ij,jk->ik", (np.ones((3, 1)), RANDOM.uniform(-1, 1, (4, 5))))


def test_whole_numbers():
    a, b = np.arange(12).reshape(3, 4), np.arange(20).reshape(4, 5)
    same("ij,jk->ik", (a, b))
    same("ij->", (a,))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64, bool])
def test_whole_numbers_of_all_sizes(dtype):
    most = 1 if dtype is bool else np.iinfo(dtype).max
    for low, high in ((0, 1), (0, min(most, 100)), (most // 2, most)):
        for text in ("ij,jk->ik", "ij,jk,kl->il", "ij,kj->", "i...,...->..."):
            arrays = [RANDOM.integers(low, high, (4, 4), endpoint=True, dtype=dtype) for _ in text.split("->")[0].split(",")]
            got, wanted = vgpu.einsum(text, *arrays), np.einsum(text, *arrays)
            assert got.dtype == wanted.dtype and np.array_equal(got, wanted), (text, low)


def test_empty_axes():
    same("ij,jk->ik", (np.zeros((3, 0)), np.zeros((0, 2))))
    same("ij,jk->ik", (np.zeros((0, 3)), np.zeros((3, 2))))


def test_memory_limit_streams():
    text = "ab,bc,cd,de,ef->af"
    arrays = [RANDOM.uniform(-1, 1, (20, 20)) for _ in range(5)]
    same(text, arrays, memory_limit=50)
    same("ai,bi,ci->abc", [RANDOM.uniform(-1, 1, (6, 9)) for _ in range(3)], memory_limit=10)
    same("ij,ik,il->jkl", [RANDOM.uniform(-1, 1, (7, 5)) for _ in range(3)], memory_limit=20)


def test_the_order_is_the_cheap_one():
    a, b, c = np.zeros((2, 100)), np.zeros((100, 100)), np.zeros((100, 3))
    assert vgpu.einsum_path("ij,jk,kl->il", a, b, c)[0] in [(0, 1), (1, 2)]
    big = np.zeros((50, 40, 30))
    path = vgpu.einsum_path("ijk,jr,kr->ir", big, np.zeros((40, 8)), np.zeros((30, 8)))
    assert len(path) == 2


def test_out():
    out = np.zeros((2, 5))
    arrays = RANDOM.uniform(-1, 1, (2, 3)), RANDOM.uniform(-1, 1, (3, 5))
    assert vgpu.einsum("ij,jk->ik", *arrays, out=out) is out
    assert np.allclose(out, arrays[0] @ arrays[1])


@pytest.mark.parametrize("text, shapes", [
    ("ij,jk->ik", [(2, 3), (4, 5)]), ("ij,jk->ik", [(2, 3)]), ("ij->ik", [(2, 3)]), ("ij->ii", [(2, 2)]), ("i->i", [(2, 3)]),
    ("i1->i", [(2, 3)]), ("ij,j.k->ik", [(2, 3), (3, 4)]), ("ii->i", [(2, 3)]), ("b...,b...->b", [(2, 3), (2, 3)]),
])
def test_wrong_texts(text, shapes):
    with pytest.raises(ValueError, match="einsum"):
        vgpu.einsum(text, *(np.zeros(s) for s in shapes))


def test_what_is_no_text_and_no_limit_is_refused():
    with pytest.raises(TypeError, match="text"):
        vgpu.einsum(np.eye(2), [0, 1])
    with pytest.raises(ValueError, match="memory_limit"):
        vgpu.einsum("ij,jk->ik", np.eye(2), np.eye(2), memory_limit=0)


def test_what_is_no_number_is_refused():
    for wrong in (np.array(["a", "b"]), np.array([None, 1])):
        with pytest.raises(TypeError, match="einsum"):
            vgpu.einsum("i->i", wrong)


def test_plans_are_kept_by_shape_and_not_by_layout():
    a, b = RANDOM.uniform(-1, 1, (6, 5, 5)), RANDOM.uniform(-1, 1, (6, 5, 5))
    for x in (a, a.transpose(0, 2, 1), a[::-1], np.asfortranarray(a)):
        for y in (b, b.transpose(0, 2, 1), np.broadcast_to(b[:1], b.shape)):
            same("bij,bjk->bik", [x, y])
    order = vgpu.einsum_path("bij,bjk->bik", a, b)
    order.append("mine")
    assert vgpu.einsum_path("bij,bjk->bik", a, b) == order[:-1]


def test_an_order_that_is_no_name_is_refused():
    for wrong in (["einsum_path", (0, 1)], 7, "best"):
        with pytest.raises(ValueError, match="optimize"):
            vgpu.einsum("ij,jk->ik", np.eye(2), np.eye(2), optimize=wrong)
