/// \file
/// The parts of /openapi.json, each in its own file. Only for openapi*.cpp and their tests. Thread safe, no I/O.
///
/// NOT checked: that the examples are valid by the schemas. Tests validate every example, and responses of the service.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <deque>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/host_view.hpp"
#include "documents/openapi/openapi.hpp"

namespace agent_access::documents::openapi {

/// Parses a constant JSON text after replacing `{{base_url}}` by the base URL of the host.
[[nodiscard]] boost::json::object parse_constant(std::string_view text, const HostView& view);

/// {"$ref": "#/components/<component>"}.
[[nodiscard]] boost::json::object reference(std::string_view component);

/// {"<media_type>": {"schema": ..., "examples": {"<name>": {"value": ...}}}}.
[[nodiscard]] boost::json::object content(std::string_view media_type, boost::json::object schema,
                                          std::string_view example_name, boost::json::value example);

// --- openapi_schemas.cpp, openapi_document_schemas.cpp ---

/// components.schemas of the protocol; `errors` gives the enumeration of every `error`.
[[nodiscard]] boost::json::object protocol_schemas(const HostView& view, const ErrorAnswers& errors);
/// components.schemas of the published documents.
[[nodiscard]] boost::json::object document_schemas(const HostView& view);

// --- openapi_headers.cpp ---

/// Whether requests to the path count against the rate limit: those below /oauth/ and /api/ do.
[[nodiscard]] bool is_rate_limited(std::string_view path) noexcept;

/// components.headers.
[[nodiscard]] boost::json::object header_components(const HostView& view);

/// A reference to a component of header_components().
[[nodiscard]] boost::json::object header_reference(std::string_view component);

/// An object of headers: each name with a reference to the component of that name.
[[nodiscard]] boost::json::object header_references(std::initializer_list<std::string_view> names);

/// The same for `more` and the headers of every response.
[[nodiscard]] boost::json::object common_headers(std::initializer_list<std::string_view> more);

/// Adds the RateLimit fields as optional headers: the limit may be disabled.
void add_rate_limit_headers(boost::json::object& headers);
/// Adds the RateLimit fields of a 429, which are required.
void add_refused_rate_limit_headers(boost::json::object& headers);

// --- openapi_responses.cpp ---

/// The errors as responses. Each description is one example, whose name is the same in the whole document:
/// "invalid_request", "invalid_request_2", ... `errors` must outlive the object.
class Refusals {
 public:
  explicit Refusals(const ErrorAnswers& errors);

  [[nodiscard]] const ErrorAnswers& errors() const noexcept { return errors_; }

  /// Adds one response for each status in the lists, with an example for each error. A response that only HTTP itself
  /// causes is a reference to a component; for published documents all are.
  void add(std::string_view path, std::initializer_list<const std::vector<ErrorAnswer>*> lists,
           boost::json::object& responses) const;

  /// components.responses: the errors of HTTP itself.
  [[nodiscard]] boost::json::object response_components() const;
  /// components.examples: the examples that several operations contain.
  [[nodiscard]] boost::json::object example_components() const;

 private:
  using ErrorText = std::pair<std::string_view, std::string_view>;  // error and description
  struct Example {
    std::string name;
    bool is_repeated = false;
  };

  static ErrorText text_of(const ErrorAnswer& answer) noexcept { return {answer.error, answer.description}; }
  /// Whether the list is that of all operations.
  /// The errors of every operation, and those by scope.
  [[nodiscard]] std::vector<const std::vector<ErrorAnswer>*> lists() const;
  [[nodiscard]] bool is_common(const std::vector<ErrorAnswer>* list) const noexcept;
  void add_example(const ErrorAnswer& answer, bool is_of_many);
  void append_example(const ErrorAnswer& answer, boost::json::object& examples) const;

  const ErrorAnswers& errors_;
  std::map<ErrorText, Example> examples_;
  std::map<std::string_view, unsigned> counts_;
};

// --- openapi_operations.cpp, openapi_documents.cpp ---

/// The path items of the endpoints.
void add_endpoints(const HostView& view, const Refusals& refusals, boost::json::object& paths);
/// components.responses.NotModified: the response to a request with the current ETag of a published document.
[[nodiscard]] boost::json::object not_modified();
/// The path items of the published documents.
void add_documents(const HostView& view, const Refusals& refusals, boost::json::object& paths);

// --- openapi_gated.cpp, openapi_gated_components.cpp: only if the owner declares scopes, documents or gates ---

inline constexpr std::string_view kDocumentTag = "documents";
inline constexpr std::string_view kGateTag = "gates";

/// Adds invalid_scope to the errors of the token endpoint, and fills the lists by scope; `texts` owns their texts.
void describe_access(const HostView& view, ErrorAnswers& errors, std::deque<std::string>& texts);
/// The path items of gated documents and gates.
void add_gated(const HostView& view, const Refusals& refusals, boost::json::object& paths);
[[nodiscard]] boost::json::array gated_tags(const HostView& view);
/// Adds the components that only gated documents refer to.
void add_gated_components(const HostView& view, boost::json::object& components);

}  // namespace agent_access::documents::openapi
