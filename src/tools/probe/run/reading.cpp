#include "tools/probe/run/reading.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <ranges>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "oauth/types.hpp"

namespace agent_access::tools {
namespace {

constexpr int kMaxReferences = 8;  // a longer chain of $ref counts as a cycle

constexpr std::string_view kFence = "```";
constexpr std::string_view kUrlEnds = " \t\r\n)>\"'`]|<{}\\";
constexpr std::string_view kTemplateMarks = "<{";
constexpr std::string_view kTrailing = ".,;:!?*_";

bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

template <class Line>
void for_each_line(std::string_view text, const Line& line) {
  for (std::size_t start = 0; start < text.size();) {
    const auto end = std::min(text.find('\n', start), text.size());
    line(start, text.substr(start, end - start));
    start = end + 1;
  }
}

bool is_fence(std::string_view line) noexcept {
  const auto first = line.find_first_not_of(' ');
  return first != std::string_view::npos && line.substr(first).starts_with(kFence);
}

/// The URL that starts at `start`; empty when it is a template.
std::string url_at(std::string_view text, std::size_t start) {
  const auto end = std::min(text.find_first_of(kUrlEnds, start), text.size());
  if (end < text.size() && kTemplateMarks.find(text[end]) != std::string_view::npos) return {};
  auto url = text.substr(start, end - start);
  while (!url.empty() && kTrailing.find(url.back()) != std::string_view::npos) url.remove_suffix(1);
  return std::string(url.substr(0, url.find('#')));
}

/// Removes everything from `<name` to `</name>`.
std::string without_element(const std::string& html, const std::string& name) {
  const auto folded = base::lower_case(html);
  std::string rest;
  std::size_t start = 0;
  for (auto at = folded.find("<" + name); at != std::string::npos; at = folded.find("<" + name, start)) {
    rest += html.substr(start, at - start);
    const auto end = folded.find("</" + name, at);
    start = end == std::string::npos ? html.size() : end;
  }
  return start < html.size() ? rest + html.substr(start) : rest;
}

/// "~1" and "~0" of RFC 6901 stand for "/" and "~".
std::string unescaped(std::string_view token) {
  std::string text;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escape = token[i] == '~' && i + 1 < token.size();
    text += escape ? (token[++i] == '1' ? '/' : '~') : token[i];
  }
  return text;
}

const boost::json::object* pointed_to(const boost::json::object& root, std::string_view pointer) {
  if (!pointer.starts_with("#/")) return nullptr;
  const boost::json::object* object = &root;
  for (const auto part : std::views::split(pointer.substr(2), '/')) {
    const auto* value = object == nullptr ? nullptr : object->if_contains(unescaped(std::string_view(part)));
    object = value == nullptr ? nullptr : value->if_object();
  }
  return object;
}

using Found = std::vector<const boost::json::object*>;

void collect(const boost::json::object& object, std::string_view name, Found& found);

void collect(const boost::json::value& value, std::string_view name, Found& found) {
  if (const auto* object = value.if_object()) collect(*object, name, found);
  const auto* list = value.if_array();
  if (list == nullptr) return;
  for (const auto& entry : *list) collect(entry, name, found);
}

void collect(const boost::json::object& object, std::string_view name, Found& found) {
  for (const auto& [key, member] : object) {
    if (std::string_view(key) == name && member.is_object()) found.push_back(&member.get_object());
    collect(member, name, found);
  }
}

}  // namespace

std::string text_at(const boost::json::object& object, std::string_view path) {
  return std::string(json::text_at(object, path));
}

bool lists(const boost::json::object& object, std::string_view path, std::string_view text) {
  const auto texts = texts_at(object, path);
  return std::ranges::find(texts, text) != texts.end();
}

std::vector<std::string> names_at(const boost::json::object& object, std::string_view path, std::string_view member) {
  std::vector<std::string> names;
  for (const auto* entry : objects_at(object, path)) names.push_back(text_at(*entry, member));
  return names;
}

std::vector<std::string> gated_resources_in(const boost::json::object& server, const std::string& origin) {
  auto resources = texts_at(server, "protected_resources");
  std::erase_if(resources, [&](const std::string& url) {
    return url == origin || url == origin + std::string(oauth::kProfilePath) || url == origin + "/mcp";
  });
  return resources;
}

const boost::json::object* resolved(const boost::json::object& root, const boost::json::value& value) {
  const auto* object = value.if_object();
  for (int i = 0; object != nullptr && i < kMaxReferences; ++i) {
    const auto reference = text_at(*object, "$ref");
    if (reference.empty()) return object;
    object = pointed_to(root, reference);
  }
  return nullptr;
}

std::vector<const boost::json::object*> objects_called(const boost::json::object& object, std::string_view name) {
  Found found;
  collect(object, name, found);
  return found;
}

bool contains_word(std::string_view text, std::string_view word) {
  return base::lower_case(text).find(base::lower_case(word)) != std::string::npos;
}

std::vector<Heading> headings_of(std::string_view markdown) {
  std::vector<Heading> headings;
  bool in_code = false;
  for_each_line(markdown, [&](std::size_t offset, std::string_view line) {
    if (is_fence(line)) in_code = !in_code;
    const auto level = std::min(line.find_first_not_of('#'), line.size());
    if (in_code || level == 0 || level > 6 || level == line.size() || line[level] != ' ') return;
    auto text = line.substr(level + 1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    headings.push_back({offset, level, std::string(text)});
  });
  return headings;
}

bool has_balanced_fences(std::string_view markdown) {
  std::size_t count = 0;
  for_each_line(markdown, [&](std::size_t, std::string_view line) { count += is_fence(line) ? 1U : 0U; });
  return count % 2 == 0;
}

std::vector<std::string> links_of_markdown(std::string_view markdown) {
  std::vector<std::string> links;
  for (std::size_t at = 0; at < markdown.size(); ++at) {
    const auto rest = markdown.substr(at);
    if (rest.starts_with("http://") || rest.starts_with("https://")) {
      auto url = url_at(markdown, at);
      at += url.size();
      base::add_once(links, std::move(url));
    } else if (rest.starts_with("](/")) {
      base::add_once(links, url_at(markdown, at + 2));
    }
  }
  return links;
}

std::string visible_text(std::string_view html) {
  std::string rest(html);
  for (const auto* name : {"script", "style", "template", "head"}) rest = without_element(rest, name);
  std::string text;
  bool in_tag = false;
  for (const char c : rest) {
    if (c == '<') in_tag = true;
    const bool blank = in_tag || is_space(c);
    if (c == '>') in_tag = false;
    if (!blank) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

std::vector<std::string> tags_of(std::string_view html, std::string_view name) {
  std::vector<std::string> tags;
  const auto folded = base::lower_case(html);
  const auto opening = "<" + std::string(name);
  for (auto at = folded.find(opening); at != std::string::npos; at = folded.find(opening, at + 1)) {
    const auto end = folded.find('>', at);
    const auto next = at + opening.size();
    if (end == std::string::npos || (next != end && !is_space(folded[next]))) continue;
    tags.push_back(opening + std::string(html.substr(next, end + 1 - next)));
  }
  return tags;
}

std::vector<boost::json::value> json_ld_of(std::string_view html) {
  std::vector<boost::json::value> values;
  constexpr std::string_view kType = "application/ld+json";
  for (auto at = html.find(kType); at != std::string_view::npos; at = html.find(kType, at + 1)) {
    const auto start = html.find('>', at);
    const auto end = html.find("</script", at);
    if (start == std::string_view::npos || end == std::string_view::npos || end < start) break;
    const auto content = html.substr(start + 1, end - start - 1);
    boost::system::error_code error;
    auto value = boost::json::parse({content.data(), content.size()}, error);
    if (!error) values.push_back(std::move(value));
  }
  return values;
}

std::vector<std::string> locations_of(std::string_view xml) {
  std::vector<std::string> locations;
  constexpr std::string_view kOpening = "<loc>";
  for (auto at = xml.find(kOpening); at != std::string_view::npos; at = xml.find(kOpening, at + 1)) {
    const auto start = at + kOpening.size();
    const auto end = xml.find("</loc>", start);
    if (end == std::string_view::npos) break;
    std::string url(xml.substr(start, end - start));
    for (auto escape = url.find("&amp;"); escape != std::string::npos; escape = url.find("&amp;", escape + 1)) {
      url.replace(escape, 5, "&");
    }
    std::erase_if(url, is_space);
    base::add_once(locations, std::move(url));
  }
  return locations;
}

}  // namespace agent_access::tools
