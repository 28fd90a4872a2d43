/// \file
/// The choices that an owner has about the log (settings of [log]), with the names of their values, in their order.
/// Constants only: thread safe.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace agent_access::ops {

enum class Level : std::uint8_t { debug, info, warn, error };
inline constexpr std::array<std::string_view, 4> kLevelNames = {"debug", "info", "warn", "error"};

enum class LogFormat : std::uint8_t { json, text };
inline constexpr std::array<std::string_view, 2> kLogFormatNames = {"json", "text"};

/// How the address of a client is logged: as it is, its network, or not at all.
enum class ClientAddress : std::uint8_t { full, prefix, none };
inline constexpr std::array<std::string_view, 3> kClientAddressNames = {"full", "prefix", "none"};

}  // namespace agent_access::ops
