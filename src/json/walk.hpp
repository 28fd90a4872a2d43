/// \file
/// Follows the events of a JSON text without keeping its values: compares the names in each object, and notes the lines
/// of places. Private to this folder. An instance belongs to one thread and follows one text.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "json/reader.hpp"

namespace agent_access::json {

/// The types that the outermost value may have.
enum class Root : bool { any, object };

/// Functions that return bool return false at the first fault, which `fault` names.
class Walk {
 public:
  /// Sets the lines of the places in `lines`, unless it is null. All three outlive the walk.
  Walk(const JsonRules& rules, Root root, Lines* lines) : rules_(rules), root_(root), lines_(lines) {}

  std::size_t line = 1;  ///< of the events
  std::optional<JsonFault> fault;
  std::string name;         ///< the last one
  std::size_t members = 0;  ///< of the object that ended last

  bool begin(bool is_object);
  bool end(std::size_t size);
  bool value() { return note_value(false) && leave_value(); }
  /// A part of a name that does not end it.
  bool add_part(std::string_view part);
  bool end_name(std::string_view part);

  bool refuse(JsonFault found) {
    fault = found;
    return false;
  }

 private:
  /// An object or an array that has not ended.
  struct Open {
    bool is_object;
    std::size_t place_size;  ///< of `place_`, which begins with the place of this
    std::size_t index = 0;   ///< of the next element
    std::set<std::string, std::less<>> names = {};
  };

  bool note_value(bool is_object);
  bool leave_value();
  void note_line();

  const JsonRules& rules_;
  Root root_;
  Lines* lines_;
  std::vector<Open> open_;
  std::string parts_;
  std::string place_;  ///< of the value that is read; empty if no lines are wanted
};

}  // namespace agent_access::json
