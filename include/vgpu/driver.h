/* driver.so and simulated_driver.so: two names of one library of tensor functions that Python calls by ctypes.
 *
 * 1 is success, 0 an error; functions that give a pointer or an address give NULL or 0. get_last_driver_error() says what was
 * wrong; with VGPU_DEBUG=1 it is also one line on stderr. Device numbers are those of vgpuGetDeviceCount, and every device
 * must be initialised before it is used. Buffers hold floats, row by row, unless it says otherwise; indices are int32. A call
 * checks that buffers are large enough for its dimensions. A dimension of 0 is allowed and does nothing.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_H
#define VGPU_DRIVER_H

#include <vgpu/c/types.h>

VGPU_C_BEGIN

/* Devices. A number that no device has means device 0, as programs that count GPUs themselves expect. */
VGPU_API int initialize_gpu(int gpu);
VGPU_API void shutdown_driver(void); /**< frees all buffers */
VGPU_API int get_gpu_count(void);
VGPU_API const char* get_gpu_name(int gpu);
VGPU_API unsigned int get_compute_unit_count(int gpu);
VGPU_API unsigned int simulated_get_compute_unit_count(int gpu); /**< 16 before initialize_gpu */
VGPU_API int finish_gpu(int gpu);
VGPU_API const char* get_last_driver_error(void); /**< of the calling thread */
VGPU_API const char* get_driver_version(void);

/* Memory. */
VGPU_API void* allocate_gpu_memory(int gpu, size_t size);
VGPU_API void free_gpu_memory(int gpu, void* buffer);
VGPU_API int zero_gpu_buffer(int gpu, void* buffer, size_t size);
VGPU_API int write_host_to_gpu_blocking(int gpu, void* buffer, size_t offset, size_t size,
                                        const void* source);
VGPU_API int read_gpu_to_host_blocking(int gpu, void* buffer, size_t offset, size_t size,
                                       void* target);
VGPU_API int write_to_gpu(int gpu, void* buffer, unsigned long long host_address, size_t offset,
                          size_t size);
/** Returns at once; `done` is called when the data has arrived. */
VGPU_API int read_gpu_to_host_async(int gpu, void* buffer, size_t offset, size_t size, void* target,
                                    void (*done)(void* target, size_t size, void* user),
                                    void* user);
VGPU_API unsigned long long simulated_kernel_allocate(int gpu, size_t size);
VGPU_API void simulated_kernel_free(int gpu, unsigned long long address, size_t size);
VGPU_API void simulated_kernel_write(int gpu, unsigned long long address, size_t size,
                                     const void* source);
VGPU_API void simulated_kernel_read(int gpu, unsigned long long address, size_t size, void* target);

/* Matrix products of doubles. */
typedef struct DriverMatmulCommand {
  void *a, *b, *c;
  size_t size_a, size_b, size_c; /**< bytes */
  int cols_a, cols_b, rows, cols;
} DriverMatmulCommand;
VGPU_API int submit_command(int gpu, int command, void* data); /**< 1: a DriverMatmulCommand */
/** The address of a new buffer with the product. */
VGPU_API unsigned long long simulated_matrix_multiply(int gpu, unsigned long long a,
                                                      unsigned long long b, size_t size_a,
                                                      size_t size_b, const int* shape_a,
                                                      const int* shape_b);

/* Kernels of the program's own, in OpenCL C. sizes[i] bytes at args[i] are argument i; a buffer is 8 bytes that hold its
 * pointer, and an args[i] of NULL gives sizes[i] bytes of local memory. lws may be NULL. */
VGPU_API int compile_kernels(int gpu, const char* source, const char** log);
VGPU_API int run_kernel(int gpu, const char* name, void** args, const size_t* sizes, int count,
                        int dimensions, const size_t* gws, const size_t* lws);
VGPU_API void* enqueue_async(int gpu, const char* name, void** args, const size_t* sizes, int count,
                             int dimensions, const size_t* gws, const size_t* lws);
VGPU_API int wait_event(void* event); /**< and forgets it */
VGPU_API float get_last_kernel_time_ms(int gpu);

/* Forward. */
VGPU_API int execute_matmul_on_gpu(int gpu, void* a, void* b, void* c, int B, int M, int N, int K);
VGPU_API int execute_matmul_batched_on_gpu(int gpu, void* a, void* b, void* c, int B, int M, int N,
                                           int K);
VGPU_API int execute_softmax_on_gpu(int gpu, void* input, void* output, int rows, int row_size);
VGPU_API int execute_log_softmax_stable_gpu(int gpu, void* input, void* output, int B, int S,
                                            int V);
VGPU_API int execute_gelu_on_gpu(int gpu, void* input, void* output, int count);
VGPU_API int execute_add_on_gpu(int gpu, void* a, void* b, void* c, int count);
VGPU_API int execute_mul_on_gpu(int gpu, void* a, void* b, void* c, int count);
VGPU_API int execute_layernorm_on_gpu(int gpu, void* input, void* output, int rows, int row_size,
                                      float eps);
VGPU_API int execute_clone_on_gpu(int gpu, void* source, void* target, size_t size);
VGPU_API int execute_transpose_on_gpu(int gpu, void* input, void* output, int rows, int cols);
VGPU_API int execute_transpose_batched_gpu(int gpu, void* in, void* out, int batch, int d1, int d2);
VGPU_API int execute_transpose_12_batched_gpu(int gpu, void* in, void* out, int B, int D1, int D2,
                                              int D3);
VGPU_API int execute_embedding_lookup_gpu(int gpu, void* indices, void* weights, void* output,
                                          int b, int s, int d, int v);
VGPU_API int execute_broadcast_add_gpu(int gpu, void* a, void* bias, void* c, int B, int M, int N);
VGPU_API int execute_add_broadcast_pe_gpu(int gpu, void* input, void* pe, void* output, int B,
                                          int S, int E);

/* Backward. A gradient that is not wanted is NULL where there are two. */
VGPU_API int execute_matmul_backward_on_gpu(int gpu, void* a, void* b, void* dc, void* da, void* db,
                                            int B, int M, int N, int K);
VGPU_API int execute_matmul_batched_backward_on_gpu(int gpu, void* a, void* b, void* dc, void* da,
                                                    void* db, int B, int M, int N, int K);
VGPU_API int execute_gelu_backward_on_gpu(int gpu, void* input, void* dy, void* dx, int count);
VGPU_API int execute_layernorm_backward_on_gpu(int gpu, void* dy, void* x, void* dx, int rows,
                                               int row_size, float eps);
VGPU_API int execute_softmax_backward_on_gpu(int gpu, void* dy, void* y, void* dx, int rows,
                                             int row_size);
VGPU_API int execute_mul_backward_on_gpu(int gpu, void* dc, void* a, void* b, void* da, void* db,
                                         int count);
VGPU_API int execute_transpose_backward_on_gpu(int gpu, void* dc, void* da, int rows, int cols);
/** Adds to dw. */
VGPU_API int execute_embedding_backward_gpu(int gpu, void* dout, void* indices, void* dw, int b,
                                            int s, int d, int v);
VGPU_API int execute_reduce_sum_gpu(int gpu, void* in, void* out, int B, int M, int N);
/** Rows whose target is no class count nothing. */
VGPU_API int execute_cross_entropy_loss_grad_gpu(int gpu, void* log_probs, void* targets,
                                                 void* grad, void* loss, int B, int S, int V);
VGPU_API int execute_adam_update_on_gpu(int gpu, void* param, void* grad, void* m, void* v,
                                        int count, int t, float lr, float beta1, float beta2,
                                        float eps, float weight_decay);

VGPU_C_END

#endif
