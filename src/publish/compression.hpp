/// \file
/// Content codings of documents, made when a snapshot is built: RFC 1952 and RFC 7932. The same text gives the same
/// bytes on every replica. Responses with credentials are not compressed. Thread safe, no I/O.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent_access::publish {

/// Nothing if the library fails or the result would not be smaller.
[[nodiscard]] std::optional<std::string> gzip(std::string_view text);

/// Nothing if the library fails or the result would not be smaller.
[[nodiscard]] std::optional<std::string> brotli(std::string_view text);

}  // namespace agent_access::publish
