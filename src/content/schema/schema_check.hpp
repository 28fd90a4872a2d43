/// \file
/// Validates a document by its JSON Schema (draft 7), with sentences for the owner. Only schema_check.cpp uses the
/// schema library. Private to this folder. Immutable, thread safe.
///
/// Keywords that the schemas may use: type, properties, required, items, enum, minLength, maxLength, minItems, $ref to
/// definitions of the same schema; pattern (text_form.hpp) and propertyNames; additionalProperties of `labels`
/// (design_check.hpp). `format` is not checked.
#pragma once

#include <boost/json/value.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::content {

/// A violation of the schema, and its place.
struct SchemaFault {
  std::string pointer;   ///< RFC 6901, of the value; for a missing member that of the object
  std::string missing;   ///< name of a missing member; empty for other faults
  std::string sentence;  ///< what is wrong and how to correct it
};

class SchemaCheck {
 public:
  /// Throws std::exception if `schema` is not a valid schema.
  explicit SchemaCheck(std::string_view schema);
  SchemaCheck(const SchemaCheck&) = delete;
  SchemaCheck& operator=(const SchemaCheck&) = delete;
  ~SchemaCheck();

  /// The faults found by the schema library, then those of texts and names; a place may occur twice. Throws
  /// std::bad_alloc, and exceptions of the library.
  [[nodiscard]] std::vector<SchemaFault> check(const boost::json::value& document) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

}  // namespace agent_access::content
