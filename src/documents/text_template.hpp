/// \file
/// Text templates with placeholders. Thread safe, no I/O.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace agent_access::documents {

struct Placeholder {
  std::string_view name;
  std::string_view value;  ///< already escaped
};

/// `text` with every {{name}} replaced by the value of that name. Placeholders in values are not replaced; a
/// placeholder without a value is kept.
[[nodiscard]] std::string fill(std::string_view text, std::initializer_list<Placeholder> placeholders);

}  // namespace agent_access::documents
