/// \file
/// The field `traceparent` of W3C Trace Context (Recommendation of 23 November 2021, section 3.2):
/// version "-" trace-id "-" parent-id "-" trace-flags, in lower-case hex. Pure; thread safe.
#pragma once

#include <optional>
#include <string_view>

namespace agent_access::http {

/// The 32 characters of the trace id. Nothing for a malformed value, for version ff, and for a trace id or parent id of
/// zeros only. A later version may have more behind the flags, after another hyphen.
[[nodiscard]] std::optional<std::string_view> parse_trace_id(std::string_view traceparent) noexcept;

}  // namespace agent_access::http
