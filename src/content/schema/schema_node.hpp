/// \file
/// Finds the part of a JSON Schema that describes a part of a document: by `properties`, `items` and `$ref` to the
/// `definitions` of the same schema. Private to this folder. Thread safe, stateless.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

namespace agent_access::content {

/// A violation of the schema, and its place.
struct SchemaFault {
  std::string pointer;   ///< RFC 6901, of the value; for a missing member that of the object
  std::string missing;   ///< name of a missing member; empty for other faults
  std::string sentence;  ///< what is wrong and how to correct it
};

class SchemaNode {
 public:
  explicit SchemaNode(const boost::json::object& schema) : root_(&schema), node_(&schema) {}

  /// The schema of this part; null if there is none.
  [[nodiscard]] const boost::json::object* get() const noexcept { return node_; }
  /// The keyword's value, if it is a text; else empty.
  [[nodiscard]] std::string_view text(std::string_view keyword) const noexcept;

  [[nodiscard]] SchemaNode member(std::string_view name) const;
  [[nodiscard]] SchemaNode item() const;

 private:
  SchemaNode(const boost::json::object* root, const boost::json::value* node);

  const boost::json::object* root_;
  const boost::json::object* node_;
};

}  // namespace agent_access::content
