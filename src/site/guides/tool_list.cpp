#include "site/guides/tool_list.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "site/content/tools.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using templates::View;

bool is_required(const bj::object& schema, std::string_view name) {
  const auto* required = schema.if_contains("required");
  const auto* names = required == nullptr ? nullptr : required->if_array();
  return names != nullptr && std::ranges::find(*names, bj::value(name)) != names->end();
}

/// The allowed values; empty if the input has a type.
std::string choices_of(const bj::object& input) {
  std::vector<std::string> choices;
  if (const auto* values = input.if_contains("enum")) {
    for (const auto& value : values->as_array()) choices.push_back(bj::serialize(value));
  }
  return base::joined(choices);
}

std::vector<View> limits_of(const bj::object& input) {
  std::vector<View> limits;
  for (const auto* name : {"minLength", "maxLength", "minimum", "maximum", "default"}) {
    const auto* value = input.if_contains(name);
    if (value != nullptr) limits.push_back(View().set("name", name).set("value", bj::serialize(*value)));
  }
  return limits;
}

View input_view(const bj::object& schema, std::string_view name, const bj::object& input) {
  View values;
  values.set("name", name)
      .set("is_required", is_required(schema, name))
      .set("limits", limits_of(input))
      .set("description", std::string_view(input.at("description").as_string()))
      .set_optional("choices", choices_of(input));
  if (const auto* type = input.if_contains("type")) values.set("type", std::string_view(type->as_string()));
  return values;
}

}  // namespace

std::vector<View> tool_views(const content::Markup& markup, bool has_profile) {
  std::vector<View> tools;
  for (const auto& tool : content::browser_tools(has_profile)) {
    std::vector<View> inputs;
    for (const auto& [name, input] : tool.input_schema.at("properties").as_object()) {
      inputs.push_back(input_view(tool.input_schema, name, input.as_object()));
    }
    tools.push_back(
        View().set("name", tool.name).set("description", tool.description).set("inputs", std::move(inputs)));
    tools.back().set_optional("needs_token", tool.is_gated ? markup.label("needs_token", {}) : std::string());
  }
  return tools;
}

}  // namespace agent_access::documents
