#include "content/schema/text_check.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "content/schema/text_form.hpp"
#include "json/json_place.hpp"

namespace agent_access::content {

namespace {

namespace bj = boost::json;

/// `{"propertyNames": {"not": {"enum": [...]}}}`, the only form in which the schemas use the keyword.
bool is_forbidden_name(const bj::object* schema, std::string_view name) {
  const auto* names = schema == nullptr ? nullptr : schema->if_contains("propertyNames");
  if (names == nullptr) return false;
  bj::error_code ec;
  const auto* forbidden = names->find_pointer("/not/enum", ec);
  return forbidden != nullptr && forbidden->is_array() &&
         std::ranges::any_of(forbidden->get_array(),
                             [&](const bj::value& item) { return item.is_string() && item.get_string() == name; });
}

class TextChecks {
 public:
  void value(const bj::value& value, const SchemaNode& schema, const std::string& pointer) {
    if (const auto* object = value.if_object()) {
      for (const auto& [name, member] : *object) this->member({name.data(), name.size()}, member, schema, pointer);
    } else if (const auto* array = value.if_array()) {
      std::size_t index = 0;
      for (const auto& item : *array)
        this->value(item, schema.item(), json::pointer_to(pointer, std::to_string(index++)));
    } else if (const auto* text = value.if_string()) {
      this->text(*text, schema, pointer);
    }
  }

  std::vector<SchemaFault> take() { return std::move(faults_); }

 private:
  void member(std::string_view name, const bj::value& value, const SchemaNode& schema, const std::string& parent) {
    const std::string pointer = json::pointer_to(parent, name);
    if (is_forbidden_name(schema.get(), name)) {
      faults_.push_back({pointer, {}, "is added by the service to the published document; rename or remove it"});
      return;
    }
    if (has_control_character(name)) {
      faults_.push_back({pointer, {}, "the name contains a control character; remove it"});
    }
    this->value(value, schema.member(name), pointer);
  }

  void text(std::string_view text, const SchemaNode& schema, const std::string& pointer) {
    if (has_control_character(text)) {
      faults_.push_back({pointer, {}, "contains a control character, such as a line feed or a tab; remove it"});
      return;
    }
    const std::string_view pattern = schema.text("pattern");
    if (pattern.empty()) return;
    const TextForm* form = find_form(pattern);
    if (form == nullptr) {
      faults_.push_back({pointer, {}, "cannot be checked: this program does not support the schema's pattern"});
    } else if (!form->matches(text)) {
      faults_.push_back({pointer, {}, std::string(form->sentence)});
    }
  }

  std::vector<SchemaFault> faults_;
};

}  // namespace

std::vector<SchemaFault> check_texts(const bj::object& schema, const bj::value& document) {
  TextChecks checks;
  checks.value(document, SchemaNode(schema), {});
  return checks.take();
}

}  // namespace agent_access::content
