"""Loads simulated_driver.so of this installation and says what its functions take.

SPDX-License-Identifier: MIT
"""
import ctypes
import functools
from pathlib import Path

ARRIVAL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
_INT, _SIZE, _U64, _POINTER = ctypes.c_int, ctypes.c_size_t, ctypes.c_uint64, ctypes.c_void_p
_SHAPE = ctypes.POINTER(_INT)
_FUNCTIONS = {
    "initialize_gpu": (_INT, [_INT]),
    "finish_gpu": (_INT, [_INT]),
    "get_compute_unit_count": (ctypes.c_uint, [_INT]),
    "get_last_driver_error": (ctypes.c_char_p, []),
    "simulated_kernel_allocate": (_U64, [_INT, _SIZE]),
    "simulated_kernel_free": (None, [_INT, _U64, _SIZE]),
    "write_host_to_gpu_blocking": (_INT, [_INT, _POINTER, _SIZE, _SIZE, _POINTER]),
    "read_gpu_to_host_blocking": (_INT, [_INT, _POINTER, _SIZE, _SIZE, _POINTER]),
    "read_gpu_to_host_async": (_INT, [_INT, _POINTER, _SIZE, _SIZE, _POINTER, ARRIVAL, _POINTER]),
    "simulated_matrix_multiply": (_U64, [_INT, _U64, _U64, _SIZE, _SIZE, _SHAPE, _SHAPE]),
}


@functools.cache
def load():
    """The library: beside the packages in an installation, under lib/ in a build tree."""
    here = Path(__file__).parent
    places = [here.parents[2] / "vgpu", here.parents[1] / "lib" / "vgpu", here.parent / "vgpu" / "lib"]
    found = next((p for p in (place / "simulated_driver.so" for place in places) if p.exists()), None)
    if found is None:
        raise ImportError("aethercl: simulated_driver.so is in none of " + ", ".join(map(str, places)))
    library = ctypes.CDLL(str(found))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
