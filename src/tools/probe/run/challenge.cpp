#include "tools/probe/run/challenge.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kBlanks = " \t";

bool is_token_character(char c) noexcept {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return base::is_alphanumeric(c) || kMarks.find(c) != std::string_view::npos;
}

std::string_view take_token(std::string_view& text) noexcept {
  const auto end = std::ranges::find_if_not(text, is_token_character);
  const auto token = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(token.size());
  return token;
}

void skip_blanks(std::string_view& text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
}

/// quoted-string of RFC 9110 section 5.6.4, after the opening quote.
std::optional<std::string> take_quoted(std::string_view& text) {
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return value;
    }
    if (text[i] == '\\') ++i;
    if (i == text.size()) break;
    value += text[i];
  }
  return std::nullopt;
}

std::optional<std::string> take_value(std::string_view& text) {
  if (text.starts_with('"')) return take_quoted(text);
  const auto token = take_token(text);
  if (token.empty()) return std::nullopt;
  return std::string(token);
}

}  // namespace

std::string_view Challenge::parameter(const std::string& name) const {
  const auto found = parameters.find(name);
  return found == parameters.end() ? std::string_view{} : std::string_view(found->second);
}

std::optional<Challenge> parse_challenge(std::string_view text) {
  Challenge challenge;
  challenge.scheme = base::lower_case(take_token(text));
  if (challenge.scheme.empty()) return std::nullopt;
  if (text.empty()) return challenge;
  if (!text.starts_with(' ')) return std::nullopt;
  skip_blanks(text);
  while (true) {
    const auto name = base::lower_case(take_token(text));
    if (name.empty() || !text.starts_with('=')) return std::nullopt;
    text.remove_prefix(1);
    auto value = take_value(text);
    if (!value || !challenge.parameters.emplace(name, std::move(*value)).second) return std::nullopt;
    skip_blanks(text);
    if (text.empty()) return challenge;
    if (!text.starts_with(',')) return std::nullopt;
    text.remove_prefix(1);
    skip_blanks(text);
  }
}

}  // namespace agent_access::tools
