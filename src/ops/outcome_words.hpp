/// \file
/// How a request ended, in the words of the log and of the metrics. All are constants. Thread safe.
#pragma once

#include <string_view>

#include "service/outcome/outcome.hpp"

namespace agent_access::ops {

struct OutcomeWords {
  std::string_view route;
  std::string_view error;   ///< the `error` member of the answer, empty on success
  std::string_view reason;  ///< the name of the fault behind it, empty on success
};

[[nodiscard]] OutcomeWords words_of(const service::Outcome& outcome) noexcept;

/// The sentence with which a request is refused for that `reason`; empty for a name that is none.
[[nodiscard]] std::string_view sentence_of(std::string_view reason) noexcept;

}  // namespace agent_access::ops
