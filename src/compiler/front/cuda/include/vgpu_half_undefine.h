// The end of what the headers that half and bfloat16 share need; it has no guard on purpose.
// SPDX-License-Identifier: MIT
#undef VG_H
#undef VG_H2
#undef VG_FROM
#undef VG_TO
#undef VG_NAME
#undef VG_DIGITS
#undef VG_MOST
#undef VG_JOIN5_
#undef VG_JOIN5
#undef VG_INTO
#undef VG_OUT
