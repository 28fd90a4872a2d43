/// \file
/// A document against its JSON Schema (draft 7), with faults in an owner's words. The library that knows JSON Schema is
/// seen by schema_check.cpp alone. Private to this folder. Immutable once made, thread safe.
///
/// Keywords that the schemas may use: type, properties, required, items, enum, minLength, maxLength, minItems, $ref to
/// the schema's own definitions; pattern and propertyNames as text_check.hpp says. `format` is not checked.
#pragma once

#include <boost/json/value.hpp>
#include <memory>
#include <string_view>
#include <vector>

#include "content/schema_node.hpp"

namespace agent_access::content {

class SchemaCheck {
 public:
  /// Throws std::exception when `schema` is no usable schema.
  explicit SchemaCheck(std::string_view schema);
  SchemaCheck(const SchemaCheck&) = delete;
  SchemaCheck& operator=(const SchemaCheck&) = delete;
  ~SchemaCheck();

  /// What the schema says first, then what text_check.hpp says; a place may occur twice. Throws std::bad_alloc, and
  /// what the library throws.
  [[nodiscard]] std::vector<SchemaFault> check(const boost::json::value& document) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

}  // namespace agent_access::content
