/// \file
/// The rules of strict_json.hpp that Boost.JSON does not keep by itself, as the events of its basic_parser.
#pragma once

#include <algorithm>
#include <boost/json/error.hpp>
#include <boost/json/string_view.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace agent_access::jose {

/// What basic_parser calls while it reads. It builds nothing: it remembers the names of the open objects and looks for
/// equal ones when an object closes. Sorting keeps a hostile object of many names from costing quadratic time.
class NameAndNumberCheck {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  using Error = boost::json::error_code;
  using Text = boost::json::string_view;

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_array_begin(Error&) { return true; }
  bool on_array_end(std::size_t, Error&) { return true; }
  bool on_string_part(Text, std::size_t, Error&) { return true; }
  bool on_string(Text, std::size_t, Error&) { return true; }
  bool on_number_part(Text, Error&) { return true; }
  bool on_int64(std::int64_t, Text, Error&) { return true; }
  bool on_uint64(std::uint64_t, Text, Error&) { return true; }
  bool on_bool(bool, Error&) { return true; }
  bool on_null(Error&) { return true; }
  bool on_comment_part(Text, Error&) { return true; }
  bool on_comment(Text, Error&) { return true; }

  bool on_double(double number, Text, Error& error) {
    return std::isfinite(number) ? true : refuse(error, boost::json::error::exponent_overflow);
  }

  bool on_object_begin(Error&) {
    open_objects_.emplace_back();
    return true;
  }

  bool on_key_part(Text part, std::size_t, Error&) {
    name_.append(part.data(), part.size());
    return true;
  }

  bool on_key(Text part, std::size_t, Error&) {
    name_.append(part.data(), part.size());
    open_objects_.back().push_back(std::exchange(name_, {}));
    return true;
  }

  bool on_object_end(std::size_t, Error& error) {
    auto names = std::move(open_objects_.back());
    open_objects_.pop_back();
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) == names.end() ? true : refuse(error);
  }

 protected:
  static bool refuse(Error& error, boost::json::error why = boost::json::error::syntax) {
    error = why;
    return false;
  }

 private:
  std::vector<std::vector<std::string>> open_objects_;
  std::string name_;
};

}  // namespace agent_access::jose
