/* The names with _v2, by which programs were told the second interface from the first.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_SECOND_NAMES_H
#define VGPU_BLAS_SECOND_NAMES_H

#define cublasCaxpy_v2 cublasCaxpy
#define cublasCcopy_v2 cublasCcopy
#define cublasCdotc_v2 cublasCdotc
#define cublasCdotu_v2 cublasCdotu
#define cublasCgemm_v2 cublasCgemm
#define cublasCgemv_v2 cublasCgemv
#define cublasCgerc_v2 cublasCgerc
#define cublasCgeru_v2 cublasCgeru
#define cublasCreate_v2 cublasCreate
#define cublasCscal_v2 cublasCscal
#define cublasCsscal_v2 cublasCsscal
#define cublasCswap_v2 cublasCswap
#define cublasDasum_v2 cublasDasum
#define cublasDaxpy_v2 cublasDaxpy
#define cublasDcopy_v2 cublasDcopy
#define cublasDdot_v2 cublasDdot
#define cublasDestroy_v2 cublasDestroy
#define cublasDgemm_v2 cublasDgemm
#define cublasDgemv_v2 cublasDgemv
#define cublasDger_v2 cublasDger
#define cublasDnrm2_v2 cublasDnrm2
#define cublasDrot_v2 cublasDrot
#define cublasDscal_v2 cublasDscal
#define cublasDswap_v2 cublasDswap
#define cublasDsymm_v2 cublasDsymm
#define cublasDsymv_v2 cublasDsymv
#define cublasDsyrk_v2 cublasDsyrk
#define cublasDtrmm_v2 cublasDtrmm
#define cublasDtrmv_v2 cublasDtrmv
#define cublasDtrsm_v2 cublasDtrsm
#define cublasDtrsv_v2 cublasDtrsv
#define cublasDzasum_v2 cublasDzasum
#define cublasDznrm2_v2 cublasDznrm2
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasGetStream_v2 cublasGetStream
#define cublasGetVersion_v2 cublasGetVersion
#define cublasIcamax_v2 cublasIcamax
#define cublasIcamin_v2 cublasIcamin
#define cublasIdamax_v2 cublasIdamax
#define cublasIdamin_v2 cublasIdamin
#define cublasIsamax_v2 cublasIsamax
#define cublasIsamin_v2 cublasIsamin
#define cublasIzamax_v2 cublasIzamax
#define cublasIzamin_v2 cublasIzamin
#define cublasSasum_v2 cublasSasum
#define cublasSaxpy_v2 cublasSaxpy
#define cublasScasum_v2 cublasScasum
#define cublasScnrm2_v2 cublasScnrm2
#define cublasScopy_v2 cublasScopy
#define cublasSdot_v2 cublasSdot
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasSetStream_v2 cublasSetStream
#define cublasSetWorkspace_v2 cublasSetWorkspace
#define cublasSgemm_v2 cublasSgemm
#define cublasSgemv_v2 cublasSgemv
#define cublasSger_v2 cublasSger
#define cublasSnrm2_v2 cublasSnrm2
#define cublasSrot_v2 cublasSrot
#define cublasSscal_v2 cublasSscal
#define cublasSswap_v2 cublasSswap
#define cublasSsymm_v2 cublasSsymm
#define cublasSsymv_v2 cublasSsymv
#define cublasSsyrk_v2 cublasSsyrk
#define cublasStrmm_v2 cublasStrmm
#define cublasStrmv_v2 cublasStrmv
#define cublasStrsm_v2 cublasStrsm
#define cublasStrsv_v2 cublasStrsv
#define cublasZaxpy_v2 cublasZaxpy
#define cublasZcopy_v2 cublasZcopy
#define cublasZdotc_v2 cublasZdotc
#define cublasZdotu_v2 cublasZdotu
#define cublasZdscal_v2 cublasZdscal
#define cublasZgemm_v2 cublasZgemm
#define cublasZgemv_v2 cublasZgemv
#define cublasZgerc_v2 cublasZgerc
#define cublasZgeru_v2 cublasZgeru
#define cublasZscal_v2 cublasZscal
#define cublasZswap_v2 cublasZswap

#endif
