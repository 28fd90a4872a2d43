/// \file
/// Strings that differ in meaning differ in type, so that a client_id can never be passed as a kid.
#pragma once

#include <compare>
#include <string>
#include <utility>

namespace agent_access::base {

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
