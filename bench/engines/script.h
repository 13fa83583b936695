// Python scripts of this folder that measure what has its home in Python; they print one JSON object a line.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bench {

// What the script printed; nothing where Python or something that it needs is missing.
std::vector<nlohmann::json> run_script(const std::string& name);

}  // namespace bench
