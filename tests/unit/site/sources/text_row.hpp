/// \file
/// A row of a table of texts.
#pragma once

#include <string>

namespace agent_access::sources {

struct TextRow {
  std::string given;
  std::string expected;
};

}  // namespace agent_access::sources
