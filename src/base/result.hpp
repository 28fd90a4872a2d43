/// \file
/// Errors as values. A fallible function returns Result<T, F>, where F is the closed fault enum of its own folder.
/// Style: check, return early, no else after return.
///
/// Tables with one row for each enumerator of an enumeration, checked while compiling. For enumerations that count from
/// zero without gaps. Thread safe: nothing runs.
///
/// Strings that differ in meaning differ in type, so that a client_id can never be passed as a kid.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace agent_access::base {

template <class T, class F>
using Result = std::expected<T, F>;

template <class F>
using Failure = std::unexpected<F>;

/// Whether the value has a name. Compilers print "Colour::red" for an enumerator and "(Colour)7" for any other number.
template <auto Value>
[[nodiscard]] consteval bool is_enumerator() noexcept {
  const std::string_view function = __PRETTY_FUNCTION__;
  return function[function.rfind("Value = ") + 8] != '(';
}

/// "red" of Colour::red.
template <auto Value>
[[nodiscard]] consteval std::string_view enumerator_name() noexcept {
  std::string_view name = __PRETTY_FUNCTION__;
  name.remove_prefix(name.rfind("Value = "));
  name = name.substr(0, name.find_first_of(";]"));
  return name.substr(name.rfind(':') + 1);
}

template <class Enum, std::size_t Count = 0>
[[nodiscard]] consteval std::size_t enumerator_count() noexcept {
  if constexpr (is_enumerator<static_cast<Enum>(Count)>()) {
    return enumerator_count<Enum, Count + 1>();
  } else {
    return Count;
  }
}

/// Whether row i is that of the enumerator with the number i, and no enumerator is without a row.
template <class Row, std::size_t Count, class Enum>
[[nodiscard]] consteval bool is_complete(const std::array<Row, Count>& rows, Enum Row::* key) noexcept {
  for (std::size_t i = 0; i < Count; ++i) {
    if (static_cast<std::size_t>(rows[i].*key) != i) return false;
  }
  return !is_enumerator<static_cast<Enum>(Count)>();
}

/// An immutable text with a meaning. Tag is an empty struct that names it. Construction checks nothing: types whose
/// values must have a form have their own parse function.
template <class Tag>
class Strong {
 public:
  explicit Strong(std::string text) : text_(std::move(text)) {}

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  friend bool operator==(const Strong&, const Strong&) = default;
  friend std::strong_ordering operator<=>(const Strong&, const Strong&) = default;

 private:
  std::string text_;
};

}  // namespace agent_access::base
