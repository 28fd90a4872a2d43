/// \file
/// A text that a client chose, as the log may have it: of bounded length, and without what may be a secret. A run of 32
/// or more letters, digits and `_-+=%~`, which does not consist of lower-case letters and hyphens alone, becomes
/// `[removed]`: client secrets (43 characters), each part of a token, Basic credentials, keys of other services. The
/// whole text is searched before it is cut, so that no part of such a run is kept. Without allocation; thread safe.
///
/// NOT done here: escaping of control characters and of malformed UTF-8 (ops/line). NOT found: shorter secrets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace agent_access::http {

inline constexpr std::size_t kLongestLoggedRun = 31;
inline constexpr std::string_view kRemoved = "[removed]";

/// Copies as much of the text without secrets as `out` holds. Returns the number of bytes written.
[[nodiscard]] std::size_t copy_for_log(std::string_view text, std::span<char> out) noexcept;

/// At most `Most` bytes of such a text. Belongs to one thread.
template <std::size_t Most>
class LogText {
 public:
  void assign(std::string_view text) noexcept { size_ = static_cast<std::uint16_t>(copy_for_log(text, bytes_)); }
  /// A text whose form rules out a secret, such as a trace id.
  void assign_known(std::string_view text) noexcept {
    size_ = static_cast<std::uint16_t>(text.copy(bytes_.data(), bytes_.size()));
  }
  void clear() noexcept { size_ = 0; }
  [[nodiscard]] std::string_view view() const noexcept { return {bytes_.data(), size_}; }

 private:
  static_assert(Most <= 0xffff);
  std::uint16_t size_ = 0;
  std::array<char, Most> bytes_;
};

/// The field `traceparent` of W3C Trace Context (Recommendation of 23 November 2021, section 3.2):
/// version "-" trace-id "-" parent-id "-" trace-flags, in lower-case hex. Pure; thread safe.
/// The 32 characters of the trace id. Nothing for a malformed value, for version ff, and for a trace id or parent id of
/// zeros only. A later version may have more behind the flags, after another hyphen.
[[nodiscard]] std::optional<std::string_view> parse_trace_id(std::string_view traceparent) noexcept;

}  // namespace agent_access::http
