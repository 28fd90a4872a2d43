#include "render/template.hpp"

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

/// The library leaves out what has no value.
class StrictContext final : public kainjow::mustache::context<std::string> {
 public:
  StrictContext(const std::string& name, const Value* value) : context(value), name_(name) {}

  const Value* get(const std::string& key) const override {
    const Value* const found = context::get(key);
    if (found == nullptr) throw std::logic_error("template " + name_ + ": no value for {{" + key + "}}");
    return found;
  }

 private:
  const std::string& name_;
};

}  // namespace

Template::Template(std::string_view name, std::string_view text) : name_(name), mustache_(std::string(text)) {
  if (!mustache_.is_valid()) throw std::logic_error("template " + name_ + ": " + mustache_.error_message());
  mustache_.set_custom_escape(escape_of(name));
}

std::string Template::fill(const View& view) {
  StrictContext context(name_, &view.value_);
  std::ostringstream out;
  mustache_.render(context, out);
  if (!mustache_.is_valid()) throw std::logic_error("template " + name_ + ": " + mustache_.error_message());
  return std::move(out).str();
}

std::string fill(std::string_view name, std::string_view text, const View& view) {
  return Template(name, text).fill(view);
}

}  // namespace agent_access::render
