/// \file
/// Content codings: gzip (RFC 1952) and brotli (RFC 7932). The same text gives the same bytes on every replica.
/// Responses with credentials are not compressed. Thread safe, no I/O.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent_access::publish {

/// Nothing if the result would not be smaller, or the text has 4 GiB. Both throw std::bad_alloc.
[[nodiscard]] std::optional<std::string> gzip(std::string_view text);
[[nodiscard]] std::optional<std::string> brotli(std::string_view text);

}  // namespace agent_access::publish
