#include "documents/browser_tools.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "documents/paths.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

bool is_required(const bj::object& schema, std::string_view name) {
  const auto* required = schema.if_contains("required");
  const auto* names = required == nullptr ? nullptr : required->if_array();
  return names != nullptr && std::ranges::find(*names, bj::value(name)) != names->end();
}

/// "string", or "one of " and the allowed values.
std::string type_of(const bj::object& input) {
  const auto* values = input.if_contains("enum");
  if (values == nullptr) return std::string(input.at("type").as_string());
  std::string text = "one of ";
  for (const auto& value : values->as_array()) {
    if (!text.ends_with("of ")) text += ", ";
    text += bj::serialize(value);
  }
  return text;
}

std::string limits_of(const bj::object& input) {
  std::string text;
  for (const auto* name : {"minLength", "maxLength", "minimum", "maximum", "default"}) {
    if (const auto* value = input.if_contains(name))
      text.append(", ").append(name).append(" ") += bj::serialize(*value);
  }
  return text;
}

std::string input_lines(const bj::object& schema) {
  std::string lines;
  for (const auto& [name, value] : schema.at("properties").as_object()) {
    const auto& input = value.as_object();
    lines.append("  - `").append(name).append("` (").append(type_of(input));
    lines.append(is_required(schema, name) ? ", required" : ", optional").append(limits_of(input)).append("): ");
    lines.append(input.at("description").as_string()).append("\n");
  }
  return lines.empty() ? "  - no input\n" : lines;
}

}  // namespace

std::string_view tools_path(const HostView& view) noexcept {
  return view.settings.has_pages ? std::string_view("/") : kBrowserToolsPath;
}

std::string tool_names() {
  const auto tools = content::browser_tools();
  std::string names;
  for (std::size_t i = 0; i < tools.size(); ++i) {
    if (i != 0) names += i + 1 == tools.size() ? " and " : ", ";
    names.append("`").append(tools[i].name).append("`");
  }
  return names;
}

std::string tool_list() {
  std::string list;
  for (const auto& tool : content::browser_tools()) {
    list.append("- `").append(tool.name).append("`: ").append(tool.description).append("\n");
    list += input_lines(bj::parse(tool.input_schema).as_object());
  }
  return list;
}

}  // namespace agent_access::documents
