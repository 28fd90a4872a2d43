/// \file
/// How a request ended, in the words of the log and of the metrics. All are constants. Thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "http/message.hpp"

namespace agent_access::ops {

/// The sentence with which a request is refused for that `reason`; empty for a name that is none.
[[nodiscard]] std::string_view sentence_of(std::string_view reason) noexcept;

// The closed sets of values for metric labels: routes with their names, and statuses; a status outside the set counts
// as "other", so that a client cannot create series. Constants; thread safe.

inline constexpr std::size_t kRouteCount = static_cast<std::size_t>(http::Route::rejected) + 1;
inline constexpr std::size_t kStatusCount = 32;  ///< room; the last index is "other"
inline constexpr std::size_t kMethodCount = 8;   ///< http::Method

[[nodiscard]] std::string_view route_name(http::Route route) noexcept;
/// Nothing for a text that is none of them.
[[nodiscard]] std::optional<http::Route> route_named(std::string_view name) noexcept;
/// True when a request with this route matched a known path exactly: its path may be logged.
[[nodiscard]] bool is_known_route(http::Route route) noexcept;

[[nodiscard]] std::size_t status_index(std::uint16_t status) noexcept;
/// Zero for "other".
[[nodiscard]] std::uint16_t status_at(std::size_t index) noexcept;

/// What the agent got. The metrics and `report` count by it.
enum class Activity : std::uint8_t {
  other,
  document,  ///< a document, page or file was read, 304 included
  registration,
  token,
  profile,  ///< the profile was read
};
inline constexpr std::size_t kActivityCount = static_cast<std::size_t>(Activity::profile) + 1;

[[nodiscard]] Activity activity_of(http::Route route, http::Method method, std::uint16_t status) noexcept;

}  // namespace agent_access::ops
