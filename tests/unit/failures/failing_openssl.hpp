/// \file
/// Makes calls of OpenSSL fail, or return wrong results, on demand: the linker's --wrap redirects each call in our code
/// (OpenSSL's internal calls are not affected). A failing call also adds an error to OpenSSL's queue, like a real one.
///
/// One test at a time, one thread.
#pragma once

#include <gtest/gtest.h>
#include <openssl/err.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace agent_access::test {

enum class Trouble {
  none,
  failure,    ///< null, 0 or -1, whatever the function says for a failure
  lie,        ///< success with a wrong result
  other_lie,  ///< success with another wrong result, where there are two kinds
};

/// From now on call number `nth` (from 1) of the functions that support this trouble has it; others do not. With a
/// `function`, only its calls count.
void arm(Trouble trouble, std::size_t nth, std::string_view function = {});
/// The function that had the trouble since arm(); empty if none. Ends the trouble.
std::string disarm();

enum class Can { fail, lie, fail_and_lie };
/// The trouble of the current call of a function of this name.
Trouble next_trouble(std::string_view function, Can can);

/// Calls `attempt`, which returns whether it succeeded, with each call of OpenSSL failing in turn.
/// It must not succeed if one fails, and must leave no error in the queue. There must be `at_least` so many calls.
template <class Attempt>
void expect_each_failure_to_be_seen(std::string_view what, std::size_t at_least, Attempt attempt) {
  for (std::size_t nth = 1;; ++nth) {
    arm(Trouble::failure, nth);
    const bool went_well = attempt();
    const std::string failed = disarm();
    EXPECT_EQ(ERR_peek_error(), 0U) << what << ", failing: " << failed;
    ERR_clear_error();
    if (failed.empty()) {
      EXPECT_TRUE(went_well) << what;
      EXPECT_GE(nth - 1, at_least) << what << ": calls that can fail";
      return;
    }
    EXPECT_FALSE(went_well) << what << ", failing: " << failed << ", call " << nth;
  }
}

}  // namespace agent_access::test
