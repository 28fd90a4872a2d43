#include <algorithm>
#include <boost/json/parse.hpp>

#include "base/ascii.hpp"
#include "json/strict_json.hpp"

namespace agent_access::json {

namespace {

namespace bj = boost::json;

/// Reads a valid text once and stores the line of each wanted value.
class Scanner {
 public:
  Scanner(std::string_view text, Lines& wanted) : text_(text), wanted_(wanted) {}

  void document() {
    skip_space();
    note();
    value();
  }

 private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool is_before(char end) const { return at_ < text_.size() && text_[at_] != end; }

  void note() {
    if (const auto found = wanted_.find(place_); found != wanted_.end()) found->second = line_;
  }

  void skip_space() {
    for (; at_ < text_.size() && std::string_view(" \t\r\n").contains(text_[at_]); ++at_) {
      if (text_[at_] == '\n') ++line_;
    }
  }

  /// Reads a string; returns it with its quotes.
  std::string_view string_token() {
    const std::size_t begin = at_++;
    for (; is_before('"'); ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void value() {
    if (peek() == '{') return object();
    if (peek() == '[') return array();
    if (peek() == '"') return void(string_token());
    at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
  }

  void object() {
    const std::size_t depth = place_.size();
    for (open(); is_before('}'); next()) {
      bj::error_code ec;
      const bj::value name = bj::parse(string_token(), ec);
      place_ =
          place_of_member(place_, ec || !name.is_string() ? std::string_view() : std::string_view(name.get_string()));
      note();
      skip_space();
      ++at_;  // the colon
      skip_space();
      value();
      place_.resize(depth);
    }
    ++at_;
  }

  void array() {
    const std::size_t depth = place_.size();
    std::size_t index = 0;
    for (open(); is_before(']'); next()) {
      place_ = place_of_item(place_, index++);
      note();
      value();
      place_.resize(depth);
    }
    ++at_;
  }

  void open() {
    ++at_;
    skip_space();
  }

  void next() {
    skip_space();
    if (peek() == ',') ++at_;
    skip_space();
  }

  std::string_view text_;
  Lines& wanted_;
  std::string place_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return base::is_alphanumeric(c) || c == '_' || c == '$' || c == '@' || c == '-';
  });
}

}  // namespace

std::string place_of_member(std::string_view object, std::string_view name) {
  std::string place(object);
  if (!is_plain_name(name)) return place.append("[").append(quoted_name(name)).append("]");
  if (!place.empty()) place.push_back('.');
  return place.append(name);
}

std::string place_of_item(std::string_view list, std::size_t index) {
  return std::string(list).append("[").append(std::to_string(index)).append("]");
}

void find_lines(std::string_view text, Lines& lines) { Scanner(text, lines).document(); }

}  // namespace agent_access::json
