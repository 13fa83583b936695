// cuDNN's handle, descriptors and what is done to each element, line or pair of tensors, against plain loops.
// build: -lcudnn_static -lcudnn_ops_infer -lcudnn
// SPDX-License-Identifier: MIT
#include <cudnn_version.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "dnn_tensors.h"

CASE(handles_and_texts) {
  Handle h;
  EXPECT_EQ(cudnnGetVersion(), size_t(CUDNN_VERSION));
  EXPECT(CUDNN_MAJOR >= 7);
  int major = 0;
  GOOD(cudnnGetProperty(MAJOR_VERSION, &major));
  EXPECT_EQ(major, CUDNN_MAJOR);
  EXPECT_EQ(std::string(cudnnGetErrorString(CUDNN_STATUS_BAD_PARAM)), "CUDNN_STATUS_BAD_PARAM");
  EXPECT_EQ(std::string(cudnnGetErrorString(CUDNN_STATUS_NOT_SUPPORTED)),
            "CUDNN_STATUS_NOT_SUPPORTED");
  cudaStream_t stream, got = nullptr;
  OK(cudaStreamCreate(&stream));
  GOOD(cudnnSetStream(h, stream));
  GOOD(cudnnGetStream(h, &got));
  EXPECT(got == stream);
  GOOD(cudnnSetStream(h, nullptr));
  OK(cudaStreamDestroy(stream));
  BAD(cudnnCreate(nullptr));
  BAD(cudnnSetStream(nullptr, nullptr));
}

CASE(descriptors_say_what_they_were_told) {
  cudnnTensorDescriptor_t t;
  GOOD(cudnnCreateTensorDescriptor(&t));
  cudnnDataType_t type;
  int n, c, h, w, sn, sc, sh, sw, rank, size[8], stride[8];
  GOOD(cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NHWC, CUDNN_DATA_HALF, 2, 3, 4, 5));
  GOOD(cudnnGetTensor4dDescriptor(t, &type, &n, &c, &h, &w, &sn, &sc, &sh, &sw));
  EXPECT(type == CUDNN_DATA_HALF && n == 2 && c == 3 && h == 4 && w == 5);
  EXPECT(sn == 60 && sc == 1 && sh == 15 && sw == 3);
  size_t bytes = 0;
  GOOD(cudnnGetTensorSizeInBytes(t, &bytes));
  EXPECT_EQ(bytes, size_t(240));
  GOOD(cudnnSetTensor4dDescriptorEx(t, CUDNN_DATA_FLOAT, 2, 3, 4, 5, 100, 30, 7, 1));
  GOOD(cudnnGetTensorNdDescriptor(t, 8, &type, &rank, size, stride));
  EXPECT(rank == 4 && size[3] == 5 && stride[0] == 100 && stride[2] == 7);
  GOOD(cudnnGetTensorSizeInBytes(t, &bytes));
  EXPECT_EQ(bytes, size_t(4 * (100 + 2 * 30 + 3 * 7 + 4 + 1)));
  BAD(cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 0, 1, 1, 1));
  BAD(cudnnSetTensor4dDescriptor(nullptr, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 1, 1));
  EXPECT_EQ(cudnnSetTensorNdDescriptor(t, CUDNN_DATA_FLOAT, 9, size, stride),
            CUDNN_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(cudnnSetTensor4dDescriptor(t, CUDNN_TENSOR_NCHW_VECT_C, CUDNN_DATA_INT8x4, 1, 4, 2, 2),
            CUDNN_STATUS_NOT_SUPPORTED);
  GOOD(cudnnDestroyTensorDescriptor(t));
  cudnnFilterDescriptor_t f;
  cudnnTensorFormat_t format;
  GOOD(cudnnCreateFilterDescriptor(&f));
  GOOD(cudnnSetFilter4dDescriptor(f, CUDNN_DATA_DOUBLE, CUDNN_TENSOR_NHWC, 6, 5, 3, 2));
  GOOD(cudnnGetFilter4dDescriptor(f, &type, &format, &n, &c, &h, &w));
  EXPECT(type == CUDNN_DATA_DOUBLE && format == CUDNN_TENSOR_NHWC && n == 6 && c == 5 && h == 3 &&
         w == 2);
  GOOD(cudnnGetFilterSizeInBytes(f, &bytes));
  EXPECT_EQ(bytes, size_t(6 * 5 * 3 * 2 * 8));
  GOOD(cudnnDestroyFilterDescriptor(f));
}

CASE(tensors_take_other_layouts) {
  Handle h;
  for (cudnnDataType_t type : kTypes)
    for (Order from : kOrders)
      for (Order to : kOrders) {
        const Sizes size{3, 5, 7, 11};
        Tensor x(type, size, from, 1), y(type, size, to, 50);
        const Scalar alpha(0.5, type), beta(-2, type);
        GOOD(cudnnTransformTensor(h, alpha, x.d, x.x, beta, y.d, y.x));
        OK(cudaDeviceSynchronize());
        EXPECT(y.is(x.numbers(), 0.5, -2));
      }
}

CASE(nan_is_not_read_where_beta_is_zero) {
  Handle h;
  Tensor x(CUDNN_DATA_FLOAT, {1, 2, 3, 4}, Order::packed, 1),
      y(CUDNN_DATA_FLOAT, {1, 2, 3, 4}, Order::gaps, 2);
  for (int i = 0; i < y.count(); ++i) y.write(y.offset(i), NAN);
  const Scalar one(1, x.type), zero(0, x.type);
  GOOD(cudnnTransformTensor(h, one, x.d, x.x, zero, y.d, y.x));
  OK(cudaDeviceSynchronize());
  EXPECT(y.is(x.numbers()));
}

// All halves, infinities and NaNs among them, as floats and back; and floats between two halves.
CASE(halves_are_rounded_as_kernels_round_them) {
  Handle h;
  const int count = 1 << 16;
  cudnnTensorDescriptor_t narrow, wide;
  GOOD(cudnnCreateTensorDescriptor(&narrow));
  GOOD(cudnnCreateTensorDescriptor(&wide));
  GOOD(cudnnSetTensor4dDescriptor(narrow, CUDNN_TENSOR_NCHW, CUDNN_DATA_HALF, 1, 1, 1, count));
  GOOD(cudnnSetTensor4dDescriptor(wide, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 1, count));
  unsigned short *x = nullptr, *y = nullptr;
  float* f = nullptr;
  OK(cudaMallocManaged(&x, count * 2));
  OK(cudaMallocManaged(&y, count * 2));
  OK(cudaMallocManaged(&f, count * 4));
  for (int i = 0; i < count; ++i) x[i] = (unsigned short)i;
  const float one = 1, zero = 0;
  GOOD(cudnnTransformTensor(h, &one, narrow, x, &zero, wide, f));
  GOOD(cudnnTransformTensor(h, &one, wide, f, &zero, narrow, y));
  OK(cudaDeviceSynchronize());
  int wrong = 0;
  const auto half_of = [](float v) { return __half_as_ushort(__float2half(v)); };
  for (int i = 0; i < count; ++i) {
    const float right = __half2float(__ushort_as_half(x[i]));
    wrong += std::isnan(right) ? !std::isnan(f[i]) : f[i] != right || y[i] != x[i];
  }
  EXPECT_EQ(wrong, 0);
  for (int i = 0; i < count; ++i) {
    unsigned bits = i * 65537u + 4096u * (i % 3);
    std::memcpy(&f[i], &bits, 4);
  }
  for (int i = 0; i < 2000; ++i)
    f[i] = std::ldexp(1.0f + i % 7 * 0x1p-11f, i % 60 - 40) * (i % 2 ? -1 : 1);
  GOOD(cudnnTransformTensor(h, &one, wide, f, &zero, narrow, y));
  OK(cudaDeviceSynchronize());
  wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += std::isnan(f[i]) ? !std::isnan(__half2float(__ushort_as_half(y[i])))
                              : y[i] != half_of(f[i]);
  EXPECT_EQ(wrong, 0);
  OK(cudaFree(x));
  OK(cudaFree(y));
  OK(cudaFree(f));
  GOOD(cudnnDestroyTensorDescriptor(narrow));
  GOOD(cudnnDestroyTensorDescriptor(wide));
}

CASE(smaller_tensors_are_added_to_all) {
  Handle h;
  const Sizes size{3, 4, 5, 6};
  for (cudnnDataType_t type : kTypes)
    for (Order order : kOrders)
      for (const Sizes& small :
           {Sizes{1, 4, 1, 1}, Sizes{3, 4, 5, 6}, Sizes{1, 1, 5, 6}, Sizes{1, 1, 1, 1}}) {
        Tensor a(type, small, Order::packed, 3), c(type, size, order, 9);
        const Scalar alpha(2, type), beta(0.5, type);
        GOOD(cudnnAddTensor(h, alpha, a.d, a.x, beta, c.d, c.x));
        OK(cudaDeviceSynchronize());
        Numbers wanted;
        for (int i = 0; i < c.count(); ++i) {
          Sizes at = place(size, i);
          for (int axis = 0; axis < 4; ++axis) at[axis] = std::min(at[axis], small[axis] - 1);
          wanted.push_back(a.numbers()[number(small, at)]);
        }
        EXPECT(c.is(wanted, 2, 0.5));
      }
  Tensor wrong(CUDNN_DATA_FLOAT, {1, 3, 1, 1}, Order::packed, 3),
      c(CUDNN_DATA_FLOAT, size, Order::packed, 1);
  const Scalar one(1, c.type);
  BAD(cudnnAddTensor(h, one, wrong.d, wrong.x, one, c.d, c.x));
  BAD(cudnnAddTensor(h, one, c.d, nullptr, one, c.d, c.x));
}

CASE(tensors_are_set_and_scaled) {
  Handle h;
  for (Order order : kOrders) {
    Tensor x(CUDNN_DATA_FLOAT, {2, 3, 33, 65}, order, 4),
        y(CUDNN_DATA_FLOAT, {2, 3, 33, 65}, order, 4);
    const float value = 3.5f, factor = -0.25f;
    GOOD(cudnnSetTensor(h, x.d, x.x, &value));
    GOOD(cudnnScaleTensor(h, y.d, y.x, &factor));
    OK(cudaDeviceSynchronize());
    EXPECT(x.is(Numbers(x.count(), 3.5)));
    EXPECT(y.is(y.old(), -0.25));
  }
  Tensor z(CUDNN_DATA_HALF, {2, 3, 4, 5}, Order::packed, 4);
  const __half value = __float2half(1.5f);
  GOOD(cudnnSetTensor(h, z.d, z.x, &value));
  OK(cudaDeviceSynchronize());
  EXPECT(z.is(Numbers(z.count(), 1.5)));
}

CASE(two_tensors_become_one) {
  Handle h;
  cudnnOpTensorDescriptor_t op;
  GOOD(cudnnCreateOpTensorDescriptor(&op));
  for (cudnnDataType_t type : kTypes)
    for (int kind = CUDNN_OP_TENSOR_ADD; kind <= CUDNN_OP_TENSOR_SQRT; ++kind) {
      const Sizes size{2, 3, 4, 5};
      Tensor a(type, size, Order::channels_last, 1), b(type, {1, 3, 1, 1}, Order::packed, 8);
      Tensor c(type, size, Order::gaps, 20);
      if (kind == CUDNN_OP_TENSOR_SQRT)
        for (int i = 0; i < a.count(); ++i) a.write(a.offset(i), std::fabs(a.read(a.offset(i))));
      GOOD(cudnnSetOpTensorDescriptor(op, cudnnOpTensorOp_t(kind),
                                      type == CUDNN_DATA_DOUBLE ? type : CUDNN_DATA_FLOAT,
                                      CUDNN_NOT_PROPAGATE_NAN));
      const Scalar alpha1(2, type), alpha2(-1, type), beta(0.5, type);
      GOOD(cudnnOpTensor(h, op, alpha1, a.d, a.x, alpha2, b.d, b.x, beta, c.d, c.x));
      OK(cudaDeviceSynchronize());
      Numbers wanted = a.numbers();
      for (int i = 0; i < c.count(); ++i) {
        const double x = 2 * wanted[i], y = -b.numbers()[place(size, i)[1]];
        wanted[i] = kind == CUDNN_OP_TENSOR_ADD   ? x + y
                    : kind == CUDNN_OP_TENSOR_MUL ? x * y
                    : kind == CUDNN_OP_TENSOR_MIN ? std::min(x, y)
                    : kind == CUDNN_OP_TENSOR_MAX ? std::max(x, y)
                                                  : std::sqrt(x);
      }
      EXPECT(c.is(wanted, 1, 0.5));
    }
  GOOD(cudnnDestroyOpTensorDescriptor(op));
}

static double activated(int mode, double x) {
  switch (mode) {
    case CUDNN_ACTIVATION_SIGMOID:
      return 1 / (1 + std::exp(-x));
    case CUDNN_ACTIVATION_RELU:
      return std::max(x, 0.0);
    case CUDNN_ACTIVATION_TANH:
      return std::tanh(x);
    case CUDNN_ACTIVATION_CLIPPED_RELU:
      return std::min(std::max(x, 0.0), 0.7);
    case CUDNN_ACTIVATION_ELU:
      return x > 0 ? x : 0.7 * (std::exp(x) - 1);
    case CUDNN_ACTIVATION_SWISH:
      return x / (1 + std::exp(-x));
    default:
      return x;
  }
}

CASE(activations_and_their_slopes) {
  Handle h;
  cudnnActivationDescriptor_t how;
  GOOD(cudnnCreateActivationDescriptor(&how));
  for (cudnnDataType_t type : kTypes)
    for (int mode = CUDNN_ACTIVATION_SIGMOID; mode <= CUDNN_ACTIVATION_SWISH; ++mode) {
      GOOD(
          cudnnSetActivationDescriptor(how, cudnnActivationMode_t(mode), CUDNN_PROPAGATE_NAN, 0.7));
      const Sizes size{2, 3, 2, 5};
      Tensor x(type, size, Order::gaps, 1), y(type, size, Order::channels_last, 5),
          dy(type, size, Order::packed, 9);
      Tensor dx(type, size, Order::packed, 30);
      const Scalar alpha(1.5, type), beta(-1, type), one(1, type), zero(0, type);
      const auto f = [&](const Numbers& v) {
        Numbers r;
        for (double u : v) r.push_back(activated(mode, u));
        return r;
      };
      GOOD(cudnnActivationForward(h, how, alpha, x.d, x.x, beta, y.d, y.x));
      OK(cudaDeviceSynchronize());
      EXPECT(y.is(f(x.numbers()), 1.5, -1));
      GOOD(cudnnActivationForward(h, how, one, x.d, x.x, zero, y.d, y.x));
      GOOD(
          cudnnActivationBackward(h, how, alpha, y.d, y.x, dy.d, dy.x, x.d, x.x, beta, dx.d, dx.x));
      OK(cudaDeviceSynchronize());
      EXPECT(dx.is(slopes(f, x.numbers(), dy.numbers()), 1.5, -1,
                   type == CUDNN_DATA_DOUBLE ? 100 : 1));
    }
  Tensor x(CUDNN_DATA_FLOAT, {1, 1, 1, 4}, Order::packed, 1),
      y(CUDNN_DATA_FLOAT, {1, 1, 1, 3}, Order::packed, 1);
  const Scalar one(1, x.type);
  BAD(cudnnActivationForward(h, how, one, x.d, x.x, one, y.d, y.x));
  GOOD(cudnnDestroyActivationDescriptor(how));
}

static Numbers softmax(const Sizes& size, const Numbers& x, bool channels, bool log) {
  Numbers y(x.size());
  const int space = count_of(size) / size[0] / size[1];
  for (size_t i = 0; i < x.size(); ++i) {
    double sum = 0;
    const int image = size[1] * space, first = int(i) / image * image;
    for (int j = first; j < first + image; ++j)
      if (!channels || j % space == int(i) % space) sum += std::exp(x[j]);
    y[i] = log ? x[i] - std::log(sum) : std::exp(x[i]) / sum;
  }
  return y;
}

CASE(softmax_of_pixels_and_images) {
  Handle h;
  for (cudnnDataType_t type : kTypes)
    for (Order order : kOrders)
      for (int algo = CUDNN_SOFTMAX_FAST; algo <= CUDNN_SOFTMAX_LOG; ++algo)
        for (int mode = 0; mode < 2; ++mode) {
          const Sizes size{2, 5, 2, 3};
          Tensor x(type, size, order, 1), y(type, size, Order::packed, 5),
              dy(type, size, Order::gaps, 9);
          Tensor dx(type, size, order, 30);
          const auto f = [&](const Numbers& v) {
            return softmax(size, v, mode == 1, algo == CUDNN_SOFTMAX_LOG);
          };
          const Scalar alpha(2, type), beta(0.5, type), one(1, type), zero(0, type);
          const auto a = cudnnSoftmaxAlgorithm_t(algo);
          const auto m = cudnnSoftmaxMode_t(mode);
          GOOD(cudnnSoftmaxForward(h, a, m, alpha, x.d, x.x, beta, y.d, y.x));
          OK(cudaDeviceSynchronize());
          EXPECT(y.is(f(x.numbers()), 2, 0.5));
          GOOD(cudnnSoftmaxForward(h, a, m, one, x.d, x.x, zero, y.d, y.x));
          GOOD(cudnnSoftmaxBackward(h, a, m, alpha, y.d, y.x, dy.d, dy.x, beta, dx.d, dx.x));
          OK(cudaDeviceSynchronize());
          EXPECT(dx.is(slopes(f, x.numbers(), dy.numbers()), 2, 0.5,
                       type == CUDNN_DATA_DOUBLE ? 100 : 1));
        }
}

CASE(softmax_of_large_numbers) {
  Handle h;
  Tensor x(CUDNN_DATA_FLOAT, {1, 3, 1, 1}, Order::packed, 1),
      y(CUDNN_DATA_FLOAT, {1, 3, 1, 1}, Order::packed, 1);
  x.set({1000, 1001, 999});
  const Scalar one(1, x.type), zero(0, x.type);
  GOOD(cudnnSoftmaxForward(h, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, one, x.d, x.x,
                           zero, y.d, y.x));
  OK(cudaDeviceSynchronize());
  EXPECT(y.is(softmax(x.size, {1, 2, 0}, true, false)));
}

static double reduced(int op, const Numbers& v, int& place) {
  double r = op == CUDNN_REDUCE_TENSOR_MUL || op == CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS ? 1 : 0;
  place = 0;
  for (size_t i = 0; i < v.size(); ++i) {
    const double x = v[i];
    if (op == CUDNN_REDUCE_TENSOR_ADD || op == CUDNN_REDUCE_TENSOR_AVG) r += x;
    if (op == CUDNN_REDUCE_TENSOR_MUL || (op == CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS && x != 0)) r *= x;
    if (op == CUDNN_REDUCE_TENSOR_NORM1) r += std::fabs(x);
    if (op == CUDNN_REDUCE_TENSOR_NORM2) r += x * x;
    const bool better = op == CUDNN_REDUCE_TENSOR_MIN ? i == 0 || x < r
                        : op == CUDNN_REDUCE_TENSOR_MAX
                            ? i == 0 || x > r
                            : op == CUDNN_REDUCE_TENSOR_AMAX && (i == 0 || std::fabs(x) > r);
    if (better) r = op == CUDNN_REDUCE_TENSOR_AMAX ? std::fabs(x) : x, place = int(i);
  }
  return op == CUDNN_REDUCE_TENSOR_AVG     ? r / v.size()
         : op == CUDNN_REDUCE_TENSOR_NORM2 ? std::sqrt(r)
                                           : r;
}

CASE(reductions_along_axes) {
  Handle h;
  cudnnReduceTensorDescriptor_t how;
  GOOD(cudnnCreateReduceTensorDescriptor(&how));
  const Sizes size{2, 3, 4, 5};
  for (cudnnDataType_t type : {CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE})
    for (Order order : kOrders)
      for (const Sizes& to :
           {Sizes{1, 3, 1, 1}, Sizes{2, 1, 4, 1}, Sizes{1, 1, 1, 1}, Sizes{2, 3, 4, 5}})
        for (int op = CUDNN_REDUCE_TENSOR_ADD; op <= CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS; ++op) {
          Tensor a(type, size, order, 1), c(type, to, order, 50);
          a.write(a.offset(7), 0);
          GOOD(cudnnSetReduceTensorDescriptor(
              how, cudnnReduceTensorOp_t(op), type, CUDNN_NOT_PROPAGATE_NAN,
              CUDNN_REDUCE_TENSOR_FLATTENED_INDICES, CUDNN_32BIT_INDICES));
          size_t bytes = 0, work = 1;
          GOOD(cudnnGetReductionIndicesSize(h, how, a.d, c.d, &bytes));
          GOOD(cudnnGetReductionWorkspaceSize(h, how, a.d, c.d, &work));
          const bool places = op >= CUDNN_REDUCE_TENSOR_MIN && op <= CUDNN_REDUCE_TENSOR_AMAX;
          EXPECT_EQ(bytes, places ? c.count() * sizeof(unsigned) : 0);
          unsigned* indices = nullptr;
          OK(cudaMallocManaged(&indices, 1000));
          const Scalar alpha(3, type), beta(0.25, type);
          GOOD(cudnnReduceTensor(h, how, indices, bytes, nullptr, 0, alpha, a.d, a.x, beta, c.d,
                                 c.x));
          OK(cudaDeviceSynchronize());
          std::vector<Numbers> parts(c.count());
          for (int i = 0; i < a.count(); ++i) {
            Sizes at = place(size, i);
            for (int axis = 0; axis < 4; ++axis) at[axis] = std::min(at[axis], to[axis] - 1);
            parts[number(to, at)].push_back(a.numbers()[i]);
          }
          Numbers wanted;
          for (int i = 0; i < c.count(); ++i) {
            int best = 0;
            wanted.push_back(reduced(op, parts[i], best));
            if (places) EXPECT_EQ(int(indices[i]), best);
          }
          EXPECT(c.is(wanted, 3, 0.25));
          if (places)
            BAD(cudnnReduceTensor(h, how, indices, bytes - 1, nullptr, 0, alpha, a.d, a.x, beta,
                                  c.d, c.x));
          OK(cudaFree(indices));
        }
  GOOD(cudnnDestroyReduceTensorDescriptor(how));
}

int main() { return run_cases(); }
