/// \file
/// Reads one log, line by line, in whatever forms its lines have: logs of several servers may be joined, and JSON may
/// have an object on many lines, or many objects in a list. Not thread safe.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "tools/visits/json_request.hpp"
#include "tools/visits/visit.hpp"
#include "tools/visits/w3c_table.hpp"

namespace agent_access::tools {

/// A longer line, and a larger object of JSON, is damaged. One line may be a list of many objects.
inline constexpr std::size_t kLongestLine = std::size_t{4} * 1024 * 1024;
inline constexpr std::size_t kLongestObject = std::size_t{256} * 1024;

class LogReader {
 public:
  explicit LogReader(std::function<void(const LogLine&)> take) : take_(std::move(take)) {}

  /// Without its line feed. What it says is taken at once, of an object on many lines with the last of them.
  void add_line(std::string_view line);
  /// The log ends here: an object that is open is damaged.
  void end();

 private:
  void add_json(std::string_view text);
  /// Of the object that `text` begins or continues, as far as it is in it.
  [[nodiscard]] std::size_t size_of_object(std::string_view text);
  /// The object ended; `rest` of its line is cleared if it has no business there.
  void take_object(std::string_view& rest);

  std::function<void(const LogLine&)> take_;
  W3cTable table_;
  JsonRequestReader requests_;
  std::string object_;     ///< as far as it was read
  std::size_t depth_ = 0;  ///< of its brackets that are open
  bool is_quoted_ = false;
  bool is_list_ = false;  ///< whether objects stand in a list
};

}  // namespace agent_access::tools
