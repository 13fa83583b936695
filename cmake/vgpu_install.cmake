# What `cmake --install` installs beyond the targets themselves.
# SPDX-License-Identifier: MIT
