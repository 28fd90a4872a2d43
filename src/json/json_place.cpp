
#include <algorithm>
#include <boost/json/parse.hpp>
#include <charconv>
#include <map>

#include "base/ascii.hpp"
#include "json/strict_json.hpp"

namespace agent_access::json {

namespace {

namespace bj = boost::json;

/// Reads a valid text once and stores the line of each wanted value.
class Scanner {
 public:
  using Lines = std::map<std::string, std::size_t, std::less<>>;

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
    if (const auto found = wanted_.find(path_); found != wanted_.end()) found->second = line_;
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
    const std::size_t depth = path_.size();
    for (open(); is_before('}'); next()) {
      bj::error_code ec;
      const bj::value name = bj::parse(string_token(), ec);
      path_ = pointer_to(path_, ec || !name.is_string() ? std::string_view() : std::string_view(name.get_string()));
      note();
      skip_space();
      ++at_;  // the colon
      skip_space();
      value();
      path_.resize(depth);
    }
    ++at_;
  }

  void array() {
    const std::size_t depth = path_.size();
    std::size_t index = 0;
    for (open(); is_before(']'); next()) {
      path_ = pointer_to(path_, std::to_string(index++));
      note();
      value();
      path_.resize(depth);
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
  std::string path_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

/// Removes the first token of a pointer and returns it unescaped (RFC 6901 section 4).
std::string take_token(std::string_view& pointer) {
  pointer.remove_prefix(1);
  std::string token;
  while (!pointer.empty() && pointer.front() != '/') {
    const bool is_escape = pointer.front() == '~' && pointer.size() > 1;
    token.push_back(is_escape ? (pointer[1] == '1' ? '/' : '~') : pointer.front());
    pointer.remove_prefix(is_escape ? 2 : 1);
  }
  return token;
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return base::is_alphanumeric(c) || c == '_' || c == '$' || c == '@' || c == '-';
  });
}

void append_name(std::string& path, std::string_view name) {
  if (!is_plain_name(name)) {
    path.append("[").append(quoted_name(name)).append("]");
    return;
  }
  if (!path.empty()) path.push_back('.');
  path.append(name);
}

}  // namespace

std::string pointer_to(std::string_view pointer, std::string_view token) {
  std::string longer(pointer);
  longer.push_back('/');
  for (const char c : token) {
    if (c == '~') {
      longer.append("~0");
    } else if (c == '/') {
      longer.append("~1");
    } else {
      longer.push_back(c);
    }
  }
  return longer;
}

std::vector<std::size_t> lines_of(std::string_view text, const std::vector<std::string>& pointers) {
  Scanner::Lines wanted;
  for (const std::string& pointer : pointers) wanted.emplace(pointer, 0);
  Scanner(text, wanted).document();
  std::vector<std::size_t> lines;
  lines.reserve(pointers.size());
  for (const std::string& pointer : pointers) lines.push_back(wanted.find(pointer)->second);
  return lines;
}

std::string member_path(const bj::value& document, std::string_view pointer) {
  std::string path;
  const bj::value* at = &document;
  while (!pointer.empty()) {
    const std::string token = take_token(pointer);
    if (const auto* items = at == nullptr ? nullptr : at->if_array()) {
      path.append("[").append(token).append("]");
      std::size_t index = items->size();
      std::from_chars(token.data(), token.data() + token.size(), index);
      at = index < items->size() ? &(*items)[index] : nullptr;
      continue;
    }
    append_name(path, token);
    const auto* members = at == nullptr ? nullptr : at->if_object();
    at = members == nullptr ? nullptr : members->if_contains(token);
  }
  return path;
}

}  // namespace agent_access::json
