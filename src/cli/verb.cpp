// The list of verbs.
// SPDX-License-Identifier: MIT
#include "cli/verb.h"

#include <algorithm>
#include <utility>

namespace vgpu::cli {

// A function's variable, because verbs are constructed before main in an order nobody knows.
static std::vector<Verb*>& registry() {
  static std::vector<Verb*> verbs;
  return verbs;
}

Verb::Verb(std::string name, std::string summary)
    : name_(std::move(name)), summary_(std::move(summary)) {
  registry().push_back(this);
}

std::vector<Verb*> Verb::all() {
  std::vector<Verb*> verbs = registry();
  std::sort(verbs.begin(), verbs.end(), [](Verb* a, Verb* b) { return a->name() < b->name(); });
  return verbs;
}

}  // namespace vgpu::cli
