/// \file
/// Preconditions of GET and HEAD for a representation with both validators, RFC 9110 section 13. Pure; thread safe.
#pragma once

#include <cstddef>
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

/// The Range field, RFC 9110 section 14. Pure; thread safe.
/// What a Range field selects of a representation.
struct Selection {
  enum class Kind : std::uint8_t {
    whole,          ///< 200: no range, or one that is ignored
    part,           ///< 206
    unsatisfiable,  ///< 416: the range begins behind the end
  };
  Kind kind = Kind::whole;
  std::size_t first = 0;  ///< of a part
  std::size_t size = 0;   ///< of a part; at least 1

  friend bool operator==(const Selection&, const Selection&) = default;
};

/// Selects by the value of the one Range field of a request for a representation of `length` bytes: "bytes=0-99",
/// "bytes=100-", "bytes=-100". Ignored, as section 14.2 permits: another unit, malformed text, and several ranges (a
/// client that wants them sends several requests).
[[nodiscard]] Selection select_range(std::string_view range, std::size_t length) noexcept;

}  // namespace agent_access::gated
