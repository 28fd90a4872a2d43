/// \file
/// Content codings of documents, made once when a snapshot is built: RFC 1952 and RFC 7932, at levels that a start can
/// pay. The same text gives the same bytes on every replica. Never for answers that hold credentials. Thread safe, no
/// I/O.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent_access::publish {

/// Nothing when the library fails or the result would not be smaller.
[[nodiscard]] std::optional<std::string> gzip(std::string_view text);

/// Nothing when the library fails or the result would not be smaller.
[[nodiscard]] std::optional<std::string> brotli(std::string_view text);

}  // namespace agent_access::publish
