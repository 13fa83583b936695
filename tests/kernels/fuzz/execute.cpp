// Executes a random program directly: all items of a group together, one statement after the other.
//
// Items that do not take part in a statement (another branch, a loop already left, ended) are simply not in its list.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "kernels/fuzz/program.h"
#include "kernels/fuzz/usage.h"
#include "kernels/fuzz/walks.h"

namespace vgpu::test {
namespace {

struct Item {
  enum Mode : std::uint8_t { running, leaving, skipping, jumping, ended };
  Mode mode = running;
  int label = 0;  // where it jumps to
  int local = 0, id = 0;
  int x = 0, y = 0, place = 0;  // in the whole range; the number of its record
  std::array<std::int64_t, kVariables> variables{};
  std::array<std::int32_t, kPrivate> array{};
  std::array<std::int64_t, 2> fields{};
  std::array<std::array<std::int64_t, 2>, kPairs> pairs{};
  std::array<double, kFloats> floats{};
  std::array<std::int32_t, 16> counters{};
  std::array<std::int32_t, kUniforms> uniforms{};
  std::array<std::array<std::int64_t, kComponents>, kVectors> vectors{};
};

using Items = std::vector<Item*>;

class Group {
 public:
  Group(const Program& program, int group, const std::vector<std::int32_t>& inputs,
        Results& results)
      : program_(program),
        usage_(usage_of(program)),
        group_(group),
        inputs_(inputs),
        results_(results) {
    auto count = static_cast<int>(program.items());
    items_.resize(program.items());
    local_.resize(program.items());
    for (int t = 0; t < count; ++t) start(items_[static_cast<std::size_t>(t)], t, count);
  }

  void run() {
    Items all;
    for (Item& item : items_) all.push_back(&item);
    execute(*program_.body, all);
    for (Item& item : items_) {
      if (item.mode != Item::ended) finish(item);
    }
  }

 private:
  void start(Item& item, int t, int count) {
    item.local = t;
    item.id = group_ * count + t;
    find_place(item);
    for (int i = 0; i < kVariables; ++i) {
      item.variables[static_cast<std::size_t>(i)] = wrap(variable_type(i), first(t, i));
    }
    for (int i = 0; i < kUniforms; ++i) item.uniforms[static_cast<std::size_t>(i)] = program_.n + i;
    for (int i = 0; i < kPrivate; ++i) {
      item.array[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(first(t, i * 3));
    }
    item.fields = {t, wrap(Type::i16, item.id)};
    for (int i = 0; i < kPairs; ++i) {
      item.pairs[static_cast<std::size_t>(i)] = {t + i, wrap(Type::i16, first(t, i))};
    }
    for (int i = 0; i < kFloats; ++i) {
      item.floats[static_cast<std::size_t>(i)] = static_cast<double>(first(t, i));
    }
    for (int i = 0; i < kVectors; ++i) {
      item.vectors[static_cast<std::size_t>(i)].fill(wrap(program_.vector_type, t + i));
    }
    local_[static_cast<std::size_t>(t)] = t;
  }

  // What the item's variable number i begins with.
  std::int64_t first(int t, int i) const {
    return program_.own_loads ? input(t + i) : std::int64_t{matrix()[t]} + i * kFirstStep;
  }

  void find_place(Item& item) const {
    const auto local = static_cast<std::uint32_t>(item.local);
    const auto group = static_cast<std::uint32_t>(group_);
    const std::uint32_t(&size)[3] = program_.local, (&groups)[3] = program_.groups;
    const std::uint32_t x = group % groups[0] * size[0] + local % size[0];
    const std::uint32_t y = group / groups[0] * size[1] + local / size[0] % size[1];
    const std::uint32_t z = local / (size[0] * size[1]);
    item.x = static_cast<int>(x), item.y = static_cast<int>(y);
    item.place = static_cast<int>((z * size[1] * groups[1] + y) * size[0] * groups[0] + x);
  }

  void finish(Item& item) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < kVariables; ++i) {
      if (usage_.variables[i]) sum = sum * 3 + static_cast<std::uint32_t>(item.variables[i]);
    }
    for (std::size_t i = 0; i < kVectors; ++i) {
      for (int k = 0; usage_.vectors[i] && k < program_.vector_length; ++k) {
        sum = sum * 3 + static_cast<std::uint32_t>(item.vectors[i][static_cast<std::size_t>(k)]);
      }
    }
    for (int i = 0; i < kFloats; ++i) {
      if (usage_.floats[i]) sum ^= static_cast<std::uint32_t>(float_bits(item, i));
    }
    for (std::int32_t uniform : item.uniforms) sum ^= static_cast<std::uint32_t>(uniform);
    output(item, 0) ^= static_cast<std::int32_t>(sum);
    if (usage_.array) {
      for (std::int32_t element : item.array) output(item, 1) ^= element;
    }
    std::int64_t fields = usage_.fields ? item.fields[0] ^ item.fields[1] : 0;
    if (usage_.pairs) {
      for (const auto& pair : item.pairs) fields ^= pair[0] ^ pair[1];
    }
    output(item, 2) ^= static_cast<std::int32_t>(fields);
    if (program_.last != nullptr) execute_simple(*program_.last, item);
  }

  std::int64_t input(std::int64_t index) const {
    return inputs_[static_cast<std::size_t>(index & (kInputs - 1))];
  }
  std::int32_t& output(const Item& item, std::size_t index) {
    return results_
        .outputs[index * (results_.outputs.size() / kOutputs) + static_cast<std::size_t>(item.id)];
  }

  std::int64_t evaluate(const Expression& e, const Item& item) const {
    auto operand = [&](std::size_t index) { return evaluate(*e.operands[index], item); };
    auto index = static_cast<std::size_t>(e.op);
    switch (e.kind) {
      case Expression::constant:
        return e.value;
      case Expression::variable:
        return item.variables[index];
      case Expression::uniform:
        return item.uniforms[index];
      case Expression::item_id:
        return item.id;
      case Expression::local_id:
        return item.local;
      case Expression::group_id:
        return group_;
      case Expression::column:
        return item.x;
      case Expression::row:
        return item.y;
      case Expression::parameter:
        return program_.n;
      case Expression::counter:
        return item.counters[index];
      case Expression::input:
        return input(operand(0));
      case Expression::array:
        return item.array[static_cast<std::size_t>(operand(0) & 7)];
      case Expression::field:
        return item.fields[index];
      case Expression::pair:
        return item.pairs[static_cast<std::size_t>(operand(0) & (kPairs - 1))][index];
      case Expression::matrix:
        return load(e.type, matrix(),
                    static_cast<std::size_t>(item.y * kPitch + item.x * e.op + e.value));
      case Expression::record:
        return load(program_.record_type, results_.records.data(), record_place(item, e.op));
      case Expression::component:
        return item.vectors[index][static_cast<std::size_t>(e.value)];
      case Expression::float_bits:
        return float_bits(item, e.op);
      case Expression::float_less:
        return item.floats[index] < item.floats[static_cast<std::size_t>(e.value)];
      case Expression::binary:
        return combine(e.type, e.op, operand(0), operand(1));
      case Expression::compare:
        return relate(e, operand(0), operand(1));
      case Expression::choose:
        return wrap(Type::i32, operand(0) != 0 ? operand(1) : operand(2));
      case Expression::negate:
        return wrap(Type::i32, ~operand(0));
      case Expression::convert:
        return wrap(e.type, operand(0));
    }
    return 0;
  }

  const std::int32_t* matrix() const { return inputs_.data() + kInputs; }
  std::size_t record_place(const Item& item, int element) const {
    return static_cast<std::size_t>(item.place * program_.record_length + element);
  }

  // Which NaN an operation gives is not defined.
  static std::int64_t float_bits(const Item& item, int index) {
    double value = item.floats[static_cast<std::size_t>(index)];
    if (std::isnan(value)) return 7;
    if (index == 2) return std::bit_cast<std::int64_t>(value);
    return std::bit_cast<std::int32_t>(static_cast<float>(value));
  }

  template <class T>
  static T calculate(int op, T a, T b, std::int64_t integer) {
    T c = static_cast<T>(static_cast<std::int32_t>(integer));
    switch (op) {
      case 0:
        return a + b;
      case 1:
        return a - b;
      case 2:
        return a * b;
      case 3:
        return std::fma(a, b, c);
      case 4:
        return a < c ? a : c;
      case 5:
        return std::floor(a) - std::trunc(b);
      case 6:
        return std::copysign(a, b) + c;
      case 7:
        return std::rint(a) * c;
      case 8:
        return std::fabs(a) - c;
      default:
        return c;
    }
  }

  static void assign_float(const Statement& s, Item& item, std::int64_t integer) {
    auto operand = [&](std::size_t i) {
      return item.floats[static_cast<std::size_t>(s.values[i]->value)];
    };
    double& target = item.floats[static_cast<std::size_t>(s.target)];
    if (s.target == 2) {
      target = calculate(s.op, operand(0), operand(1), integer);
    } else {
      target = static_cast<double>(
          calculate(s.op, static_cast<float>(operand(0)), static_cast<float>(operand(1)), integer));
    }
  }

  static std::int64_t relate(const Expression& e, std::int64_t a, std::int64_t b) {
    a = wrap(e.type, a);
    b = wrap(e.type, b);
    bool less = is_less(e.type, a, b);
    switch (e.op) {
      case 0:
        return less;
      case 1:
        return a == b;
      case 2:
        return !less;
      default:
        return a != b;
    }
  }

  static Items running(const Items& items) {
    Items result;
    std::copy_if(items.begin(), items.end(), std::back_inserter(result),
                 [](const Item* item) { return item->mode == Item::running; });
    return result;
  }

  void execute(const Statement& s, const Items& all) {
    Items items = running(all);
    if (items.empty()) return;
    switch (s.kind) {
      case Statement::block:
        for (const auto& child : s.body) execute(*child, items);
        for (Item* item : items) {
          const bool arrives = item->mode == Item::jumping && item->label == s.target;
          if (arrives) item->mode = Item::running;
        }
        break;
      case Statement::branch:
        execute_branch(s, items);
        break;
      case Statement::repeat:
      case Statement::loop:
      case Statement::goto_loop:
      case Statement::entry_loop:
        execute_loop(s, items);
        break;
      case Statement::select:
        execute_select(s, items);
        break;
      case Statement::exchange:
        execute_exchange(s, items);
        break;
      case Statement::reduce_group:
        execute_reduction(s, items);
        break;
      case Statement::count_local:
        execute_count(s, items);
        break;
      case Statement::shuffle:
      case Statement::shuffle_wide:
        execute_shuffle(s, items);
        break;
      case Statement::ballot:
        execute_ballot(s, items);
        break;
      default:
        for (Item* item : items) execute_simple(s, *item);
    }
  }

  void execute_simple(const Statement& s, Item& item) {
    std::int64_t value = evaluate(*s.values[0], item);
    auto target = static_cast<std::size_t>(s.target);
    switch (s.kind) {
      case Statement::assign:
        item.variables[target] = wrap(variable_type(s.target), value);
        break;
      case Statement::assign_uniform:
        item.uniforms[target] = static_cast<std::int32_t>(value);
        break;
      case Statement::assign_array:
        item.array[static_cast<std::size_t>(value & 7)] =
            static_cast<std::int32_t>(evaluate(*s.values[1], item));
        break;
      case Statement::assign_field:
        item.fields[target] = wrap(s.target == 0 ? Type::i32 : Type::i16, value);
        break;
      case Statement::assign_pair:
        item.pairs[static_cast<std::size_t>(value & (kPairs - 1))][static_cast<std::size_t>(s.op)] =
            wrap(s.op == 0 ? Type::i32 : Type::i16, evaluate(*s.values[1], item));
        break;
      case Statement::assign_float:
        assign_float(s, item, evaluate(*s.values[2], item));
        break;
      case Statement::write:
        output(item, target) = static_cast<std::int32_t>(value);
        break;
      case Statement::write_record:
        store(program_.record_type, results_.records.data(), record_place(item, s.target), value);
        break;
      case Statement::write_vector:
      case Statement::combine_vector:
      case Statement::permute_vector:
      case Statement::splat_vector:
      case Statement::insert_vector:
      case Statement::load_vector:
        execute_vector(s, item, value);
        break;
      case Statement::count:
        count(target, value);
        break;
      case Statement::count_spread:
        count(static_cast<std::size_t>(value & (kCounters - 1)), evaluate(*s.values[1], item));
        break;
      case Statement::walk:
        item.variables[target] = wrap(variable_type(s.target), walk(s, item, value));
        break;
      case Statement::leave:
        if ((value & 1) != 0) item.mode = Item::leaving;
        break;
      case Statement::skip:
        if ((value & 1) != 0) item.mode = Item::skipping;
        break;
      case Statement::stop:
        if ((value & 7) == 3) item.mode = Item::ended;
        break;
      case Statement::jump:
        if ((value & 1) != 0) item.mode = Item::jumping;
        item.label = s.target;
        break;
      default:
        break;
    }
  }

  void execute_vector(const Statement& s, Item& item, std::int64_t value) {
    const Type type = program_.vector_type;
    const auto length = static_cast<std::size_t>(program_.vector_length);
    auto& vector = item.vectors[static_cast<std::size_t>(s.target)];
    const auto before = vector;
    const auto other = item.vectors[static_cast<std::size_t>(value & (kVectors - 1))];
    for (std::size_t i = 0; i < length; ++i) {
      switch (s.kind) {
        case Statement::write_vector:
          store(type, results_.records.data(), record_place(item, s.op) + i, vector[i]);
          break;
        case Statement::combine_vector:
          vector[i] = combine(type, s.op, before[i], other[i]);
          break;
        case Statement::permute_vector:
          vector[i] =
              before[(i * static_cast<std::size_t>(s.op) + static_cast<std::size_t>(value)) %
                     length];
          break;
        case Statement::splat_vector:
          vector[i] = wrap(type, value);
          break;
        case Statement::insert_vector:
          if (i == static_cast<std::size_t>(s.op)) vector[i] = wrap(type, value);
          break;
        default:
          vector[i] = load(type, matrix(), vector_place(s, item, value) + i);
      }
    }
  }

  // The first element that a vector is loaded from. As a type, one of three takes the room of four.
  std::size_t vector_place(const Statement& s, const Item& item, std::int64_t offset) const {
    const bool by_type = s.values[1]->value != 0;
    const int room = by_type && program_.vector_length == 3 ? 4 : program_.vector_length;
    return static_cast<std::size_t>((item.y * kVectorPitch + item.x * s.op + offset) * room);
  }

  void count(std::size_t index, std::int64_t value) {
    std::int32_t& counter = results_.counters[index];
    counter = static_cast<std::int32_t>(static_cast<std::uint32_t>(counter) +
                                        static_cast<std::uint32_t>(value));
  }

  std::uint32_t walk(const Statement& s, const Item& item, std::int64_t start) const {
    const auto local_width = static_cast<int>(program_.local[0]);
    const auto local_height = static_cast<int>(program_.local[1]);
    const Standpoint from{.x = item.x,
                          .y = item.y,
                          .row_in_group = item.local / local_width % local_height,
                          .group_row = group_ / static_cast<int>(program_.groups[0]),
                          .local = item.local,
                          .id = item.id};
    const auto how = static_cast<int>(s.values[1]->value);
    const auto type = static_cast<Type>(s.values[2]->value);
    auto sum = static_cast<std::uint32_t>(start);
    for (const int place : walk_places(s.op, program_, from, inputs_)) {
      const std::int64_t element = load(type, matrix(), static_cast<std::size_t>(place));
      sum = walk_sum(how, sum, static_cast<std::uint32_t>(element));
    }
    return sum;
  }

  void execute_branch(const Statement& s, const Items& items) {
    Items then, otherwise;
    for (Item* item : items) {
      ((evaluate(*s.values[0], *item) & 1) != 0 ? then : otherwise).push_back(item);
    }
    execute(*s.body[0], then);
    if (s.body.size() > 1) execute(*s.body[1], otherwise);
  }

  void execute_loop(const Statement& s, const Items& items) {
    auto counter = static_cast<std::size_t>(s.target);
    Items inside = items, late;  // late: those that start in the middle
    for (Item* item : inside) item->counters[counter] = 0;
    if (s.kind == Statement::entry_loop) {
      auto starts_late = [&](Item* item) { return (evaluate(*s.values[1], *item) & 1) != 0; };
      std::copy_if(items.begin(), items.end(), std::back_inserter(late), starts_late);
    }
    for (;;) {
      Items next;
      for (Item* item : inside) {
        if (std::find(late.begin(), late.end(), item) != late.end()) continue;
        bool goes_on = item->counters[counter] < (evaluate(*s.values[0], *item) & 3);
        if (goes_on) next.push_back(item);
      }
      inside = next;
      if (inside.empty() && late.empty()) break;
      execute(*s.body[0], inside);
      inside.insert(inside.end(), late.begin(), late.end());
      late.clear();
      if (s.body.size() > 1) execute(*s.body[1], inside);
      for (Item* item : inside) {
        if (item->mode == Item::skipping) item->mode = Item::running;
        ++item->counters[counter];
      }
      inside = running(inside);
    }
    for (Item* item : items) {
      if (item->mode == Item::leaving) item->mode = Item::running;
    }
  }

  void execute_select(const Statement& s, const Items& items) {
    std::array<Items, 3> entering;
    for (Item* item : items) {
      auto choice = static_cast<std::size_t>(evaluate(*s.values[0], *item) & 3);
      entering[std::min<std::size_t>(choice, 2)].push_back(item);
    }
    Items inside;
    for (std::size_t i = 0; i < 3; ++i) {
      inside.insert(inside.end(), entering[i].begin(), entering[i].end());
      execute(*s.body[i], inside);
      if ((s.target >> i & 1) != 0) inside.clear();
    }
  }

  static void assign(const Statement& s, Item& item, std::int64_t value) {
    item.variables[static_cast<std::size_t>(s.target)] = wrap(variable_type(s.target), value);
  }

  void execute_exchange(const Statement& s, const Items& items) {
    const std::uint32_t count = program_.items();
    for (Item* item : items) {
      const auto t = static_cast<std::uint32_t>(item->local);
      const std::uint32_t to[] = {t, count - 1 - t, (t + 3) % count, t};
      local_[to[s.op & 3]] = static_cast<std::int32_t>(evaluate(*s.values[0], *item));
    }
    for (Item* item : items) {
      const auto t = static_cast<std::uint32_t>(item->local);
      const auto chosen = static_cast<std::uint32_t>(evaluate(*s.values[1], *item));
      const std::uint32_t from[] = {chosen % count, (t + 1) % count, count - 1 - t, t / 2};
      assign(s, *item, local_[from[s.op >> 2]]);
    }
  }

  void execute_reduction(const Statement& s, const Items& items) {
    const std::size_t count = items_.size();
    for (Item* item : items) {
      local_[static_cast<std::size_t>(item->local)] =
          static_cast<std::int32_t>(evaluate(*s.values[0], *item));
    }
    for (std::size_t half = std::bit_ceil(count) / 2; half > 0; half /= 2) {
      for (Item* item : items) {
        const auto t = static_cast<std::size_t>(item->local);
        if (t >= half || t + half >= count) continue;
        static constexpr int kFolds[] = {0, 10, 5};  // as combine numbers them
        local_[t] = static_cast<std::int32_t>(
            combine(Type::i32, kFolds[s.op], local_[t], local_[t + half]));
      }
    }
    for (Item* item : items) assign(s, *item, local_[0]);
  }

  void execute_count(const Statement& s, const Items& items) {
    auto place = [&](std::size_t value, const Item& item) -> std::int32_t& {
      return table_[static_cast<std::size_t>(evaluate(*s.values[value], item) & (kTable - 1))];
    };
    for (Item* item : items) {
      std::int32_t& element = place(0, *item);
      element =
          static_cast<std::int32_t>(combine(Type::i32, 0, element, evaluate(*s.values[1], *item)));
    }
    for (Item* item : items) assign(s, *item, place(2, *item));
  }

  void execute_ballot(const Statement& s, const Items& items) {
    std::vector<std::uint32_t> votes(items_.size() / 32);
    for (Item* item : items) {
      const bool vote = (evaluate(*s.values[0], *item) & 1) != 0;
      if (vote) votes[static_cast<std::size_t>(item->local / 32)] |= 1u << (item->local % 32);
    }
    for (Item* item : items) {
      item->variables[static_cast<std::size_t>(s.target)] =
          wrap(variable_type(s.target), votes[static_cast<std::size_t>(item->local / 32)]);
    }
  }

  void execute_shuffle(const Statement& s, const Items& items) {
    Type type = s.kind == Statement::shuffle ? Type::i32 : Type::i64;
    std::vector<std::int64_t> offered(items_.size());
    for (Item* item : items) {
      offered[static_cast<std::size_t>(item->local)] = wrap(type, evaluate(*s.values[0], *item));
    }
    for (Item* item : items) {
      std::int64_t lane = evaluate(*s.values[1], *item) & 31;
      auto from = static_cast<std::size_t>(item->local / 32 * 32 + lane);
      item->variables[static_cast<std::size_t>(s.target)] =
          wrap(variable_type(s.target), offered[from]);
    }
  }

  const Program& program_;
  Usage usage_;
  int group_;
  const std::vector<std::int32_t>& inputs_;
  Results& results_;
  std::vector<Item> items_;
  std::vector<std::int32_t> local_;
  std::array<std::int32_t, kTable> table_{};
};

}  // namespace

Results execute(const Program& program, const std::vector<std::int32_t>& inputs) {
  Results results;
  results.outputs.resize(std::size_t{program.items()} * program.group_count() * kOutputs);
  results.counters.resize(kCounters);
  results.records.resize(record_bytes(program));
  for (std::uint32_t group = 0; group < program.group_count(); ++group) {
    Group(program, static_cast<int>(group), inputs, results).run();
  }
  return results;
}

}  // namespace vgpu::test
