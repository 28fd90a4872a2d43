/// \file
/// What a value must be, by the type of the place that holds it: reading it, rendering it as TOML, and the words for
/// both. The tables of settings and of declared rows use it. Pure functions, thread safe. NOT here: secret values.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/ip_address.hpp"
#include "limit/rate_limiter.hpp"
#include "ops/words/log_words.hpp"

namespace agent_access::app {

// Short names of types that a value can have.

using Texts = std::vector<std::string>;
using Path = std::filesystem::path;
using Paths = std::vector<Path>;

/// Where a value is held; the type decides what is accepted. Numbers are also sizes.
using Place = std::variant<bool*, std::int64_t*, std::uint64_t*, std::chrono::milliseconds*, std::chrono::nanoseconds*,
                           std::string*, Path*, Texts*, Paths*, std::vector<base::Network>*,
                           std::vector<limit::WideNetwork>*, ops::Level*, ops::LogFormat*, ops::ClientAddress*>;

/// Error messages for the operator, each with a remedy or a location ("agent-access.toml:12: ...").
using Problems = std::vector<std::string>;

enum class OriginKind { built_in, file, environment, flag, credential };

struct Origin {
  OriginKind kind = OriginKind::built_in;
  std::string place;  ///< "agent-access.toml:12", the variable's name, the flag; empty for a default
};

/// "default", "agent-access.toml:12", "environment AGENT_ACCESS_LOG_LEVEL", "flag --listen", "credential secret".
[[nodiscard]] std::string to_text(const Origin& origin);

/// Returns an error message, or nothing.
using Check = std::optional<std::string> (*)(std::string_view text);

enum class Unit { plain, bytes };

/// The names of an enumeration's values, in their order; of false and true; or the texts that are accepted.
struct Choices {
  std::span<const std::string_view> names{};
  std::string_view kind{};  ///< for "... is not a log level"; empty: "... is not valid"
};

/// A value of a type that no setting accepts, in words: "the number 1.5", "a list with the number 4".
struct ForeignValue {
  std::string what;
};

/// A value before it is validated.
using RawValue = std::variant<std::string, std::vector<std::string>, std::int64_t, bool, ForeignValue>;

struct ValueRules {
  Check check = nullptr;   ///< for a text or each text of a list; without it, the text must name a file
  Choices choices{};       ///< without names: any value of the type
  std::int64_t least = 0;  ///< of a number; of a duration in milliseconds
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  Unit unit = Unit::plain;
};

/// Sets the value, or returns an error message ("must be a whole number; found the text \"4\"") and leaves it
/// unchanged.
[[nodiscard]] std::optional<std::string> assign_value(Place place, const ValueRules& rules, const RawValue& value);
/// The value as TOML.
[[nodiscard]] std::string render_as_toml(Place place, const ValueRules& rules);

// By the type alone: the place may be null.

/// The text of a variable or flag, split or converted to what the type accepts.
[[nodiscard]] RawValue raw_from_text(Place type, const ValueRules& rules, std::string_view text);
/// What is accepted, for "must be ...": "a whole number".
[[nodiscard]] std::string form_of(Place type, const ValueRules& rules);
/// The range of a number, size or duration: "1 to 100", "at least 1"; empty for other types.
[[nodiscard]] std::string range_of(Place type, const ValueRules& rules);

}  // namespace agent_access::app
