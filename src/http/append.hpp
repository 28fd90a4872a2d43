/// \file
/// Appends several parts to a text, without a temporary string and with one allocation at most. Pure; thread safe.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent_access::http {

/// A number in decimal. Converts to a view of its text, which is valid as long as the object.
class Decimal {
 public:
  explicit Decimal(std::int64_t number) noexcept
      : end_(std::to_chars(digits_.data(), digits_.data() + digits_.size(), number).ptr) {}
  Decimal(const Decimal&) = delete;
  Decimal& operator=(const Decimal&) = delete;

  operator std::string_view() const noexcept { return {digits_.data(), end_}; }

 private:
  std::array<char, 20> digits_;  ///< enough for every 64-bit number
  char* end_;
};

namespace detail {

// Always inlined, so that each constant part is copied by a few instructions instead of a call.
template <class... Views>
[[gnu::always_inline]] inline void append_views(std::string& out, Views... parts) {
  const std::size_t before = out.size();
  out.resize(before + (parts.size() + ...));
  char* at = out.data() + before;
  ((parts.copy(at, parts.size()), at += parts.size()), ...);
}

}  // namespace detail

/// Appends one part after the other; each converts to std::string_view, and none is a part of `out`.
template <class... Parts>
[[gnu::always_inline]] inline void append(std::string& out, const Parts&... parts) {
  detail::append_views(out, std::string_view(parts)...);
}

}  // namespace agent_access::http
