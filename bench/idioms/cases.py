"""What each kernel of the .cl files beside this one is run on: global size, local size, arguments.

A function for every file, so that only the arrays of one are there at a time.
SPDX-License-Identifier: MIT
"""
import numpy as np
from numpy import float32, int32, uint8

N = 1 << 20
W = H = 1024
RANDOM = np.random.RandomState(1)


def floats(count):
    return RANDOM.rand(count).astype(float32)


def doubles(count):
    return RANDOM.rand(count)


def ints(count, limit=1 << 30):
    return RANDOM.randint(0, limit, count).astype(int32)


def shorts(count):
    return ints(count // 2).view(np.int16)


def pixels(count):
    return RANDOM.randint(0, 256, count).astype(uint8)


def zeros(count, kind=float32):
    return np.zeros(count, kind)


def local(size):
    """Bytes of local memory."""
    return ("local", size)


def tree(nodes, inner):
    """Pairs of children; nodes from `inner` on are leaves."""
    number = np.arange(nodes)
    left = np.minimum(2 * number + 1, nodes - 1) * (number < inner)
    return np.stack([left, np.minimum(2 * number + 2, nodes - 1)], 1).astype(int32).ravel()


def images():
    return {
        "blur3x3": [(W, H), (16, 16), floats(N), zeros(N), int32(W), int32(H)],
        "sobel": [(W, H), (16, 16), pixels(N), zeros(N, uint8), int32(W), int32(H)],
        "grey_of_rgb": [(N,), (256,), pixels(3 * N), zeros(N, uint8)],
        "swap_channels": [(N,), (256,), pixels(4 * N), zeros(4 * N, uint8)],
        "bilinear": [(W, H), (16, 16), floats(N + W + 2), zeros(N), int32(W), int32(H)],
        "bilateral": [(512, 256), (16, 16), floats(512 * 256), zeros(512 * 256), int32(512), int32(256)],
        "median3x3": [(W, H), (16, 16), pixels(N), zeros(N, uint8), int32(W), int32(H)],
        "scale_and_clip": [(N,), (256,), shorts(N), zeros(N, uint8), int32(N)],
        "dct8x8": [(W, 256), (8, 8), floats(N), zeros(N), int32(W)],
        "convolve_rows_local": [(128, 1024), (16, 16), floats(N), floats(9), zeros(N), int32(W)],
        "histogram_u8": [(16384,), (256,), pixels(N), zeros(256, int32), int32(N)],
        "convolve_1d": [(N,), (256,), floats(N), floats(17), zeros(N), int32(N)],
    }


def grids():
    return {
        "life": [(W, H), (32, 8), pixels(N) & 1, zeros(N, uint8), int32(W), int32(H)],
        "jacobi3d": [(128, 128, 64), (8, 8, 8), floats(128**3), zeros(128**3), int32(128)],
        "heat": [(W, H), (16, 16), floats(N), floats(N), zeros(N), int32(W), int32(H), float32(.1),
            float32(.2), float32(.3), float32(.4)],
        "diffusion": [(N,), (256,), floats(N), zeros(N), int32(W), int32(H)],
        "lattice_boltzmann": [(256, 256), (32, 8), floats(9 * 65536), zeros(9 * 65536), int32(256), int32(256)],
        "stencil_16x16": [(W, H), (16, 16), floats(N), zeros(N), int32(W), int32(H)],
        "stencil_32x32": [(W, H), (32, 32), floats(N), zeros(N), int32(W), int32(H)],
        "stencil_rows_along_x": [(512, 512), (16, 16), doubles(512 * 512), zeros(512 * 512, np.float64),
            int32(512), int32(512)],
        "cheapest_paths": [(N // 4,), (256,), ints(N, 10), ints(N // 4, 10), zeros(N // 4, int32),
            int32(N // 4), int32(2)],
        "cells_in_bits": [(N // 4,), (256,), ints(N // 4), zeros(N // 4, int32), int32(N // 4)],
        "julia": [(512, 512), (16, 16), zeros(512 * 512, uint8), int32(512)],
        "mandelbrot_f64": [(512, 512), (16, 16), zeros(512 * 512, int32), int32(512)],
        "ray_sphere": [(512, 512), (16, 16), zeros(512 * 512), int32(512)],
    }


def matrices():
    return {
        "matvec_row": [(1024,), (64,), floats(N), floats(1024), zeros(1024), int32(1024)],
        "matvec_col": [(1024,), (64,), floats(N), floats(1024), zeros(1024), int32(1024)],
        "matvec_float4": [(1024,), (64,), floats(N), floats(1024), zeros(1024), int32(256)],
        "product_abt": [(256, 256), (16, 16), floats(65536), floats(65536), zeros(65536), int32(256)],
        "product_column_major": [(256, 256), (16, 16), floats(65536), floats(65536), zeros(65536), int32(256)],
        "product_rows_along_x": [(256, 256), (16, 16), floats(65536), floats(65536), zeros(65536), int32(256)],
        "product_int": [(256, 256), (16, 16), ints(65536, 99), ints(65536, 99), zeros(65536, int32), int32(256)],
        "product_tiles_f64": [(256, 256), (16, 16), doubles(65536), doubles(65536), zeros(65536, np.float64),
            int32(256)],
        "shortest_paths_step": [(W, H), (16, 16), floats(N), int32(W), int32(17)],
        "transpose_8x32": [(W, 256), (32, 8), floats(N), zeros(N), int32(W)],
        "invert_3x3": [(65536,), (256,), floats(9 * 65536) + np.tile(3 * np.eye(3, dtype=float32).ravel(),
            65536), zeros(9 * 65536)],
        "cholesky_4x4": [(32768,), (64,), floats(16 * 32768), zeros(16 * 32768)],
        "sum_columns": [(W,), (64,), floats(N), zeros(W), int32(W), int32(H)],
    }


def searches():
    return {
        "find_text": [(N,), (256,), pixels(N) & 3, pixels(8) & 3, zeros(1, int32), int32(N), int32(8)],
        "find_first": [(4096,), (128,), np.sort(floats(1000)), floats(4096), zeros(4096, int32), int32(1000)],
        "binary_search": [(N // 4,), (256,), np.sort(floats(65536)), floats(N // 4), zeros(N // 4, int32),
            int32(65536)],
        "align_diagonal": [(1024,), (64,), ints(1025 * 1025, 20), ints(1025 * 1025, 20), int32(1025), int32(1000)],
        "edit_distance": [(16384,), (64,), pixels(16384 * 16) & 3, pixels(16) & 3, zeros(16384, int32), int32(16)],
        "bfs_level": [(65536,), (256,), np.arange(0, 65537 * 8, 8).astype(int32), ints(65536 * 8, 65536),
            ints(65536, 3) - 1, zeros(1, int32), int32(0), int32(65536)],
        "tree_with_stack": [(16384,), (64,), tree(2048, 1000), floats(16384), zeros(16384, int32)],
        "switches": [(N // 4,), (256,), ints(N // 4), zeros(N // 4, int32)],
        "collatz": [(65536,), (64,), zeros(65536, int32)],
        "gcd": [(65536,), (64,), ints(65536), ints(65536), zeros(65536, int32)],
    }


def scattered():
    return {
        "gather": [(N,), (256,), floats(N), ints(N, N), zeros(N)],
        "scatter": [(N,), (256,), floats(N), RANDOM.permutation(N).astype(int32), zeros(N)],
        "spmv_ell": [(65536,), (64,), floats(65536 * 16), ints(65536 * 16, 65536), floats(65536), zeros(65536),
            int32(65536), int32(16)],
        "pairs": [(N // 2,), (256,), floats(N), zeros(N // 2)],
        "reverse": [(N,), (256,), floats(N), zeros(N), int32(N)],
        "fluxes": [(65536,), (256,), ints(4 * 65536, 65536), floats(8 * 65536), floats(4 * 65536),
            zeros(4 * 65536), int32(65536)],
        "distances_of_structs": [(N // 4,), (256,), floats(N // 2), zeros(N // 4), int32(N // 4), float32(.3),
            float32(.6)],
        "sort_private": [(65536,), (64,), floats(N), zeros(65536)],
        "count_private": [(16384,), (64,), ints(65536, 1 << 20), zeros(16384, int32)],
        "grid_stride": [(4096,), (256,), floats(N), zeros(N), int32(N)],
        "groups_of_one": [(65536,), (1,), floats(65536), zeros(65536)],
        "groups_of_32": [(N,), (32,), floats(N), zeros(N)],
    }


def sums():
    return {
        "reduce_local": [(N,), (256,), floats(N), zeros(4096), local(1024)],
        "argmax_local": [(N // 4,), (256,), floats(N // 4), zeros(1024, int32)],
        "scan_local": [(N // 4,), (256,), ints(N // 4, 9), zeros(N // 4, int32)],
        "count_digits": [(N,), (256,), ints(N), zeros(16 * 4096, int32), int32(4)],
        "softmax_of_rows": [(256 * 256,), (256,), floats(N // 4), zeros(N // 4), int32(1024)],
        "histogram": [(N,), (256,), ints(N, 1 << 20), zeros(64, int32)],
        "maximum_of_all": [(N,), (256,), ints(N, 1 << 20), zeros(1, int32)],
        "add_floats_by_exchange": [(N // 4,), (256,), floats(N // 4), ints(N // 4, 4096), zeros(4096)],
        "stream_compact": [(N,), (256,), ints(N, 1 << 20), zeros(N, int32), zeros(1, int32)],
        "butterflies": [(N // 4,), (256,), floats(N), int32(64), int32(N // 2)],
    }


def numbers():
    return {
        "rotate_and_mix": [(N // 8,), (256,), ints(N // 8), zeros(N // 8, int32)],
        "tables": [(N // 8,), (256,), ints(N // 8), ints(256), zeros(N // 8, int32)],
        "xorshift": [(65536,), (256,), zeros(65536, int32), int32(100)],
        "monte_carlo": [(16384,), (64,), zeros(16384, int32), int32(200)],
        "bits_of_longs": [(N,), (256,), ints(2 * N), zeros(N, int32)],
        "divide_by_one": [(N,), (256,), ints(N), zeros(N, int32), int32(37)],
        "divide": [(N // 4,), (256,), ints(N // 4), ints(N // 4, 1000), zeros(N // 4, int32)],
        "multiply_longs": [(N // 2,), (256,), ints(N), zeros(N, int32)],
        "multiply_shorts": [(N,), (256,), shorts(N), shorts(N), zeros(N, np.int16)],
        "halves": [(N,), (256,), floats(N // 2).view(np.uint16), zeros(N, np.uint16)],
        "functions_f64": [(N // 8,), (256,), doubles(N // 8) * 10, zeros(N // 8, np.float64)],
        "functions_f32": [(N // 4,), (256,), floats(N // 4), zeros(N // 4)],
        "exp_of_bytes": [(N,), (512,), pixels(N), zeros(N), int32(N)],
        "kmeans": [(65536,), (256,), floats(65536 * 8), floats(64), zeros(65536, int32), int32(65536),
            int32(8), int32(8)],
        "kmeans_aos": [(65536,), (256,), floats(65536 * 8), floats(64), zeros(65536, int32), int32(65536),
            int32(8), int32(8)],
    }


def vectors():
    return {
        "nbody_float4": [(2048,), (64,), floats(8192), zeros(8192), int32(2048)],
        "normalize_float3": [(N // 4,), (256,), floats(3 * N // 4), zeros(3 * N // 4)],
        "rotate_by_quaternions": [(N // 4,), (256,), floats(N), floats(N), zeros(N)],
        "near_forces": [(16384,), (64,), floats(65536), zeros(65536), int32(16384)],
        "multiply_complex": [(N // 8,), (256,), doubles(N // 4), doubles(N // 4), zeros(N // 4, np.float64)],
        "char16_swap": [(N // 16,), (64,), pixels(N), zeros(N, uint8)],
        "uchar16_add": [(N // 16,), (64,), pixels(N), zeros(N, uint8)],
        "float8_saxpy": [(N // 8,), (64,), floats(N), zeros(N), float32(.5)],
        "float16_polynomial": [(N // 16,), (64,), floats(N), zeros(N)],
        "float8_dot": [(4096,), (64,), floats(4096 * 256), zeros(4096), int32(32)],
        "uchar8_blend": [(N // 8,), (64,), pixels(N), pixels(N), zeros(N, uint8)],
        "int16_max": [(N // 16,), (64,), ints(N), zeros(N, int32)],
        "vload8_sqrt": [(N // 8,), (64,), floats(N), zeros(N)],
        "float16_exp": [(N // 16,), (64,), floats(N), zeros(N)],
        "double8_square": [(N // 16,), (64,), doubles(N // 2), zeros(N // 2, np.float64)],
    }


def boxes(count):
    """For each box its first particle, how many neighbours it has, and which."""
    rows = np.zeros((count, 10), int32)
    rows[:, 0], rows[:, 1] = np.arange(count) * 64, 8
    rows[:, 2:] = RANDOM.randint(0, count, (count, 8))
    return rows.ravel()


def spheres(count):
    rows = RANDOM.rand(count, 8).astype(float32)  # a float3 takes four, then radius, material, two of padding
    return rows.ravel()


def science():
    rows = np.arange(W).astype(int32)
    before, behind = np.maximum(rows - 1, 0).astype(int32), np.minimum(rows + 1, W - 1).astype(int32)
    return {
        "chip_heat_tiles": [(74 * 16, 74 * 16), (16, 16), floats(N), floats(N), zeros(N), int32(W), int32(H)],
        "diffusion_by_tables": [(N,), (256,), floats(N) + 1, before, behind, before, behind, zeros(N), int32(W),
            int32(H)],
        "lu_inner_block": [(496, 496), (16, 16), floats(512 * 512), int32(512), int32(0)],
        "lu_diagonal_block": [(1024,), (16,), floats(N), int32(W)],
        "align_block": [(960,), (16,), ints(N, 20), ints(N, 20), int32(W), int32(10)],
        "cheapest_paths_tiles": [(256 * 271,), (256,), ints(65536 * 8, 10), ints(65536, 10), zeros(65536, int32),
            int32(65536), int32(7)],
        "layer_forward": [(16, 65536), (16, 16), floats(65537), floats(17 * 65540), zeros(65536), int32(16)],
        "layer_adjust": [(16, 65536), (16, 16), floats(17), floats(65537), floats(17 * 65540),
            floats(17 * 65540), int32(16)],
        "box_forces": [(256 * 64,), (64,), boxes(256), floats(4 * 16384), floats(16384), zeros(4 * 16384)],
        "resample": [(4096,), (128,), np.sort(floats(1024)), floats(4096), floats(1024), zeros(4096), int32(1024)],
        "likelihood": [(65536,), (256,), ints(65536, N - 4 * W), pixels(N), zeros(65536), int32(W)],
        "lattice_of_structs": [(256, 256), (16, 16), floats(9 * 65536), zeros(9 * 65536), pixels(65536),
            int32(256), int32(256)],
        "columns_3d": [(128, 128), (16, 16), floats(128**3), zeros(128**3), int32(128), int32(128)],
        "stencil_3d_f64": [(128, 128, 64), (16, 4, 4), doubles(128**3), zeros(128**3, np.float64), int32(128)],
    }


def filters():
    table = pixels(256)
    return {
        "gauss5_clamped": [(W, H), (16, 16), floats(N), zeros(N), int32(W), int32(H)],
        "gauss_column": [(W, H), (16, 16), floats(N), floats(9), zeros(N), int32(W), int32(H)],
        "sobel_uchar4": [(W, 512), (16, 16), pixels(2 * N), zeros(2 * N, uint8), int32(W), int32(512)],
        "median_network": [(W, H), (16, 16), floats(N), zeros(N), int32(W), int32(H)],
        "erode_bytes": [(W, H), (16, 16), pixels(N), zeros(N, uint8), int32(W), int32(H)],
        "resize_bilinear": [(1600, 1200), (16, 16), pixels(N), zeros(1600 * 1200, uint8), int32(W), int32(H),
            int32(1600), int32(1200)],
        "resize_half_uchar4": [(512, 512), (16, 16), pixels(4 * N), zeros(N, uint8), int32(512)],
        "yuv_to_rgb": [(W, H), (16, 16), pixels(N), pixels(N // 2), zeros(3 * N, uint8), int32(W)],
        "look_up_tone": [(N,), (256,), pixels(N), table, zeros(N, uint8)],
        "warp_affine": [(W, H), (16, 16), floats(N), zeros(N), int32(W), int32(H), float32(.96), float32(.28)],
        "integral_rows": [(H,), (64,), pixels(N), zeros(N, int32), int32(W)],
        "blend_alpha": [(N,), (256,), pixels(4 * N), pixels(4 * N), zeros(4 * N, uint8)],
        "perlin_noise": [(W, H), (16, 16), table, zeros(N), int32(W), float32(.037)],
    }


def codes():
    text = (pixels(N) & 31) + 20
    skips = np.full(256, 4, int32)
    keys = ints(65536)
    table = np.zeros((131072, 2), np.uint32)
    for key in keys[:49152].astype(np.uint32):
        at = int(key) * 2654435761 % 2**32 & 131071
        while table[at, 0]:
            at = at + 1 & 131071
        table[at] = key, at
    return {
        "sha256_blocks": [(65536,), (64,), ints(16 * 65536), zeros(8 * 65536, int32)],
        "md5_rounds": [(65536,), (64,), ints(16 * 65536), zeros(4 * 65536, int32), int32(65536)],
        "keccak_rounds": [(16384,), (64,), ints(50 * 16384), zeros(50 * 16384, int32), int32(24)],
        "cipher_local_tables": [(65536,), (256,), ints(4 * 65536), ints(256), zeros(4 * 65536, int32)],
        "cipher_constant_tables": [(65536,), (64,), pixels(N), pixels(256), zeros(N, uint8)],
        "crc32_of_rows": [(16384,), (64,), pixels(N), ints(256), zeros(16384, int32), int32(64)],
        "murmur": [(65536,), (256,), ints(N), zeros(65536, int32), int32(16)],
        "philox": [(N // 4,), (256,), zeros(N), np.uint32(77)],
        "box_muller": [(N // 2,), (256,), ints(N), zeros(N)],
        "radix_ranks": [(65536,), (64,), ints(N // 4), zeros(N // 4, int32), zeros(16384, int32), int32(8)],
        "count_words": [(16384,), (64,), text, zeros(16384, int32), int32(64)],
        "find_pattern_shifts": [(16384,), (64,), text, text[:4].copy(), skips, zeros(16384, int32), int32(64),
            int32(4)],
        "hash_lookup": [(65536,), (256,), table.ravel(), keys, zeros(65536, int32), np.uint32(131071)],
        "dot_int8": [(4096,), (64,), pixels(N), pixels(256), zeros(4096, int32), int32(256)],
        "product_int8": [(256, 256), (16, 16), pixels(65536), pixels(65536), zeros(65536, int32), int32(256),
            int32(64)],
        "dequantize": [(N,), (256,), pixels(N // 2), floats(N // 32), zeros(N)],
    }


def work():
    def halves(count):
        return RANDOM.rand(count).astype(np.float16).view(np.uint16)
    return {
        "fft_radix2_local": [(65536,), (128,), floats(4 * 65536), zeros(4 * 65536)],
        "fft_radix4_pass": [(65536,), (64,), floats(8 * 65536), zeros(8 * 65536), int32(64)],
        "scan_blelloch": [(N // 8,), (256,), ints(N // 4, 9), zeros(N // 4, int32), local(2048)],
        "bitonic_local": [(N // 4,), (256,), ints(N // 4), zeros(N // 4, int32)],
        "atomics_min_max": [(N // 4,), (256,), ints(N // 4), ints(64), zeros(64, int32)],
        "bins_in_local": [(16384,), (256,), pixels(N), zeros(256, int32), int32(N)],
        "solve_6x6": [(16384,), (64,), floats(36 * 16384), floats(6 * 16384), zeros(6 * 16384)],
        "newton_roots": [(65536,), (64,), doubles(65536) * 100, zeros(65536, np.float64)],
        "transpose_bytes": [(W, H), (16, 16), pixels(N), zeros(N, uint8), int32(W), int32(H)],
        "transpose_float3": [(512, 512), (16, 16), floats(3 * N // 4), zeros(3 * N // 4), int32(512), int32(512)],
        "transpose_f64": [(512, 512), (16, 16), doubles(N // 4), zeros(N // 4, np.float64), int32(512),
            int32(512)],
        "half_storage": [(N,), (256,), halves(N), halves(N), zeros(N, np.uint16)],
        "product_vload_half": [(256, 256), (16, 16), halves(65536), halves(65536), zeros(65536), int32(256)],
        "nearest_sphere": [(65536,), (256,), spheres(32), floats(3 * 65536), zeros(65536, int32), zeros(65536),
            int32(32)],
        "option_tree": [(16384,), (64,), floats(16384), zeros(16384)],
        "longest_common": [(4096,), (64,), pixels(4096 * 64) & 3, pixels(32) & 3, zeros(4096, int32), int32(64)],
    }
