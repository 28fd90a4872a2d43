/// \file
/// Ranges to loop over in tests.
#pragma once

#include <gtest/gtest.h>

#include <ranges>
#include <utility>

namespace agent_access::test {

/// `range`, which must have elements: a loop over none checks nothing, and would pass.
template <class Range>
Range filled(Range&& range) {
  EXPECT_FALSE(std::ranges::empty(range)) << "there are no elements to check";
  return std::forward<Range>(range);
}

}  // namespace agent_access::test
