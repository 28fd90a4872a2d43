/// \file
/// W3C Extended Log File Format (www.w3.org/TR/WD-logfile): CloudFront with tabs, IIS with blanks between the columns.
/// Not thread safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/visits/visit.hpp"

namespace agent_access::tools {

class W3cTable {
 public:
  /// Reads a line that begins with '#': "#Fields:" names the columns, also in the middle of a file.
  void set_columns(std::string_view line);
  [[nodiscard]] bool has_columns() const noexcept { return !columns_.empty(); }
  /// A line without a value for each column is damaged.
  [[nodiscard]] LogLine read(std::string_view line) const;

 private:
  std::vector<std::string> columns_;
};

}  // namespace agent_access::tools
