/// \file
/// Documents as readable text with holes. Thread safe, no I/O.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace agent_access::documents {

struct Hole {
  std::string_view name;
  std::string_view value;  ///< already escaped for the place where it goes
};

/// `text` with every {{name}} replaced by the value of that name. Values are not searched again; a name that nobody
/// gives stays visible.
[[nodiscard]] std::string fill(std::string_view text, std::initializer_list<Hole> holes);

}  // namespace agent_access::documents
