// The rate that the tests of debts use: ten at once, then one each 100 ms.
#pragma once

#include <chrono>

#include "limit/gcra.hpp"

namespace agent_access::limit {

inline constexpr Rate kRate{std::chrono::milliseconds(100), 10};

}  // namespace agent_access::limit
