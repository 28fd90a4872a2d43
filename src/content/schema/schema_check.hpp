/// \file
/// Validates a document by its JSON Schema (draft 7), with sentences for the owner. Only schema_check.cpp uses the
/// schema library. Private to this folder. Immutable, thread safe.
///
/// Keywords that the schemas may use: type, properties, required, items, enum, minLength, maxLength, minItems, $ref to
/// definitions of the same schema; pattern (text_form.cpp) and propertyNames; additionalProperties of `labels`
/// (content/labels.hpp). `format` is not checked.
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

// The forms of short texts that the schemas describe by `pattern`, checked without std::regex, which recurses for each
// character and overflows the stack on long texts.

struct TextForm {
  std::string_view pattern;  ///< as in the schemas
  bool (*matches)(std::string_view text) noexcept;
  std::string_view sentence;  ///< describes the expected form
  bool is_language = false;
};

/// The form of a schema's pattern, or null for an unknown pattern.
[[nodiscard]] const TextForm* find_form(std::string_view pattern) noexcept;

/// The tag of a language by its name in English or in the language itself, in any letter case: "German", "deutsch".
/// Empty for other names.
[[nodiscard]] std::string_view language_tag_of(std::string_view name);

/// A year, a month or a day that exists: "2034", "2034-05", "2034-05-01".
[[nodiscard]] bool is_date(std::string_view text) noexcept;

/// True if `text`, which is UTF-8, has a control character of ASCII or of Latin-1 (U+0080 to U+009F).
[[nodiscard]] bool has_control_character(std::string_view text) noexcept;

}  // namespace agent_access::content
