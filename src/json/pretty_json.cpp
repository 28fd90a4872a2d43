#include "json/pretty_json.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <charconv>

#include "json/json_text.hpp"

namespace agent_access::json {

namespace {

namespace bj = boost::json;

constexpr std::size_t kShortLine = 110;

bool is_structured(const bj::value& value) noexcept { return value.is_object() || value.is_array(); }

/// Boost.JSON would write 2.5 as 2.5E0.
std::string number_text(double number) {
  std::array<char, 32> text;
  const auto [end, error] = std::to_chars(text.begin(), text.end(), number);
  return error == std::errc{} ? std::string(text.begin(), end) : "0";
}

std::string scalar_text(const bj::value& value) {
  if (const auto* text = value.if_string()) return json::json_string(*text);
  if (const auto* number = value.if_double()) return number_text(*number);
  return bj::serialize(value);
}

/// The array or object of scalars on one line; empty if it contains an array or object, or is too long.
std::string one_line(const bj::array& array) {
  if (std::ranges::any_of(array, is_structured)) return {};
  std::string line = "[";
  for (const auto& element : array) {
    if (line.size() > 1) line += ", ";
    line += scalar_text(element);
    if (line.size() > kShortLine) return {};
  }
  return line += "]";
}

std::string one_line(const bj::object& object) {
  if (std::ranges::any_of(object, [](const auto& member) { return is_structured(member.value()); })) return {};
  std::string line = "{";
  for (const auto& [name, value] : object) {
    if (line.size() > 1) line += ", ";
    line += json::json_string(name) + ": " + scalar_text(value);
    if (line.size() > kShortLine) return {};
  }
  return line += "}";
}

class Printer {
 public:
  void print(const bj::value& value) {
    if (const auto* object = value.if_object()) return print_object(*object);
    if (const auto* array = value.if_array()) return print_array(*array);
    out_ += scalar_text(value);
  }
  [[nodiscard]] std::string take() { return std::move(out_ += '\n'); }

 private:
  void print_object(const bj::object& object) {
    // The outermost object always has several lines.
    if (const auto line = one_line(object); !line.empty() && indent_ > 0) {
      out_ += line;
      return;
    }
    open('{');
    bool is_first = true;
    for (const auto& [name, value] : object) {
      next(is_first);
      out_ += json::json_string(name);
      out_ += ": ";
      print(value);
    }
    close('}');
  }

  void print_array(const bj::array& array) {
    if (const auto line = one_line(array); !line.empty()) {
      out_ += line;
      return;
    }
    open('[');
    bool is_first = true;
    for (const auto& value : array) {
      next(is_first);
      print(value);
    }
    close(']');
  }

  void open(char bracket) {
    out_ += bracket;
    indent_ += 2;
  }
  void next(bool& is_first) {
    if (!is_first) out_ += ',';
    is_first = false;
    break_line();
  }
  void close(char bracket) {
    indent_ -= 2;
    break_line();
    out_ += bracket;
  }
  void break_line() { out_.append("\n").append(indent_, ' '); }

  std::string out_;
  std::size_t indent_ = 0;
};

}  // namespace

std::string pretty_json(const bj::value& value) {
  Printer printer;
  printer.print(value);
  return printer.take();
}

}  // namespace agent_access::json
