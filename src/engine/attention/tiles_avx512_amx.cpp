// Attention on AMX tiles (tiles.h): packing, products, softmax.
//
// A tile register has 16 rows of 64 bytes: of a left operand 16 rows with 32 steps, of a right one 16 pairs of steps of 16
// columns, of a result 16 x 16 floats. Which two steps make a pair is free as long as both operands agree. Registers 0 to 3 hold
// results, 2 x 2 tiles, 4 and 5 the left operand, 6 and 7 the right one.
// SPDX-License-Identifier: MIT
#include "engine/attention/tiles.h"
#include "engine/float_parts.h"
#include "engine/simd_exp2.h"
#include "engine/transpose.h"

namespace vgpu::attention::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;
using S = Simd<float>;
using V = S::V;
using Bits = FloatBits;

static_assert(kParts == kFloatParts);

constexpr std::int64_t kSide = 16;  // of a tile, in words
constexpr std::int64_t kTile = kTileNumbers;
constexpr float kLowest = -3e38f;

// 16 columns from column j on of row i of a matrix, 0 where there are none.
struct Source {
  const float* data;
  std::int64_t row, rows, columns;

  [[gnu::always_inline]] V at(std::int64_t i, std::int64_t j) const {
    if (i >= rows || j >= columns) return S::zero();
    const float* from = data + i * row + j;
    return columns - j >= S::kWidth ? S::load(from) : S::load(from, S::part(columns - j));
  }
  // A square from there on, turned over.
  [[gnu::always_inline]] void turned(std::int64_t i, std::int64_t j, V (&v)[kSide]) const {
    if (i + kSide <= rows && j + kSide <= columns) {
#pragma unroll
      for (int r = 0; r < kSide; ++r) v[r] = S::load(data + (i + r) * row + j);
    } else {
#pragma unroll(1)
      for (int r = 0; r < kSide; ++r) v[r] = at(i + r, j);
    }
    transpose<float>(v);
  }
};

// Bits without the sign are in the order of magnitudes, and NaN comes last.
class Largest {
 public:
  [[gnu::always_inline]] void see(V x) {
    const Bits b = bits_of(x) & 0x7FFFFFFF;
    most_ = b > most_ ? b : most_;
  }
  float get() const {
    int top = 0;
    for (int i = 0; i < S::kWidth; ++i) top = most_[i] > top ? most_[i] : top;
    float result;
    __builtin_memcpy(&result, &top, sizeof result);
    return result;
  }

 private:
  Bits most_ = {};
};

float largest(const float* x, std::int64_t row, std::int64_t rows, std::int64_t columns) {
  const Source source{x, row, rows, columns};
  Largest most;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; j += S::kWidth) most.see(source.at(i, j));
  }
  return most.get();
}

// The parts of tile (i, step) of a matrix with `steps` steps of 32 columns.
std::uint16_t* tile_at(std::uint16_t* tiles, std::int64_t i, std::int64_t steps,
                       std::int64_t step) {
  return tiles + (i * steps + step) * kParts * kTile;
}

// One row of a tile's parts.
[[gnu::always_inline]] inline void store_row(std::uint16_t* tile, std::int64_t row, V even, V odd) {
  store_parts(tile + row * 2 * kSide, even, odd, rounded);
}

// The left operand keys x size. Steps l and l + 16 make a pair.
float pack_keys(const float* k, std::int64_t row, std::int64_t rows, std::int64_t size,
                std::uint16_t* out) {
  const Source source{k, row, rows, size};
  const std::int64_t steps = tile_padded(size) / kTilePair;
  Largest most;
  for (std::int64_t i = 0; i < tile_padded(rows); ++i) {
    for (std::int64_t step = 0; step < steps; ++step) {
      const V even = source.at(i, step * kTilePair), odd = source.at(i, step * kTilePair + kSide);
      most.see(even), most.see(odd);
      store_row(tile_at(out, i / kSide, steps, step), i % kSide, even, odd);
    }
  }
  return most.get();
}

// The right operand size x queries, as wide as two tiles.
void pack_queries(const float* q, std::int64_t row, std::int64_t rows, std::int64_t size,
                  float scale, std::uint16_t* out) {
  const Source source{q, row, rows, size};
  const std::int64_t steps = tile_padded(size) / kTilePair;
  for (std::int64_t i = 0; i < kTilePair; i += kSide) {
    for (std::int64_t step = 0; step < steps; ++step) {
      V even[kSide], odd[kSide];
      source.turned(i, step * kTilePair, even);
      source.turned(i, step * kTilePair + kSide, odd);
      std::uint16_t* tile = tile_at(out, i / kSide, steps, step);
      for (int r = 0; r < kSide; ++r) {
        store_row(tile, r, S::set(scale) * even[r], S::set(scale) * odd[r]);
      }
    }
  }
}

// The left operand size x keys, 32 keys after the other. Keys l and l + 16 of them make a pair.
float pack_values(const float* v, std::int64_t row, std::int64_t rows, std::int64_t size,
                  std::uint16_t* out) {
  const Source source{v, row, rows, size};
  const std::int64_t high = tile_padded(size) / kSide;
  Largest most;
  for (std::int64_t key = 0; key < rows; key += kTilePair) {
    for (std::int64_t j = 0; j < high; ++j) {
      V even[kSide], odd[kSide];
      source.turned(key, j * kSide, even);
      source.turned(key + kSide, j * kSide, odd);
      std::uint16_t* tile = tile_at(out, key / kTilePair, high, j);
      for (int r = 0; r < kSide; ++r) {
        most.see(even[r]), most.see(odd[r]);
        store_row(tile, r, even[r], odd[r]);
      }
    }
  }
  return most.get();
}

// c (+)= a * b, 32 x 32 floats with rows of 32. Products take their time; `meanwhile` is called after every four.
template <typename Meanwhile>
[[gnu::always_inline]] inline void add_product(PartsOperand a, PartsOperand b, std::int64_t steps,
                                               bool add, float* c, Meanwhile meanwhile) {
  constexpr std::int64_t kRow = kTilePair * sizeof(float);
  if (add) {
    _tile_loadd(0, c, kRow);
    _tile_loadd(1, c + kSide, kRow);
    _tile_loadd(2, c + kSide * kTilePair, kRow);
    _tile_loadd(3, c + kSide * kTilePair + kSide, kRow);
  } else {
    _tile_zero(0), _tile_zero(1), _tile_zero(2), _tile_zero(3);
  }
  add_parts<2, 2>(a, b, steps, meanwhile);
  _tile_stored(0, c, kRow);
  _tile_stored(1, c + kSide, kRow);
  _tile_stored(2, c + kSide * kTilePair, kRow);
  _tile_stored(3, c + kSide * kTilePair + kSide, kRow);
}

// A block of queries on its way through groups of 32 keys. Two vectors of queries; a row of scores is a key.
//
// While tiles multiply, vectors have time: the scores of one group become powers during the products of the next but one. Powers are relative
// to the first group's maximum, and to a larger one only where they would become too large.
class Walk {
 public:
  explicit Walk(const TileBlock& block) : b_(block) {}

  void run() {
    multiply_groups();
    write(b_.weighted);
  }

 private:
  void multiply_groups() {
    const TileRegisters registers;
    const std::int64_t groups = tile_padded(b_.key_count) / kTilePair;
    for (std::int64_t g = 0; g < groups + 2; ++g) {
      std::int64_t unit = g < 2 ? kUnits : 0;
      if (g < groups) score(g, unit);
      while (unit < kUnits) raise(g - 2, unit++);
      if (g >= 2 && (++raised_ == kGroups || g - 2 == groups - 1)) weigh(g - 1);
      if (g >= 1 && g <= groups) compare(g - 1);
    }
  }

  static constexpr std::int64_t kGroups = kTileKeys / kTilePair;  // whose powers are kept
  static constexpr std::int64_t kSlots = 4;                       // groups whose scores are kept
  static constexpr std::int64_t kUnits =
      kTilePair;                      // of work on a group's scores: a pair of keys, a vector each
  static constexpr float kMost = 40;  // largest exponent of a power

  float* scores_of(std::int64_t g) const { return b_.scores + g % kSlots * kTilePair * kTilePair; }

  // Products of group g with the queries, and meanwhile the powers of that two before.
  void score(std::int64_t g, std::int64_t& unit) {
    const std::int64_t steps = tile_padded(b_.size) / kTilePair;
    const std::int64_t row = steps * kParts * kTile;  // of tiles
    add_product({b_.keys + 2 * g * row, row, kParts * kTile}, {b_.queries, row, kParts * kTile},
                steps, false, scores_of(g), [&] {
                  for (int i = 0; i < 3 && unit < kUnits; ++i) raise(g - 2, unit++);
                });
  }

  // Queries of vector x that see key j.
  __mmask16 seeing(std::int64_t j, int x) const {
    if (j >= b_.key_count) return 0;
    const std::int64_t blind = b_.causal ? j - b_.sees - x * kSide + 1 : 0;
    return blind <= 0 ? 0xFFFF : blind >= kSide ? 0 : static_cast<__mmask16>(0xFFFFu << blind);
  }
  // Whether all queries see all keys of group g.
  bool clear(std::int64_t g) const {
    const std::int64_t end = (g + 1) * kTilePair;
    return end <= b_.key_count && (!b_.causal || end <= b_.sees);
  }

  // What group g does to the maxima. The powers before it are all weighed or wait in tiles.
  void compare(std::int64_t g) {
    const float* scores = scores_of(g);
    V top[2] = {max_[0], max_[1]};
    for (std::int64_t i = 0; i < kTilePair; ++i) {
      for (int x = 0; x < 2; ++x) {
        const V score = S::load(scores + i * kTilePair + x * kSide);
        top[x] = clear(g) ? (score > top[x] ? score : top[x])
                          : (V)_mm512_mask_max_ps((__m512)top[x], seeing(g * kTilePair + i, x),
                                                  (__m512)score, (__m512)top[x]);
      }
    }
    if (g == 0) {
      max_[0] = top[0], max_[1] = top[1];
    } else if ((above(top[0], max_[0]) | above(top[1], max_[1])) != 0) {
      grow(g, top);
    }
  }

  static int above(V top, V max) {
    return _mm512_cmp_ps_mask((__m512)(top - max), (__m512)S::set(kMost), _CMP_GT_OQ);
  }

  void grow(std::int64_t g, const V (&top)[2]) {
    if (raised_ > 0) weigh(g);
    for (int x = 0; x < 2; ++x) {
      const V shrink = exp2_negative(max_[x] - top[x]);
      max_[x] = top[x], sum_[x] *= shrink;
      for (std::int64_t d = 0; d < tile_padded(b_.value_size); ++d) {
        float* row = b_.weighted + d * kTilePair + x * kSide;
        S::store(row, S::load(row) * shrink);
      }
    }
  }

  // Scores of keys i and i + 16 of group g become powers, in tiles of parts.
  [[gnu::always_inline]] void raise(std::int64_t g, std::int64_t unit) {
    const std::int64_t x = unit % 2, i = unit / 2;
    const float* from = scores_of(g) + i * kTilePair + x * kSide;
    V even = exp2_negative(S::load(from) - max_[x]);
    V odd = exp2_negative(S::load(from + kSide * kTilePair) - max_[x]);
    if (!clear(g)) {
      even = (V)_mm512_maskz_mov_ps(seeing(g * kTilePair + i, x), (__m512)even);
      odd = (V)_mm512_maskz_mov_ps(seeing(g * kTilePair + i + kSide, x), (__m512)odd);
    }
    sum_[x] += even + odd;
    store_parts(b_.powers + (raised_ * 2 + x) * kParts * kTile + i * 2 * kSide, even, odd, cut);
  }

  // Adds the values of the last groups before group `end`, weighed.
  void weigh(std::int64_t end) {
    const std::int64_t high = tile_padded(b_.value_size) / kSide;
    const PartsOperand right{b_.powers, kParts * kTile, 2 * kParts * kTile};
    for (std::int64_t d = 0; d < high; d += 2) {
      const PartsOperand left{b_.values + ((end - raised_) * high + d) * kParts * kTile,
                              kParts * kTile, high * kParts * kTile};
      add_product(left, right, raised_, weighed_, b_.weighted + d * kSide * kTilePair,
                  [this] { fetch(); });
    }
    weighed_ = true, raised_ = 0;
  }

  // One of the rows that are wanted soon.
  [[gnu::always_inline]] void fetch() {
    if (fetched_ == b_.soon_rows) return;
    const float* row = b_.soon[fetched_++];
    for (std::int64_t i = 0; i < b_.soon_size; i += kSide) __builtin_prefetch(row + i, 0, 2);
  }

  // Queries that see no key get 0.
  void write(const float* sums) const {
    for (int x = 0; x < 2; ++x) {
      S::store(b_.maxima + x * kSide, max_[x]);
      S::store(b_.sums + x * kSide, sum_[x]);
      const V factor = sum_[x] > S::zero() ? S::set(1) / sum_[x] : S::zero();
      for (std::int64_t d = 0; d < b_.value_size; d += kSide) {
        V v[kSide];
#pragma unroll
        for (int i = 0; i < kSide; ++i)
          v[i] = S::load(sums + (d + i) * kTilePair + x * kSide) * factor;
        transpose<float>(v);
        for (int i = 0; i < kSide && x * kSide + i < b_.rows; ++i) {
          S::store(b_.out + (x * kSide + i) * b_.out_row + d, v[i], S::part(b_.value_size - d));
        }
      }
    }
  }

  const TileBlock& b_;
  std::int64_t fetched_ = 0;  // of the rows wanted soon
  std::int64_t raised_ = 0;   // groups whose powers wait in tiles
  bool weighed_ = false;      // there are sums already
  V max_[2] = {S::set(kLowest), S::set(kLowest)};
  V sum_[2] = {S::zero(), S::zero()};
};

void run(const TileBlock& block) { Walk(block).run(); }

constexpr TileKernels kKernels{largest, pack_keys, pack_values, pack_queries, run};

}  // namespace

const TileKernels& tile_kernels() { return kKernels; }

}  // namespace vgpu::attention::VG_SIMD
