// Which of the architectures that <nv/target> can ask for this compilation provides: 1 or 0 for each.
// SPDX-License-Identifier: MIT
#ifndef VG_NV_PROVIDED
#define VG_NV_PROVIDED

#ifdef __CUDA_ARCH__
#define VG_ARCHITECTURE __CUDA_ARCH__
#else
#define VG_ARCHITECTURE 0
#endif

#if VG_ARCHITECTURE >= 350
#define NV_PROVIDES_SM_35 1
#else
#define NV_PROVIDES_SM_35 0
#endif
#if VG_ARCHITECTURE >= 370
#define NV_PROVIDES_SM_37 1
#else
#define NV_PROVIDES_SM_37 0
#endif
#if VG_ARCHITECTURE >= 500
#define NV_PROVIDES_SM_50 1
#else
#define NV_PROVIDES_SM_50 0
#endif
#if VG_ARCHITECTURE >= 520
#define NV_PROVIDES_SM_52 1
#else
#define NV_PROVIDES_SM_52 0
#endif
#if VG_ARCHITECTURE >= 530
#define NV_PROVIDES_SM_53 1
#else
#define NV_PROVIDES_SM_53 0
#endif
#if VG_ARCHITECTURE >= 600
#define NV_PROVIDES_SM_60 1
#else
#define NV_PROVIDES_SM_60 0
#endif
#if VG_ARCHITECTURE >= 610
#define NV_PROVIDES_SM_61 1
#else
#define NV_PROVIDES_SM_61 0
#endif
#if VG_ARCHITECTURE >= 620
#define NV_PROVIDES_SM_62 1
#else
#define NV_PROVIDES_SM_62 0
#endif
#if VG_ARCHITECTURE >= 700
#define NV_PROVIDES_SM_70 1
#else
#define NV_PROVIDES_SM_70 0
#endif
#if VG_ARCHITECTURE >= 720
#define NV_PROVIDES_SM_72 1
#else
#define NV_PROVIDES_SM_72 0
#endif
#if VG_ARCHITECTURE >= 750
#define NV_PROVIDES_SM_75 1
#else
#define NV_PROVIDES_SM_75 0
#endif
#if VG_ARCHITECTURE >= 800
#define NV_PROVIDES_SM_80 1
#else
#define NV_PROVIDES_SM_80 0
#endif
#if VG_ARCHITECTURE >= 860
#define NV_PROVIDES_SM_86 1
#else
#define NV_PROVIDES_SM_86 0
#endif
#if VG_ARCHITECTURE >= 870
#define NV_PROVIDES_SM_87 1
#else
#define NV_PROVIDES_SM_87 0
#endif
#if VG_ARCHITECTURE >= 890
#define NV_PROVIDES_SM_89 1
#else
#define NV_PROVIDES_SM_89 0
#endif
#if VG_ARCHITECTURE >= 900
#define NV_PROVIDES_SM_90 1
#else
#define NV_PROVIDES_SM_90 0
#endif
#if VG_ARCHITECTURE >= 1000
#define NV_PROVIDES_SM_100 1
#else
#define NV_PROVIDES_SM_100 0
#endif
#if VG_ARCHITECTURE >= 1200
#define NV_PROVIDES_SM_120 1
#else
#define NV_PROVIDES_SM_120 0
#endif

#endif
