/// \file
/// A list that ends before it is too long. One rendering has it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "site/templates/template.hpp"

namespace agent_access::documents {

class BoundedList {
 public:
  /// `name` is the template that shows each of the items as one of `list`; all together have at most `most` bytes
  /// there.
  BoundedList(std::string_view name, std::string list, std::size_t most)
      : name_(name), list_(std::move(list)), most_(most) {}

  /// Whether it still fits.
  [[nodiscard]] bool add(templates::View item);
  /// The items as `list`, and how many of `all` are `left_out`.
  [[nodiscard]] templates::View view(std::size_t all) &&;

 private:
  std::string_view name_;
  std::string list_;
  std::size_t most_;
  std::vector<templates::View> items_;
};

}  // namespace agent_access::documents
