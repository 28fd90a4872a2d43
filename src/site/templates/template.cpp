#include "site/templates/template.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <ranges>
#include <stdexcept>

#include "base/protocol.hpp"
#include "base/text.hpp"
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

/// The tags of a line with nothing but tags of sections and comments; empty for any other line.
std::string tags_alone(std::string_view line) {
  constexpr std::string_view kSigns = "#^/!";
  std::string tags;
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\n"), line.size()));
    if (line.empty()) return tags;
    const auto end = line.find("}}");
    if (!line.starts_with("{{") || end == std::string_view::npos || !kSigns.contains(line[2])) return {};
    tags.append(line.substr(0, end + 2));
    line.remove_prefix(end + 2);
  }
}

/// Of a line that is left out, its tags remain.
std::string with_lines_that_stay(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    const auto tags = tags_alone(line);
    out.append(tags.empty() ? line : tags);
    text.remove_prefix(line.size());
  }
  return out;
}

/// The tags of `text`, and for each part between them the tag `{{&0}}` of its number. The library would have a
/// component for every word of a part, and decide while it renders which lines to leave out.
std::string tags_of(std::string_view text, std::vector<Value>& parts) {
  std::string tags;
  while (!text.empty()) {
    const auto part = text.substr(0, text.find("{{"));
    if (!part.empty()) {
      tags.append("{{&" + std::to_string(parts.size()) + "}}");
      parts.emplace_back(std::string(part));
    }
    text.remove_prefix(part.size());
    const std::string_view mark = text.starts_with("{{{") ? "}}}" : "}}";
    const auto end = text.find(mark);
    const auto tag = text.substr(0, end == std::string_view::npos ? end : end + mark.size());
    tags.append(tag);
    text.remove_prefix(tag.size());
  }
  return tags;
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

/// The value of a name, also of "label.title", which is in a part of the values; null if there is none.
const Value* find_value(const Value& values, const std::string& name) {
  const auto point = name.find('.');
  if (point == std::string::npos) return values.get(name);
  const Value* const part = values.get(name.substr(0, point));
  return part == nullptr ? nullptr : find_value(*part, name.substr(point + 1));
}

/// The library leaves out what has no value, and splits names by streams.
class StrictContext final : public kainjow::mustache::basic_context<std::string> {
 public:
  StrictContext(const std::string& name, const std::vector<Value>& parts) : name_(name), parts_(parts) {}

  void push(const Value* values) override { values_.push_back(values); }
  void pop() override { values_.pop_back(); }
  const Value* get(const std::string& key) const override {
    if (const auto part = base::whole_number<std::size_t>(key)) return &parts_.at(*part);
    for (const Value* const values : std::views::reverse(values_)) {
      if (const Value* const found = find_value(*values, key)) return found;
    }
    throw std::logic_error("template " + name_ + ": no value for {{" + key + "}}");
  }
  /// Partials are in place before the text is parsed.
  const Value* get_partial(const std::string& /*name*/) const override { return nullptr; }

 private:
  const std::string& name_;
  const std::vector<Value>& parts_;
  std::vector<const Value*> values_;  ///< the last is the innermost
};

/// What the library uses as a stream.
struct Output {
  std::string text;
  Output& operator<<(const std::string& part) {
    text.append(part);
    return *this;
  }
};

/// What the library keeps for a new value, to be filled: it copies the texts and lists that it is given, with all that
/// is in them.
template <class Content>
Content& content_of(const Content& content) {
  return const_cast<Content&>(content);
}

std::string_view text_of(std::string_view name) {
  const std::string_view text = asset(name);
  if (text.empty()) throw std::logic_error("no template " + std::string(name));
  return text;
}

}  // namespace

View& View::set(const std::string& name, std::vector<View> items) & {
  Value value(Value::type::list);
  auto& list = content_of(value.list_value());
  list.reserve(items.size());
  for (View& item : items) list.push_back(std::move(item.value_));
  return set_value(name, std::move(value));
}

View& View::set_text(const std::string& name, std::string text) {
  Value value(Value::type::string);
  content_of(value.string_value()) = std::move(text);
  return set_value(name, std::move(value));
}

View& View::set_value(const std::string& name, Value value) {
  value_[name] = std::move(value);
  return *this;
}

Template::Template(std::string_view name, std::string_view text)
    : name_(name), mustache_(tags_of(with_lines_that_stay(with_partials(name_, text)), parts_)) {
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
  StrictContext context(name_, parts_);
  context.push(&kStatement.value_);
  context.push(&around.value_);
  context.push(&view.value_);
  Output out;
  mustache_.render(context, out);
  if (!mustache_.is_valid()) throw std::logic_error("template " + name_ + ": " + mustache_.error_message());
  return std::move(out.text);
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
