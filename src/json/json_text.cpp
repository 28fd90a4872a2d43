#include "json/json_text.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <charconv>
#include <cstring>
#include <optional>

#include "base/hex.hpp"
#include "base/lanes.hpp"
#include "base/text.hpp"

namespace agent_access::json {
namespace {

/// Whether each byte must be escaped.
constexpr std::array<bool, 256> kEscaped = [] {
  std::array<bool, 256> escaped{};
  for (std::size_t control = 0; control < 0x20; ++control) escaped[control] = true;
  escaped['"'] = escaped['\\'] = escaped[0x7F] = true;
  return escaped;
}();

/// An escape as long as the longest, "\u001f".
constexpr std::size_t kLongestEscape = 6;
/// So that the memory for a long text of escapes only is not reserved at once.
constexpr std::size_t kAtOnce = 256;

/// Writes the character to `to`, escaped if it must be, and returns the end.
char* write(char c, char* to) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  if (!kEscaped[byte]) {
    *to = c;
    return to + 1;
  }
  const auto pair = [to](char second) { return std::ranges::copy(std::array{'\\', second}, to).out; };
  switch (c) {
    case '"':
    case '\\': return pair(c);
    case '\n': return pair('n');
    case '\r': return pair('r');
    case '\t': return pair('t');
    default: break;
  }
  return std::ranges::copy(
             std::array{'\\', 'u', '0', '0', base::kHexDigits[byte >> 4U], base::kHexDigits[byte & 0x0FU]}, to)
      .out;
}

/// Whether none of these characters needs an escape.
bool is_plain(base::Lanes lanes) noexcept {
  // A byte above 0x7f is negative.
  const base::Lanes escaped = ((lanes >= 0) & (lanes < ' ')) | (lanes == '"') | (lanes == '\\') | (lanes == '\x7f');
  constexpr base::Lanes kNone = {};
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): a vector of integers has no padding
  return std::memcmp(&escaped, &kNone, sizeof escaped) == 0;
}

/// Writes `text` to `to`, with escapes, and returns the end.
char* write(std::string_view text, char* to) noexcept {
  for (; text.size() >= sizeof(base::Lanes); text.remove_prefix(sizeof(base::Lanes))) {
    if (is_plain(base::load_lanes(text.data()))) {
      std::memcpy(to, text.data(), sizeof(base::Lanes));
      to += sizeof(base::Lanes);
    } else {
      for (const char c : text.substr(0, sizeof(base::Lanes))) to = write(c, to);
    }
  }
  for (const char c : text) to = write(c, to);
  return to;
}

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
  if (const auto* text = value.if_string()) return json_string(*text);
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
    line += json_string(name) + ": " + scalar_text(value);
    if (line.size() > kShortLine) return {};
  }
  return line += "}";
}

void append_compact(std::string& out, const bj::value& value) {
  const auto between = [&out](bool& is_first) {
    if (!is_first) out += ',';
    is_first = false;
  };
  bool is_first = true;
  if (const auto* object = value.if_object()) {
    out += '{';
    for (const auto& [name, part] : *object) {
      between(is_first);
      append_json_string(out, name);
      out += ':';
      append_compact(out, part);
    }
    out += '}';
  } else if (const auto* array = value.if_array()) {
    out += '[';
    for (const auto& part : *array) {
      between(is_first);
      append_compact(out, part);
    }
    out += ']';
  } else {
    out += scalar_text(value);
  }
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
      out_ += json_string(name);
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

void append_escaped(std::string& out, std::string_view text) {
  for (; !text.empty(); text.remove_prefix(std::min(kAtOnce, text.size()))) {
    const std::size_t before = out.size();
    const std::string_view part = text.substr(0, kAtOnce);
    out.resize_and_overwrite(before + part.size() * kLongestEscape,
                             [before, part](char* begin, std::size_t) { return write(part, begin + before) - begin; });
  }
}

void append_json_string(std::string& out, std::string_view text) {
  out.push_back('"');
  append_escaped(out, text);
  out.push_back('"');
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string pretty_json(const bj::value& value) {
  Printer printer;
  printer.print(value);
  return printer.take();
}

std::string compact_json(const bj::value& value) {
  std::string out;
  append_compact(out, value);
  return out;
}

}  // namespace agent_access::json
