#include "site/templates/template.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <ios>
#include <new>
#include <sstream>
#include <stdexcept>

#include "base/protocol.hpp"
#include "json/json_text.hpp"
#include "site/templates/assets.hpp"
#include "site/templates/text.hpp"

namespace agent_access::templates {
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
  if (name.ends_with(".1") || name.ends_with(".5")) return roff_text;
  if (name.ends_with(".bash") || name.ends_with(".zsh") || name.ends_with(".fish")) return quoted_text;
  return escape_none;
}

/// The end of each line that stays. The library decides while it renders which lines to leave out, and keeps the lines
/// of tags around a part that is not shown; its rule does not apply to a value.
constexpr std::string_view kEndOfLine = "{{&end of line}}";

/// The tags of a line with nothing but tags of sections and comments; empty for any other line.
std::string tags_alone(std::string_view line) {
  constexpr std::string_view kSigns = "#^/!";
  std::string tags;
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty()) return tags;
    const auto end = line.find("}}");
    if (!line.starts_with("{{") || end == std::string_view::npos || !kSigns.contains(line[2])) return {};
    tags.append(line.substr(0, end + 2));
    line.remove_prefix(end + 2);
  }
}

/// Without the lines that are left out.
std::string with_lines_that_stay(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    const bool has_end = line.size() < text.size();
    const auto tags = tags_alone(line);
    out.append(tags.empty() ? line : tags);
    // Behind a brace the tag would be another one, and a line with a brace is never left out.
    if (tags.empty() && has_end) out += line.ends_with('{') ? "\n" : kEndOfLine;
    text.remove_prefix(line.size() + (has_end ? 1 : 0));
  }
  return out;
}

/// With the texts of the files in place of `{{> name}}`, each without the end of its last line. The library leaves out
/// a partial that does not exist, and parses one again at each place.
std::string with_partials(const std::string& name, std::string_view text) {
  std::string out;
  for (auto start = text.find("{{>"); start != std::string_view::npos; start = text.find("{{>")) {
    const auto end = text.find("}}", start);
    const std::string_view tag = text.substr(start, end - start);
    const auto file = std::min(tag.find_first_not_of(' ', 3), tag.size());
    const std::string_view partial = end == std::string_view::npos ? std::string_view() : asset(tag.substr(file));
    if (partial.empty()) throw std::logic_error("template " + name + ": no partial for " + std::string(tag));
    out.append(text.substr(0, start)).append(with_partials(name, partial.substr(0, partial.size() - 1)));
    text.remove_prefix(end + 2);
  }
  return out.append(text);
}

/// The library leaves out what has no value.
class StrictContext final : public kainjow::mustache::context<std::string> {
 public:
  explicit StrictContext(const std::string& name) : name_(name) {}

  const Value* get(const std::string& key) const override {
    if (key == "end of line") return &end_of_line_;
    const Value* const found = context::get(key);
    if (found == nullptr) throw std::logic_error("template " + name_ + ": no value for {{" + key + "}}");
    // The library reads the parts of a name from a stream, which has fewer of them without memory.
    if (key.contains('.') && found->is_object()) throw std::bad_alloc();
    return found;
  }

 private:
  const std::string& name_;
  Value end_of_line_{"\n"};
};

std::string_view text_of(std::string_view name) {
  const std::string_view text = asset(name);
  if (text.empty()) throw std::logic_error("no template " + std::string(name));
  return text;
}

}  // namespace

Template::Template(std::string_view name, std::string_view text)
    : name_(name), mustache_(with_lines_that_stay(with_partials(name_, text))) {
  if (!mustache_.is_valid()) throw std::logic_error("template " + name_ + ": " + mustache_.error_message());
  mustache_.set_custom_escape(escape_of(name));
}

std::string Template::fill(const View& view) { return fill(view, View()); }

std::string Template::fill(const View& view, const View& around) {
  static const View kStatement = [] {
    View values;
    for (const auto& [name, text] : protocol::kTexts) values.set(std::string(name), text);
    return values;
  }();
  StrictContext context(name_);
  context.push(&kStatement.value_);
  context.push(&around.value_);
  context.push(&view.value_);
  std::ostringstream out;
  out.exceptions(std::ios::badbit);  // else a stream leaves out what it has no memory for
  mustache_.render(context, out);
  if (!mustache_.is_valid()) throw std::logic_error("template " + name_ + ": " + mustache_.error_message());
  return std::move(out).str();
}

std::string TemplateFolder::fill(std::string_view name, const View& view) {
  auto found = templates_.find(name);
  if (found == templates_.end()) {
    const std::string path = folder_ + std::string(name);
    found = templates_.try_emplace(std::string(name), path, text_of(path)).first;
  }
  return found->second.fill(view, shared_);
}

std::string fill(std::string_view name, std::string_view text, const View& view) {
  return Template(name, text).fill(view);
}

std::string filled(std::string_view name, const View& view) { return fill(name, text_of(name), view); }

boost::json::object filled_object(std::string_view name, const View& view) {
  boost::json::parse_options options;
  options.allow_trailing_commas = true;
  return boost::json::parse(filled(name, view), {}, options).as_object();
}

}  // namespace agent_access::templates
