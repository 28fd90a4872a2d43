/// \file
/// Which part of a JSON Schema speaks about which part of a document: `properties`, `items` and `$ref` to the schema's
/// own `definitions`. Private to this folder. Thread safe, stateless.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

namespace agent_access::content {

/// What is wrong with a document, and where.
struct SchemaFault {
  std::string pointer;   ///< RFC 6901, of the value; for a missing member that of the object
  std::string missing;   ///< name of the missing member; else empty
  std::string sentence;  ///< what is wrong and what would be right
};

class SchemaNode {
 public:
  explicit SchemaNode(const boost::json::object& schema) : root_(&schema), node_(&schema) {}

  /// The schema's own words here; null where it says nothing.
  [[nodiscard]] const boost::json::object* get() const noexcept { return node_; }
  /// The keyword as a text; empty when there is none.
  [[nodiscard]] std::string_view text(std::string_view keyword) const noexcept;

  [[nodiscard]] SchemaNode member(std::string_view name) const;
  [[nodiscard]] SchemaNode item() const;

 private:
  SchemaNode(const boost::json::object* root, const boost::json::value* node);

  const boost::json::object* root_;
  const boost::json::object* node_;
};

}  // namespace agent_access::content
