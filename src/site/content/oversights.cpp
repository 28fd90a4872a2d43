#include "site/content/load.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "base/ascii.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "json/reader.hpp"
#include "site/content/html_words.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::content {
namespace {

namespace bj = boost::json;

/// Walks a value beside its schema.
class UnknownMembers {
 public:
  explicit UnknownMembers(const bj::object& schema) : definitions_(schema.at("definitions").as_object()) {}

  void visit(const bj::value& value, const bj::object& schema, const std::string& place) {
    const std::string_view reference = json::text_at(schema, "$ref");
    const bj::object& rules = reference.empty() ? schema : defined_at(reference);
    if (const auto* const object = value.if_object()) {
      if (const auto* const known = json::object_at(rules, "properties")) visit_members(*object, *known, place);
    } else if (const auto* const array = value.if_array()) {
      const auto* const items = json::object_at(rules, "items");
      if (items == nullptr) return;
      for (const auto& item : *array) visit(item, *items, place + "[]");
    }
  }

  std::map<std::string, std::size_t> counts;

 private:
  void visit_members(const bj::object& object, const bj::object& known, const std::string& place) {
    for (const auto& [name, member] : object) {
      const std::string inner = json::place_of_member(place, name);
      const auto* const schema = known.if_contains(name);
      if (schema == nullptr) {
        ++counts[inner];
      } else {
        visit(member, schema->as_object(), inner);
      }
    }
  }

  [[nodiscard]] const bj::object& defined_at(std::string_view reference) const {
    return definitions_.at(reference.substr(reference.rfind('/') + 1)).as_object();
  }

  const bj::object& definitions_;
};

/// "<em>", "</em>", "<br/>", "<a href=…>": `text` begins behind the first character.
bool is_tag(std::string_view text) {
  if (text.starts_with('/')) text.remove_prefix(1);
  const auto size = static_cast<std::size_t>(std::ranges::find_if_not(text, base::is_alphanumeric) - text.begin());
  if (html_tag(base::lower_case(text.substr(0, size))) == HtmlTag::none) return false;
  text.remove_prefix(size);
  if (text.starts_with('>') || text.starts_with("/>")) return true;
  // With attributes, or a space as in "<br />".
  return text.starts_with(' ') && text.contains('>') && (text.contains('=') || text.starts_with(" />"));
}

/// "&amp;", "&#233;": `text` begins behind the first character.
bool is_entity(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(';'));
  return name.size() < text.size() && (name.starts_with('#') || !html_entity(name).empty());
}

bool has_html(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    if (is_tag(text.substr(at + 1))) return true;
  }
  for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    if (is_entity(text.substr(at + 1))) return true;
  }
  return false;
}

/// "**bold**", not "2**3": words alone are between the signs.
bool has_bold(std::string_view text) {
  const std::size_t start = text.find("**");
  if (start == std::string_view::npos || (start > 0 && base::is_alphanumeric(text[start - 1]))) return false;
  const std::string_view inner = text.substr(start + 2);
  const std::size_t end = inner.find("**");
  if (end == std::string_view::npos || end == 0) return false;
  return std::ranges::none_of(std::array{inner.front(), inner[end - 1]}, [](char c) { return c == ' ' || c == '*'; });
}

/// "[title](https://…)", also of a path or an e-mail address.
bool has_link(std::string_view text) {
  for (std::size_t at = text.find("]("); at != std::string_view::npos; at = text.find("](", at + 1)) {
    const std::string_view target = text.substr(at + 2);
    const bool is_address = std::ranges::any_of(std::to_array<std::string_view>({"http", "/", "#", "mailto:", "./"}),
                                                [target](std::string_view start) { return target.starts_with(start); });
    if (is_address && target.contains(')') && text.substr(0, at).contains('[')) return true;
  }
  return false;
}

/// "emph{", "alpha$", "'e", "\"{o}": behind a backslash.
bool is_command(std::string_view text) {
  const auto size = static_cast<std::size_t>(std::ranges::find_if_not(text, base::is_letter) - text.begin());
  if (size > 0) return text.substr(size).starts_with('{') || text.substr(size).starts_with('$');
  constexpr std::string_view kAccents = "'\"`^~";
  if (text.size() < 2 || !kAccents.contains(text[0])) return false;
  return text[1] == '{' || text[1] == '\\' || base::is_letter(text[1]);
}

bool has_latex(std::string_view text) {
  if (text.contains("$\\")) return true;
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    if (is_command(text.substr(at + 1))) return true;
  }
  return false;
}

void collect(const bj::value& value, const std::string& place, std::vector<ContentError>& found) {
  if (const auto* const object = value.if_object()) {
    for (const auto& [name, member] : *object) collect(member, json::place_of_member(place, name), found);
  } else if (const auto* const array = value.if_array()) {
    for (std::size_t i = 0; i < array->size(); ++i) collect((*array)[i], json::place_of_item(place, i), found);
  } else if (const auto* const text = value.if_string()) {
    const std::string_view kind = markup_in(*text);
    if (kind.empty()) return;
    found.push_back(
        {.member = place, .sentence = "has " + std::string(kind) + ", which is shown as it is; write plain text"});
  }
}

}  // namespace

std::map<std::string, std::size_t> unknown_members(const bj::object& source) {
  const auto schema = bj::parse(templates::asset("schemas/site.schema.json"));
  UnknownMembers unknown(schema.as_object());
  unknown.visit(source, schema.as_object(), {});
  return std::move(unknown.counts);
}

std::string_view markup_in(std::string_view text) {
  if (has_html(text)) return "HTML";
  if (has_link(text) || has_bold(text)) return "Markdown";
  return has_latex(text) ? "LaTeX" : std::string_view();
}

std::vector<ContentError> find_markup(const bj::object& document, std::string_view json) {
  std::vector<ContentError> found;
  collect(document, {}, found);
  if (found.empty()) return found;
  json::Lines lines;
  for (const auto& error : found) lines.emplace(error.member, 0);
  json::find_lines(json, lines);
  for (auto& error : found) error.line = lines.at(error.member);
  std::ranges::stable_sort(found, {}, &ContentError::line);
  return found;
}

}  // namespace agent_access::content
