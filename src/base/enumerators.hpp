/// \file
/// Tables with one row for each enumerator of an enumeration, checked while compiling. For enumerations that count from
/// zero without gaps. Thread safe: nothing runs.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace agent_access::base {

/// Whether the value has a name. Compilers print "Colour::red" for an enumerator and "(Colour)7" for any other number.
template <auto Value>
[[nodiscard]] consteval bool is_enumerator() noexcept {
  const std::string_view function = __PRETTY_FUNCTION__;
  return function[function.rfind("Value = ") + 8] != '(';
}

/// Whether row i is that of the enumerator with the number i, and no enumerator is without a row.
template <class Row, std::size_t Count, class Enum>
[[nodiscard]] consteval bool is_complete(const std::array<Row, Count>& rows, Enum Row::* key) noexcept {
  for (std::size_t i = 0; i < Count; ++i) {
    if (static_cast<std::size_t>(rows[i].*key) != i) return false;
  }
  return !is_enumerator<static_cast<Enum>(Count)>();
}

}  // namespace agent_access::base
