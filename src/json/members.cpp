#include "json/members.hpp"

#include <ranges>

namespace agent_access::json {

namespace bj = boost::json;

const bj::value* value_at(const bj::object& object, std::string_view path) {
  const bj::object* current = &object;
  const bj::value* value = nullptr;
  for (const auto name : std::views::split(path, '.')) {
    value = current == nullptr ? nullptr : current->if_contains(std::string_view(name));
    current = value == nullptr ? nullptr : value->if_object();
  }
  return value;
}

const bj::object* object_at(const bj::object& object, std::string_view path) {
  const auto* value = value_at(object, path);
  return value == nullptr ? nullptr : value->if_object();
}

const bj::array* array_at(const bj::object& object, std::string_view path) {
  const auto* value = value_at(object, path);
  return value == nullptr ? nullptr : value->if_array();
}

std::optional<std::int64_t> integer_at(const bj::object& object, std::string_view path) {
  const auto* value = value_at(object, path);
  return value != nullptr && value->is_int64() ? std::optional(value->get_int64()) : std::nullopt;
}

std::optional<std::string_view> find_text(const bj::object& object, std::string_view path) {
  return as_text(value_at(object, path));
}

std::string_view text_at(const bj::object& object, std::string_view path) {
  return find_text(object, path).value_or("");
}

std::vector<std::string> texts_at(const bj::object& object, std::string_view path) {
  std::vector<std::string> texts;
  const auto* list = array_at(object, path);
  if (list == nullptr) return texts;
  for (const auto& entry : *list) {
    if (entry.is_string()) texts.emplace_back(entry.get_string());
  }
  return texts;
}

std::vector<const bj::object*> objects_at(const bj::object& object, std::string_view path) {
  std::vector<const bj::object*> objects;
  const auto* list = array_at(object, path);
  if (list == nullptr) return objects;
  for (const auto& entry : *list) {
    if (entry.is_object()) objects.push_back(&entry.get_object());
  }
  return objects;
}

}  // namespace agent_access::json
