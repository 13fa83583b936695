"""Functions of neural networks on NumPy arrays.

SPDX-License-Identifier: MIT
"""
from . import functional

__all__ = ["functional"]
