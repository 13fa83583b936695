// What the benchmark of engines prints: rows with our time, the peers' times and the bar; and how a file adds some.
//
// An engine's rows are one file here: a function that fills in comparisons, and a Suite object that enters it in the list.
// Peers are libraries that are loaded at run time where they are installed (library.h); a row without any has no ratio.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

struct Time {
  std::string who;
  double seconds = 0;
};

struct Row {
  std::string name;         // "gemm f32 1024"
  double seconds = 0;       // ours
  std::vector<Time> peers;  // measured in the same run
  double bar = 0;           // least ratio of the best peer's time to ours; 0: none
  double limit = 0;         // most seconds; 0: none
  double work = 0;          // operations or bytes
  std::string unit = "GFLOP/s";
  std::string error;  // wrong result or failure, empty when all is well

  const Time* best_peer() const;
  double ratio() const;  // of the best peer's time to ours; 0: no peer
  bool holds() const;
};

// One thing that several implementations do. Each must leave its work done when it returns.
struct Comparison {
  std::string name;
  double work = 0;
  double bar = 0, limit = 0;
  std::string unit = "GFLOP/s";
  std::function<void()> ours;
  std::vector<std::pair<std::string, std::function<void()>>> peers;
  // Called after ours (and before peers): what is wrong with the result, or nothing.
  std::function<std::string()> check;
  int repeat = 1;  // how often ours and the peers' functions do the work in one call
};

class Session {
 public:
  Session(std::string filter, double seconds, bool peers)
      : filter_(std::move(filter)), seconds_(seconds), peers_(peers) {}

  // Whether the row is wanted; ask before allocating anything large.
  bool wants(const std::string& name) const { return name.find(filter_) != std::string::npos; }
  // Whether a row with a name that starts so may be wanted.
  bool wants_any(const std::string& start) const {
    return filter_.empty() || filter_.compare(0, start.size(), start) == 0;
  }
  // A row that somebody else has measured.
  void add(Row row) {
    if (wants(row.name)) rows_.push_back(std::move(row));
  }
  // Measures and adds a row, if it is wanted.
  void compare(const Comparison& comparison);
  const std::vector<Row>& rows() const { return rows_; }

 private:
  static constexpr int kRounds = 4;
  double best_time(const std::function<void()>& call) const;
  void measure(const Comparison& comparison, Row& row) const;

  std::string filter_;
  double seconds_;
  bool peers_;
  std::vector<Row> rows_;
};

// A file's rows; the object enters itself in the list.
class Suite {
 public:
  Suite(std::string engine, void (*run)(Session&));
  const std::string& engine() const { return engine_; }
  void run(Session& session) const { run_(session); }
  static const std::vector<Suite*>& all();  // by name of the engine

 private:
  std::string engine_;
  void (*run_)(Session&);
};

void print_table(const std::vector<Row>& rows);
std::string to_json(const std::vector<Row>& rows);

}  // namespace bench
