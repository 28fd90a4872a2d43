#include "site/content/members.hpp"

#include "base/text.hpp"

namespace agent_access::content {
namespace {

namespace bj = boost::json;

std::string type_name_of(const bj::value& value) {
  if (value.is_null()) return "null";
  if (value.is_bool()) return "true or false";
  if (value.is_string()) return "text";
  if (value.is_array()) return "a list";
  return value.is_object() ? "an object" : "a number";
}

std::string text_fault(std::string_view text, const TextRule& rule) {
  if (rule.is_filled && text.empty()) return "is empty";
  if (base::characters_in(text) > rule.longest) return "longer than " + std::to_string(rule.longest) + " characters";
  return rule.form == nullptr ? std::string() : rule.form(text);
}

}  // namespace

void Members::read(const bj::value& value, const std::string& place, std::string& to, const TextRule& rule) {
  if (rule.may_be_null && value.is_null()) return;
  const auto* text = value.if_string();
  if (text == nullptr) return refuse_type(value, place, rule.may_be_null ? "text or null" : "text");
  if (has_control_character(*text)) return;  // check_characters() refuses it
  const std::string fault = text_fault(*text, rule);
  if (!fault.empty()) return refuse_at(place, fault);
  to = *text;
}

void Members::read(const bj::value& value, const std::string& place, bool& to, const TextRule& /*rule*/) {
  if (!value.is_bool()) return refuse_type(value, place, "true or false");
  to = value.get_bool();
}

void Members::refuse_type(const bj::value& value, const std::string& place, std::string_view expected) {
  refuse_at(place, "expected " + std::string(expected) + ", got " + type_name_of(value));
}

void check_characters(const bj::value& value, const std::string& place, std::vector<MemberFault>& faults) {
  if (const auto* object = value.if_object()) {
    for (const auto& [name, member] : *object) {
      const std::string inner = json::place_of_member(place, name);
      if (has_control_character(name)) {
        faults.push_back({inner, {}, "the name contains a control character; remove it"});
      }
      check_characters(member, inner, faults);
    }
  } else if (const auto* array = value.if_array()) {
    std::size_t index = 0;
    for (const auto& item : *array) check_characters(item, json::place_of_item(place, index++), faults);
  } else if (const auto* text = value.if_string(); text != nullptr && has_control_character(*text)) {
    faults.push_back({place, {}, "contains a control character, such as a line feed or a tab; remove it"});
  }
}

}  // namespace agent_access::content
