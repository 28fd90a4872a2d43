#include "content/schema/schema_node.hpp"

#include <boost/json/value.hpp>

namespace agent_access::content {

namespace {

namespace bj = boost::json;

constexpr std::string_view kDefinitions = "#/definitions/";

const bj::value* find(const bj::object* from, std::string_view name) noexcept {
  return from == nullptr ? nullptr : from->if_contains(name);
}

const bj::object* object_of(const bj::value* value) noexcept { return value == nullptr ? nullptr : value->if_object(); }

}  // namespace

SchemaNode::SchemaNode(const bj::object* root, const bj::value* node) : root_(root), node_(object_of(node)) {
  const std::string_view reference = text("$ref");
  if (!reference.starts_with(kDefinitions)) return;
  node_ = object_of(find(object_of(find(root_, "definitions")), reference.substr(kDefinitions.size())));
}

std::string_view SchemaNode::text(std::string_view keyword) const noexcept {
  const auto* value = find(node_, keyword);
  const auto* found = value == nullptr ? nullptr : value->if_string();
  return found == nullptr ? std::string_view() : std::string_view(*found);
}

SchemaNode SchemaNode::member(std::string_view name) const {
  return {root_, find(object_of(find(node_, "properties")), name)};
}

SchemaNode SchemaNode::item() const { return {root_, find(node_, "items")}; }

}  // namespace agent_access::content
