#include "http/trace_context.hpp"

#include <algorithm>
#include <cstddef>

#include "base/ascii.hpp"
#include "base/hex.hpp"

namespace agent_access::http {
namespace {

constexpr std::size_t kTraceAt = 3;
constexpr std::size_t kTraceSize = 32;
constexpr std::size_t kParentAt = kTraceAt + kTraceSize + 1;
constexpr std::size_t kParentSize = 16;
constexpr std::size_t kFlagsAt = kParentAt + kParentSize + 1;
constexpr std::size_t kSize = kFlagsAt + 2;

bool is_lower_hex(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return base::is_hex_digit(c) && !base::is_upper(c); });
}

bool is_zero(std::string_view text) noexcept { return text.find_first_not_of('0') == std::string_view::npos; }

}  // namespace

std::optional<std::string_view> parse_trace_id(std::string_view traceparent) noexcept {
  if (traceparent.size() < kSize) return std::nullopt;
  const std::string_view version = traceparent.substr(0, 2);
  const std::string_view trace = traceparent.substr(kTraceAt, kTraceSize);
  const std::string_view parent = traceparent.substr(kParentAt, kParentSize);
  const bool has_hyphens =
      traceparent[kTraceAt - 1] == '-' && traceparent[kParentAt - 1] == '-' && traceparent[kFlagsAt - 1] == '-';
  const bool is_hex = is_lower_hex(version) && is_lower_hex(trace) && is_lower_hex(parent) &&
                      is_lower_hex(traceparent.substr(kFlagsAt, 2));
  if (!has_hyphens || !is_hex || version == "ff" || is_zero(trace) || is_zero(parent)) return std::nullopt;
  const bool has_more = traceparent.size() > kSize;
  if (has_more && (version == "00" || traceparent[kSize] != '-')) return std::nullopt;
  return trace;
}

}  // namespace agent_access::http
