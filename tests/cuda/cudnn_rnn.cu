// cuDNN's recurrent networks in the words of version 7 and of version 8, with gradients by differences.
// build: -lcudnn
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "dnn_handle.h"
#include "dnn_numbers.h"
#include "dnn_tensors.h"

// A network and the sequences that it reads. Vectors lie by their step, packed or not, or by their sequence.
struct Net {
  cudnnRNNMode_t mode;
  int layers, ways, input, hidden;
  std::vector<int> lengths;
  int layout;
  bool biases = true;

  int batch() const { return int(lengths.size()); }
  int steps() const { return *std::max_element(lengths.begin(), lengths.end()); }
  int parts() const { return layers * ways; }
  int gates() const { return mode == CUDNN_LSTM ? 4 : mode == CUDNN_GRU ? 3 : 1; }
  int row(int b, int t) const {
    if (layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED) return t * batch() + b;
    if (layout == CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED) return b * steps() + t;
    int first = 0;
    for (int s = 0; s < t; ++s)
      for (int length : lengths) first += length > s;
    return first + b;
  }
  int rows() const {
    if (layout != CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED) return batch() * steps();
    int all = 0;
    for (int length : lengths) all += length;
    return all;
  }
  int states() const { return parts() * batch() * hidden; }
};

struct Weights {
  std::vector<std::vector<int>> matrix, bias;  // where each part's are; -1: none
  int count = 0;
};

static double gate(double x) { return 1 / (1 + std::exp(-x)); }

// v: x, hx, cx and the weights; the result: y, hy, cy.
static Numbers reference(const Net& n, const Weights& w, const Numbers& v) {
  const double* x = v.data();
  const double *hx = x + n.rows() * n.input, *cx = hx + n.states(), *all = cx + n.states();
  const int H = n.hidden, G = n.gates(), out = n.ways * H;
  Numbers y(n.rows() * out), hy(hx, hx + n.states()), cy(cx, cx + n.states()),
      in(x, x + n.rows() * n.input);
  int width = n.input;
  for (int layer = 0; layer < n.layers; ++layer) {
    for (int way = 0; way < n.ways; ++way)
      for (int b = 0; b < n.batch(); ++b) {
        const int p = layer * n.ways + way;
        double *h = &hy[(p * n.batch() + b) * H], *c = &cy[(p * n.batch() + b) * H];
        for (int k = 0; k < n.lengths[b]; ++k) {
          const int row = n.row(b, way == 0 ? k : n.lengths[b] - 1 - k);
          const Numbers before(h, h + H);
          const auto from = [&](int id, int j) {
            const bool state = id >= G;
            const int columns = state ? H : width;
            double sum = w.bias[p][id] < 0 ? 0 : all[w.bias[p][id] + j];
            for (int i = 0; i < columns; ++i)
              sum += all[w.matrix[p][id] + j * columns + i] *
                     (state ? before[i] : in[row * width + i]);
            return sum;
          };
          for (int j = 0; j < H; ++j) {
            const auto both = [&](int id) { return from(id, j) + from(G + id, j); };
            if (n.mode == CUDNN_LSTM) {
              c[j] = gate(both(1)) * c[j] + gate(both(0)) * std::tanh(both(2));
              h[j] = gate(both(3)) * std::tanh(c[j]);
            } else if (n.mode == CUDNN_GRU) {
              const double fresh = std::tanh(from(2, j) + gate(both(0)) * from(5, j)),
                           update = gate(both(1));
              h[j] = (1 - update) * fresh + update * before[j];
            } else {
              h[j] = n.mode == CUDNN_RNN_TANH ? std::tanh(both(0)) : std::max(0.0, both(0));
            }
          }
          for (int j = 0; j < H; ++j) y[row * out + way * H + j] = h[j];
        }
      }
    in = y, width = out;
  }
  y.insert(y.end(), hy.begin(), hy.end());
  y.insert(y.end(), cy.begin(), cy.end());
  return y;
}

static Numbers joined(std::initializer_list<Numbers> all) {
  Numbers v;
  for (const Numbers& one : all) v.insert(v.end(), one.begin(), one.end());
  return v;
}

// Everything that a network reads and writes.
struct Data {
  Tensor x, y, hx, hy, cx, cy, w, dx, dy, dhx, dhy, dcx, dcy, dw;
  Data(cudnnDataType_t t, const Net& n, int weights)
      : x(t, {n.rows(), n.input, 1}, Order::packed, 1),
        y(t, {n.rows(), n.ways * n.hidden, 1}, Order::packed, 2),
        hx(t, {n.parts(), n.batch(), n.hidden}, Order::packed, 3),
        hy(t, hx.size, Order::packed, 4),
        cx(t, hx.size, Order::packed, 5),
        cy(t, hx.size, Order::packed, 6),
        w(t, {1, weights, 1}, Order::packed, 7),
        dx(t, x.size, Order::packed, 8),
        dy(t, y.size, Order::packed, 9),
        dhx(t, hx.size, Order::packed, 10),
        dhy(t, hx.size, Order::packed, 11),
        dcx(t, hx.size, Order::packed, 12),
        dcy(t, hx.size, Order::packed, 13),
        dw(t, w.size, Order::packed, 14) {}

  // Rows behind the ends of sequences are nobody's.
  Numbers valid(const Net& n, const Numbers& all, int width, const Numbers& wanted) const {
    Numbers result = all;
    for (int b = 0; b < n.batch(); ++b)
      for (int t = 0; t < n.lengths[b]; ++t)
        for (int i = 0; i < width; ++i)
          result[n.row(b, t) * width + i] = wanted[n.row(b, t) * width + i];
    return result;
  }
  void check(const Net& n, const Weights& places) const {
    const bool lstm = n.mode == CUDNN_LSTM;
    const Numbers v =
        joined({x.numbers(), hx.numbers(), lstm ? cx.numbers() : Numbers(n.states()), w.numbers()});
    const Numbers out = reference(n, places, v);
    const auto part = [](const Numbers& from, int first, int count) {
      return Numbers(from.begin() + first, from.begin() + first + count);
    };
    const int ys = y.count(), s = n.states();
    const double more = x.type == CUDNN_DATA_DOUBLE ? 1000 : 5;
    EXPECT(y.is(valid(n, y.numbers(), y.size[1], part(out, 0, ys)), 1, 0, more));
    EXPECT(hy.is(part(out, ys, s), 1, 0, more));
    if (lstm) EXPECT(cy.is(part(out, ys + s, s), 1, 0, more));
    Numbers slope = dy.numbers();
    for (int i = 0; i < ys; ++i) slope[i] = 0;
    slope = valid(n, slope, y.size[1], dy.numbers());
    const Numbers d = slopes([&](const Numbers& u) { return reference(n, places, u); }, v,
                             joined({slope, dhy.numbers(), lstm ? dcy.numbers() : Numbers(s)}));
    EXPECT(dx.is(valid(n, dx.numbers(), n.input, part(d, 0, x.count())), 1, 0, more));
    EXPECT(dhx.is(part(d, x.count(), s), 1, 0, more));
    if (lstm) EXPECT(dcx.is(part(d, x.count() + s, s), 1, 0, more));
    EXPECT(dw.is(part(d, x.count() + 2 * s, w.count()), 1, 1, more));
  }
};

static cudnnRNNMode_t kModes[] = {CUDNN_RNN_RELU, CUDNN_RNN_TANH, CUDNN_LSTM, CUDNN_GRU};

template <class Place>
static int offset(const Place* place, const Tensor& w) {
  const int size = w.type == CUDNN_DATA_DOUBLE ? 8 : w.type == CUDNN_DATA_HALF ? 2 : 4;
  return int((static_cast<const char*>(place) - static_cast<const char*>(w.x)) / size);
}

CASE(in_the_words_of_version_7) {
  Handle h;
  for (cudnnDataType_t type : kTypes)
    for (cudnnRNNMode_t mode : kModes)
      for (int ways = 1; ways <= 2; ++ways) {
        const Net n{mode, 2, ways, 3, 2, {4, 2, 1}, CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED};
        cudnnRNNDescriptor_t rnn;
        cudnnDropoutDescriptor_t none;
        GOOD(cudnnCreateDropoutDescriptor(&none));
        GOOD(cudnnSetDropoutDescriptor(none, h, 0, nullptr, 0, 0));
        GOOD(cudnnCreateRNNDescriptor(&rnn));
        GOOD(cudnnSetRNNDescriptor_v6(h, rnn, n.hidden, n.layers, none, CUDNN_LINEAR_INPUT,
                                      ways == 2 ? CUDNN_BIDIRECTIONAL : CUDNN_UNIDIRECTIONAL, mode,
                                      CUDNN_RNN_ALGO_STANDARD, type));
        cudnnPersistentRNNPlan_t plan = nullptr;  // may be made for any algorithm
        GOOD(cudnnCreatePersistentRNNPlan(rnn, n.batch(), type, &plan));
        GOOD(cudnnSetPersistentRNNPlan(rnn, plan));
        std::vector<cudnnTensorDescriptor_t> xs, ys;
        for (int t = 0; t < n.steps(); ++t) {
          const int here =
              int(std::count_if(n.lengths.begin(), n.lengths.end(), [&](int l) { return l > t; }));
          const int xd[] = {here, n.input, 1}, yd[] = {here, ways * n.hidden, 1},
                    strides[] = {n.input, 1, 1};
          xs.emplace_back(), ys.emplace_back();
          GOOD(cudnnCreateTensorDescriptor(&xs[t]));
          GOOD(cudnnCreateTensorDescriptor(&ys[t]));
          GOOD(cudnnSetTensorNdDescriptor(xs[t], type, 3, xd, strides));
          GOOD(cudnnSetTensorNdDescriptor(ys[t], type, 3, yd, strides));
        }
        size_t bytes = 0, work = 1, reserve = 0;
        GOOD(cudnnGetRNNParamsSize(h, rnn, xs[0], &bytes, type));
        GOOD(cudnnGetRNNWorkspaceSize(h, rnn, n.steps(), xs.data(), &work));
        GOOD(cudnnGetRNNTrainingReserveSize(h, rnn, n.steps(), xs.data(), &reserve));
        Data d(type, n,
               int(bytes / (type == CUDNN_DATA_DOUBLE ? 8
                            : type == CUDNN_DATA_HALF ? 2
                                                      : 4)));
        Weights places;
        for (int p = 0; p < n.parts(); ++p) {
          places.matrix.emplace_back(), places.bias.emplace_back();
          for (int id = 0; id < 2 * n.gates(); ++id) {
            void* at = nullptr;
            Tensor found(type, {1, 1, 1}, Order::packed, 1);
            GOOD(cudnnGetRNNLinLayerMatrixParams(h, rnn, p, xs[0], d.w.f, d.w.x, id, found.f, &at));
            cudnnDataType_t kind;
            cudnnTensorFormat_t format;
            int rank, size[8];
            GOOD(cudnnGetFilterNdDescriptor(found.f, 8, &kind, &format, &rank, size));
            EXPECT_EQ(size[0] * size[1] * size[2], n.hidden * (id >= n.gates() ? n.hidden
                                                               : p < ways      ? n.input
                                                                               : ways * n.hidden));
            places.matrix[p].push_back(offset(at, d.w));
            GOOD(cudnnGetRNNLinLayerBiasParams(h, rnn, p, xs[0], d.w.f, d.w.x, id, found.f, &at));
            places.bias[p].push_back(offset(at, d.w));
          }
        }
        void* kept = nullptr;
        OK(cudaMalloc(&kept, reserve));
        GOOD(cudnnRNNForwardInference(h, rnn, n.steps(), xs.data(), d.x.x, d.hx.d, d.hx.x, d.cx.d,
                                      d.cx.x, d.w.f, d.w.x, ys.data(), d.y.x, d.hy.d, d.hy.x,
                                      d.cy.d, d.cy.x, nullptr, 0));
        OK(cudaDeviceSynchronize());
        const Numbers inferred = d.y.numbers();
        GOOD(cudnnRNNForwardTraining(h, rnn, n.steps(), xs.data(), d.x.x, d.hx.d, d.hx.x, d.cx.d,
                                     d.cx.x, d.w.f, d.w.x, ys.data(), d.y.x, d.hy.d, d.hy.x, d.cy.d,
                                     d.cy.x, nullptr, 0, kept, reserve));
        GOOD(cudnnRNNBackwardData(h, rnn, n.steps(), ys.data(), d.y.x, ys.data(), d.dy.x, d.dhy.d,
                                  d.dhy.x, d.dcy.d, d.dcy.x, d.w.f, d.w.x, d.hx.d, d.hx.x, d.cx.d,
                                  d.cx.x, xs.data(), d.dx.x, d.dhx.d, d.dhx.x, d.dcx.d, d.dcx.x,
                                  nullptr, 0, kept, reserve));
        GOOD(cudnnRNNBackwardWeights(h, rnn, n.steps(), xs.data(), d.x.x, d.hx.d, d.hx.x, ys.data(),
                                     d.y.x, nullptr, 0, d.dw.f, d.dw.x, kept, reserve));
        OK(cudaDeviceSynchronize());
        EXPECT(d.y.numbers() == inferred);
        d.check(n, places);
        BAD(cudnnRNNForwardTraining(h, rnn, n.steps(), xs.data(), d.x.x, d.hx.d, d.hx.x, d.cx.d,
                                    d.cx.x, d.w.f, d.w.x, ys.data(), d.y.x, d.hy.d, d.hy.x, d.cy.d,
                                    d.cy.x, nullptr, 0, kept, reserve - 1));
        OK(cudaFree(kept));
        for (int t = 0; t < n.steps(); ++t) {
          GOOD(cudnnDestroyTensorDescriptor(xs[t]));
          GOOD(cudnnDestroyTensorDescriptor(ys[t]));
        }
        GOOD(cudnnDestroyPersistentRNNPlan(plan));
        GOOD(cudnnDestroyRNNDescriptor(rnn));
        GOOD(cudnnDestroyDropoutDescriptor(none));
      }
}

CASE(in_the_words_of_version_8) {
  Handle h;
  for (cudnnDataType_t type : kTypes)
    for (cudnnRNNMode_t mode : kModes)
      for (int layout = 0; layout < 3; ++layout)
        for (int bias = CUDNN_RNN_NO_BIAS; bias <= CUDNN_RNN_SINGLE_REC_BIAS;
             bias += mode == CUDNN_GRU ? 1 : 2) {
          Net n{mode, 2, 2, 3, 2, {2, 4, 3}, layout};
          if (layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED) n.lengths = {4, 3, 2};
          cudnnRNNDescriptor_t rnn;
          GOOD(cudnnCreateRNNDescriptor(&rnn));
          GOOD(cudnnSetRNNDescriptor_v8(
              rnn, CUDNN_RNN_ALGO_STANDARD, mode, cudnnRNNBiasMode_t(bias), CUDNN_BIDIRECTIONAL,
              CUDNN_LINEAR_INPUT, type, type == CUDNN_DATA_HALF ? CUDNN_DATA_FLOAT : type,
              CUDNN_DEFAULT_MATH, n.input, n.hidden, n.hidden, n.layers, nullptr,
              CUDNN_RNN_PADDED_IO_ENABLED));
          size_t bytes = 0, work = 1, reserve = 0;
          GOOD(cudnnGetRNNWeightSpaceSize(h, rnn, &bytes));
          const int size = type == CUDNN_DATA_DOUBLE ? 8 : type == CUDNN_DATA_HALF ? 2 : 4;
          Data d(type, n, int(bytes / size));
          Tensor fill(type, {1, 1, 1}, Order::packed, 1);
          fill.set({-7});
          cudnnRNNDataDescriptor_t xd, yd;
          GOOD(cudnnCreateRNNDataDescriptor(&xd));
          GOOD(cudnnCreateRNNDataDescriptor(&yd));
          const auto kind = cudnnRNNDataLayout_t(layout);
          GOOD(cudnnSetRNNDataDescriptor(xd, type, kind, n.steps(), n.batch(), n.input,
                                         n.lengths.data(), nullptr));
          GOOD(cudnnSetRNNDataDescriptor(yd, type, kind, n.steps(), n.batch(), 2 * n.hidden,
                                         n.lengths.data(), fill.x));
          GOOD(cudnnGetRNNTempSpaceSizes(h, rnn, CUDNN_FWD_MODE_TRAINING, xd, &work, &reserve));
          Weights places;
          for (int p = 0; p < n.parts(); ++p) {
            places.matrix.emplace_back(), places.bias.emplace_back();
            for (int id = 0; id < 2 * n.gates(); ++id) {
              void *matrix = nullptr, *vector = nullptr;
              Tensor m(type, {1, 1, 1}, Order::packed, 1), b(type, {1, 1, 1}, Order::packed, 1);
              GOOD(
                  cudnnGetRNNWeightParams(h, rnn, p, bytes, d.w.x, id, m.d, &matrix, b.d, &vector));
              places.matrix[p].push_back(offset(matrix, d.w));
              const bool there = id < n.gates() ? bias == 1 || bias == 2 : bias >= 2;
              EXPECT_EQ(vector != nullptr, there);
              places.bias[p].push_back(vector == nullptr ? -1 : offset(vector, d.w));
            }
          }
          void* kept = nullptr;
          OK(cudaMalloc(&kept, reserve));
          GOOD(cudnnRNNForward(h, rnn, CUDNN_FWD_MODE_TRAINING, nullptr, xd, d.x.x, yd, d.y.x,
                               d.hx.d, d.hx.x, d.hy.x, d.cx.d, d.cx.x, d.cy.x, bytes, d.w.x, work,
                               nullptr, reserve, kept));
          GOOD(cudnnRNNBackwardData_v8(h, rnn, nullptr, yd, d.y.x, d.dy.x, xd, d.dx.x, d.hx.d,
                                       d.hx.x, d.dhy.x, d.dhx.x, d.cx.d, d.cx.x, d.dcy.x, d.dcx.x,
                                       bytes, d.w.x, work, nullptr, reserve, kept));
          GOOD(cudnnRNNBackwardWeights_v8(h, rnn, CUDNN_WGRAD_MODE_ADD, nullptr, xd, d.x.x, d.hx.d,
                                          d.hx.x, yd, d.y.x, bytes, d.dw.x, work, nullptr, reserve,
                                          kept));
          OK(cudaDeviceSynchronize());
          d.check(n, places);
          for (int b = 0; b < n.batch() && layout != CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED; ++b)
            for (int t = n.lengths[b]; t < n.steps(); ++t)
              EXPECT_EQ(d.y.read(n.row(b, t) * 2 * n.hidden), -7.0);
          OK(cudaFree(kept));
          GOOD(cudnnDestroyRNNDataDescriptor(xd));
          GOOD(cudnnDestroyRNNDataDescriptor(yd));
          GOOD(cudnnDestroyRNNDescriptor(rnn));
        }
}

CASE(dropout_between_layers) {
  Handle h;
  const int steps = 3, batch = 16, size = 32,
            lengths[] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
  size_t bytes = 0, work = 0, reserve = 0, states = 0;
  void *memory = nullptr, *kept = nullptr;
  GOOD(cudnnDropoutGetStatesSize(h, &states));
  OK(cudaMalloc(&memory, states));
  cudnnDropoutDescriptor_t drop;
  GOOD(cudnnCreateDropoutDescriptor(&drop));
  GOOD(cudnnSetDropoutDescriptor(drop, h, 0.5f, memory, states, 3));
  cudnnRNNDescriptor_t rnn;
  GOOD(cudnnCreateRNNDescriptor(&rnn));
  GOOD(cudnnSetRNNDescriptor_v8(rnn, CUDNN_RNN_ALGO_STANDARD, CUDNN_RNN_RELU, CUDNN_RNN_NO_BIAS,
                                CUDNN_UNIDIRECTIONAL, CUDNN_LINEAR_INPUT, CUDNN_DATA_FLOAT,
                                CUDNN_DATA_FLOAT, CUDNN_DEFAULT_MATH, size, size, size, 2, drop,
                                0));
  cudnnRNNDataDescriptor_t data;
  GOOD(cudnnCreateRNNDataDescriptor(&data));
  GOOD(cudnnSetRNNDataDescriptor(data, CUDNN_DATA_FLOAT, CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED,
                                 steps, batch, size, lengths, nullptr));
  GOOD(cudnnGetRNNWeightSpaceSize(h, rnn, &bytes));
  GOOD(cudnnGetRNNTempSpaceSizes(h, rnn, CUDNN_FWD_MODE_TRAINING, data, &work, &reserve));
  OK(cudaMalloc(&kept, reserve));
  Tensor w(CUDNN_DATA_FLOAT, {1, int(bytes / 4), 1}, Order::packed, 1),
      x(CUDNN_DATA_FLOAT, {steps * batch, size, 1}, Order::packed, 2);
  Tensor y(CUDNN_DATA_FLOAT, x.size, Order::packed, 3),
      dx(CUDNN_DATA_FLOAT, x.size, Order::packed, 4),
      dy(CUDNN_DATA_FLOAT, x.size, Order::packed, 4);
  // Both layers hand their input on, times one, and see nothing of their state: what is left out is 0, the rest twice as large.
  Numbers ones(w.count());
  for (int p = 0; p < 2; ++p) {
    void *matrix = nullptr, *vector = nullptr;
    Tensor m(CUDNN_DATA_FLOAT, {1, 1, 1}, Order::packed, 1),
        b(CUDNN_DATA_FLOAT, {1, 1, 1}, Order::packed, 1);
    GOOD(cudnnGetRNNWeightParams(h, rnn, p, bytes, w.x, 0, m.d, &matrix, b.d, &vector));
    for (int i = 0; i < size; ++i) ones[offset(matrix, w) + i * (size + 1)] = 1;
  }
  w.set(ones);
  x.set(Numbers(x.count(), 1.0));
  dy.set(Numbers(x.count(), 1.0));
  GOOD(cudnnRNNForward(h, rnn, CUDNN_FWD_MODE_TRAINING, nullptr, data, x.x, data, y.x, nullptr,
                       nullptr, nullptr, nullptr, nullptr, nullptr, bytes, w.x, work, nullptr,
                       reserve, kept));
  GOOD(cudnnRNNBackwardData_v8(h, rnn, nullptr, data, y.x, dy.x, data, dx.x, nullptr, nullptr,
                               nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, bytes, w.x,
                               work, nullptr, reserve, kept));
  OK(cudaDeviceSynchronize());
  int left = 0;
  for (double v : y.numbers()) {
    EXPECT(v == 0 || v == 2);
    left += v != 0;
  }
  EXPECT(std::fabs(left / double(y.count()) - 0.5) < 0.05);
  EXPECT(dx.numbers() == y.numbers());
  GOOD(cudnnRNNForward(h, rnn, CUDNN_FWD_MODE_INFERENCE, nullptr, data, x.x, data, y.x, nullptr,
                       nullptr, nullptr, nullptr, nullptr, nullptr, bytes, w.x, work, nullptr, 0,
                       nullptr));
  OK(cudaDeviceSynchronize());
  EXPECT(y.numbers() == Numbers(y.count(), 1.0));
  EXPECT_EQ(
      cudnnSetRNNDescriptor_v8(rnn, CUDNN_RNN_ALGO_STANDARD, CUDNN_LSTM, CUDNN_RNN_NO_BIAS,
                               CUDNN_UNIDIRECTIONAL, CUDNN_SKIP_INPUT, CUDNN_DATA_FLOAT,
                               CUDNN_DATA_FLOAT, CUDNN_DEFAULT_MATH, size, size, size, 2, drop, 0),
      CUDNN_STATUS_NOT_SUPPORTED);
  BAD(cudnnSetRNNDataDescriptor(data, CUDNN_DATA_FLOAT, CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED, 2,
                                batch, size, lengths, nullptr));
  GOOD(cudnnDestroyRNNDataDescriptor(data));
  GOOD(cudnnDestroyRNNDescriptor(rnn));
  GOOD(cudnnDestroyDropoutDescriptor(drop));
  OK(cudaFree(memory));
  OK(cudaFree(kept));
}

int main() { return run_cases(); }
