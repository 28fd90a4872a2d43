#include "tools/probe/run/json.hpp"

#include <boost/json/array.hpp>

#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

constexpr int kMaxReferences = 8;  // a longer chain of $ref counts as a cycle

const boost::json::value* member_of(const boost::json::object& object, std::string_view name) {
  return object.if_contains({name.data(), name.size()});
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
  pointer.remove_prefix(2);
  const boost::json::object* object = &root;
  while (object != nullptr) {
    const auto end = pointer.find('/');
    const auto* value = member_of(*object, unescaped(pointer.substr(0, end)));
    object = value == nullptr ? nullptr : value->if_object();
    if (end == std::string_view::npos) return object;
    pointer.remove_prefix(end + 1);
  }
  return nullptr;
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
    if (std::string_view(key.data(), key.size()) == name && member.is_object()) found.push_back(&member.get_object());
    collect(member, name, found);
  }
}

}  // namespace

const boost::json::value* value_at(const boost::json::object& object, JsonPath path) {
  const boost::json::object* current = &object;
  const boost::json::value* value = nullptr;
  for (const auto name : path) {
    if (current == nullptr) return nullptr;
    value = member_of(*current, name);
    current = value == nullptr ? nullptr : value->if_object();
  }
  return value;
}

const boost::json::object* object_at(const boost::json::object& object, JsonPath path) {
  const auto* value = value_at(object, path);
  return value == nullptr ? nullptr : value->if_object();
}

const boost::json::array* array_at(const boost::json::object& object, JsonPath path) {
  const auto* value = value_at(object, path);
  return value == nullptr ? nullptr : value->if_array();
}

std::string text_at(const boost::json::object& object, JsonPath path) {
  const auto* value = value_at(object, path);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::vector<std::string> texts_at(const boost::json::object& object, JsonPath path) {
  std::vector<std::string> texts;
  const auto* list = array_at(object, path);
  if (list == nullptr) return texts;
  for (const auto& entry : *list) {
    if (entry.is_string()) texts.emplace_back(entry.get_string());
  }
  return texts;
}

std::vector<const boost::json::object*> objects_at(const boost::json::object& object, JsonPath path) {
  std::vector<const boost::json::object*> objects;
  const auto* list = array_at(object, path);
  if (list == nullptr) return objects;
  for (const auto& entry : *list) {
    if (entry.is_object()) objects.push_back(&entry.get_object());
  }
  return objects;
}

std::vector<std::string> names_at(const boost::json::object& object, JsonPath path, std::string_view member) {
  std::vector<std::string> names;
  for (const auto* entry : objects_at(object, path)) names.push_back(text_member(*entry, member));
  return names;
}

std::vector<std::string> keys_of(const boost::json::object& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object) keys.emplace_back(key.data(), key.size());
  return keys;
}

std::string first_missing_text(const boost::json::object& object, JsonPath members) {
  for (const auto member : members) {
    if (text_member(object, member).empty()) return std::string(member);
  }
  return {};
}

const boost::json::object* resolved(const boost::json::object& root, const boost::json::value& value) {
  const auto* object = value.if_object();
  for (int i = 0; object != nullptr && i < kMaxReferences; ++i) {
    const auto reference = text_member(*object, "$ref");
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

}  // namespace agent_access::tools
