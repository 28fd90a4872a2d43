/// \file
/// Settings whose value is one of a few names: the enumerations, and the names of their values, in their order. One
/// without a row here does not compile. Constants; thread safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "ops/words/log_choices.hpp"

namespace agent_access::app {

/// How /mcp refuses a call of get_full_profile without a token: as HTTP (401), or in the result of the tool.
enum class McpChallenge : std::uint8_t { http, result };
inline constexpr std::array<std::string_view, 2> kMcpChallengeNames = {"http", "result"};

/// What /robots.txt states about a use of the content.
enum class Permission : std::uint8_t { yes, no, unstated };
inline constexpr std::array<std::string_view, 3> kPermissionNames = {"yes", "no", ""};

struct Choices {
  std::span<const std::string_view> names;
  std::string_view kind{};  ///< for "... is not a log level"; empty: "... is not valid"
};

template <class Choice>
inline constexpr Choices kChoices;
template <>
inline constexpr Choices kChoices<McpChallenge>{kMcpChallengeNames};
template <>
inline constexpr Choices kChoices<Permission>{kPermissionNames};
template <>
inline constexpr Choices kChoices<ops::Level>{ops::kLevelNames, "a log level"};
template <>
inline constexpr Choices kChoices<ops::LogFormat>{ops::kLogFormatNames, "a log format"};
template <>
inline constexpr Choices kChoices<ops::ClientAddress>{ops::kClientAddressNames, "a form of addresses"};

/// "debug".
template <class Choice>
[[nodiscard]] constexpr std::string_view name_of_choice(Choice choice) noexcept {
  static_assert(!kChoices<Choice>.names.empty(), "the names of this enumeration have no row above");
  return kChoices<Choice>.names[static_cast<std::size_t>(choice)];
}

}  // namespace agent_access::app
