#include "http/log_text.hpp"

#include <algorithm>
#include <cstring>

#include "base/ascii.hpp"
#include "base/hex.hpp"

namespace agent_access::http {
namespace {

constexpr std::size_t kSuspiciousRun = kLongestLoggedRun + 1;

constexpr std::array<bool, 256> kRunCharacters = [] {
  std::array<bool, 256> table{};
  for (std::size_t code = 0; code < table.size(); ++code) {
    const auto character = static_cast<char>(code);
    table[code] =
        base::is_alphanumeric(character) || std::string_view("_-+=%~").find(character) != std::string_view::npos;
  }
  return table;
}();

bool is_run_character(char character) noexcept { return kRunCharacters[static_cast<unsigned char>(character)]; }

/// Words of a long name in a path, such as /a-post-about-the-invented-oceans-of-last-year. A random secret of 43
/// characters looks like this with a probability below 1e-15.
bool is_words(std::string_view run) noexcept {
  return std::ranges::all_of(run, [](char c) { return base::is_lower(c) || c == '-'; });
}

struct Run {
  std::size_t begin;
  std::size_t end;
};

/// The first run from `from` on that may be a secret; empty and at the end of the text when there is none. Looks at
/// every 32nd character only, and around those that belong to a run.
Run find_suspicious(std::string_view text, std::size_t from) noexcept {
  std::size_t probe = from + kSuspiciousRun - 1;
  while (probe < text.size()) {
    std::size_t begin = probe + 1;
    while (begin > from && is_run_character(text[begin - 1])) --begin;
    if (probe + 1 - begin < kSuspiciousRun) {
      probe = begin + kSuspiciousRun - 1;
      continue;
    }
    std::size_t end = probe + 1;
    while (end < text.size() && is_run_character(text[end])) ++end;
    if (!is_words(text.substr(begin, end - begin))) return {begin, end};
    from = end;
    probe = end + kSuspiciousRun;
  }
  return {text.size(), text.size()};
}

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

std::size_t copy_for_log(std::string_view text, std::span<char> out) noexcept {
  if (text.size() <= std::min(kLongestLoggedRun, out.size())) return text.copy(out.data(), text.size());
  std::size_t used = 0;
  const auto put = [&](std::string_view part) {
    const std::size_t size = std::min(part.size(), out.size() - used);
    std::memcpy(out.data() + used, part.data(), size);
    used += size;
  };
  for (std::size_t at = 0; at < text.size() && used < out.size();) {
    const Run run = find_suspicious(text, at);
    put(text.substr(at, run.begin - at));
    if (run.begin < run.end) put(kRemoved);
    at = run.end;
  }
  return used;
}

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
