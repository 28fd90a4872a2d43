/// \file
/// Text of an answer from its parts, without a temporary string and with one growth for all of them. Pure; thread safe.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent_access::http {

/// A number in decimal. Converts to its text, which lives as long as it does.
class Decimal {
 public:
  explicit Decimal(std::int64_t number) noexcept
      : end_(std::to_chars(digits_.data(), digits_.data() + digits_.size(), number).ptr) {}
  Decimal(const Decimal&) = delete;
  Decimal& operator=(const Decimal&) = delete;

  operator std::string_view() const noexcept { return {digits_.data(), end_}; }

 private:
  std::array<char, 20> digits_;  ///< hold every 64-bit number
  char* end_;
};

namespace detail {

// Inlined always, so that the constant parts are copied by a few moves instead of a call each.
template <class... Views>
[[gnu::always_inline]] inline void append_views(std::string& out, Views... parts) {
  const std::size_t before = out.size();
  out.resize(before + (parts.size() + ...));
  char* at = out.data() + before;
  ((parts.copy(at, parts.size()), at += parts.size()), ...);
}

}  // namespace detail

/// Appends one part after the other; each converts to std::string_view, and none lies in `out`.
template <class... Parts>
[[gnu::always_inline]] inline void append(std::string& out, const Parts&... parts) {
  detail::append_views(out, std::string_view(parts)...);
}

}  // namespace agent_access::http
