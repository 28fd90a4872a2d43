#include "render/template.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "json/json_text.hpp"
#include "render/markdown_text.hpp"
#include "render/markup_text.hpp"

namespace agent_access::render {
namespace {

using Value = kainjow::mustache::data;

std::string escape_json(const std::string& text) {
  std::string escaped;
  json::append_escaped(escaped, text);
  return escaped;
}

std::string escape_none(const std::string& text) { return text; }

kainjow::mustache::mustache::escape_handler escape_of(std::string_view name) {
  if (name.ends_with(".html")) return escape_markup;
  if (name.ends_with(".json")) return escape_json;
  if (name.ends_with(".md")) return markdown_text;
  return escape_none;
}

// A bracket before a tag would be part of it.
constexpr std::string_view kLineFeedName = "\\n";
constexpr std::string_view kBracketAndLineFeedName = "{\\n";

bool has_only_sections(std::string_view line) {
  bool has_tag = false;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty()) return has_tag;
    const auto end = line.find("}}");
    const bool is_section = line.starts_with("{{#") || line.starts_with("{{^") || line.starts_with("{{/");
    if (!is_section || end == std::string_view::npos) return false;
    line.remove_prefix(end + 2);
    has_tag = true;
  }
}

/// The library finds out while it renders which lines have nothing but sections, and then leaves an empty line where a
/// section is not shown. So these lines are joined here, and it gets all other line feeds as tags.
std::string joined_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    const bool has_line_feed = end < text.size();
    text.remove_prefix(has_line_feed ? end + 1 : end);
    if (has_only_sections(line)) {
      const auto begin = line.find_first_not_of(" \t");
      out.append(line.substr(begin, line.find_last_not_of(" \t") + 1 - begin));
      continue;
    }
    const bool has_bracket = has_line_feed && line.ends_with('{');
    out.append(has_bracket ? line.substr(0, line.size() - 1) : line);
    if (has_line_feed) out.append("{{&").append(has_bracket ? kBracketAndLineFeedName : kLineFeedName).append("}}");
  }
  return out;
}

/// The library leaves out what has no value.
class StrictContext final : public kainjow::mustache::context<std::string> {
 public:
  StrictContext(const std::string& name, const Value* value) : context(value), name_(name) {}

  const Value* get(const std::string& key) const override {
    if (key == kLineFeedName) return &line_feed_;
    if (key == kBracketAndLineFeedName) return &bracket_and_line_feed_;
    const Value* const found = context::get(key);
    if (found == nullptr) throw std::logic_error("template " + name_ + ": no value for {{" + key + "}}");
    return found;
  }

 private:
  const std::string& name_;
  const Value line_feed_{"\n"};
  const Value bracket_and_line_feed_{"{\n"};
};

}  // namespace

Template::Template(std::string_view name, std::string_view text) : name_(name), mustache_(joined_lines(text)) {
  if (!mustache_.is_valid()) throw std::logic_error("template " + name_ + ": " + mustache_.error_message());
  mustache_.set_custom_escape(escape_of(name));
}

std::string Template::fill(const View& view) { return fill(view, View()); }

std::string Template::fill(const View& view, const View& around) {
  StrictContext context(name_, &around.value_);
  context.push(&view.value_);
  std::ostringstream out;
  mustache_.render(context, out);
  if (!mustache_.is_valid()) throw std::logic_error("template " + name_ + ": " + mustache_.error_message());
  return std::move(out).str();
}

std::string fill(std::string_view name, std::string_view text, const View& view) {
  return Template(name, text).fill(view);
}

}  // namespace agent_access::render
