/// \file
/// Preconditions of GET and HEAD for a representation with both validators, RFC 9110 section 13. Pure; thread safe.
#pragma once

#include <cstdint>
#include <ctime>
#include <string_view>

#include "http/message.hpp"

namespace agent_access::gated {

struct Validators {
  std::string_view etag;     ///< strong, quoted
  std::time_t modified = 0;  ///< Last-Modified, in whole seconds
};

enum class Precondition : std::uint8_t {
  holds,
  not_modified,  ///< 304
  failed,        ///< 412
};

/// If-Match or else If-Unmodified-Since, then If-None-Match or else If-Modified-Since, in the order of section 13.2.2.
/// A date that is not valid is ignored.
[[nodiscard]] Precondition evaluate_preconditions(const http::Request& request, const Validators& validators);

/// Whether If-Range, if there is one, permits a part (section 13.1.5): the entity tag does, and the date of the last
/// change, if it is at least a second before `now`. A younger date is a weak validator, because a file can change twice
/// in a second (section 8.8.2.2).
[[nodiscard]] bool permits_range(const http::Request& request, const Validators& validators, std::time_t now);

}  // namespace agent_access::gated
