// A peer that lives in a process of its own: a Python program that does its work once for each line it is sent.
//
// The program prints a line when it is ready and one whenever the work is done. So it takes its turns in the same rounds as the
// others (session.cpp), and its libraries do not meet ours in one process.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bench {

// Runs python3 with these arguments; each call is one turn. Empty where the program does not get ready.
std::function<void()> python_peer(const std::vector<std::string>& arguments);

}  // namespace bench
