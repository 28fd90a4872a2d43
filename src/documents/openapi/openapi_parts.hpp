/// \file
/// The pieces of /openapi.json, each in its own file. Only for openapi*.cpp and their tests. Thread safe, no I/O.
///
/// NOT checked: that schemas and examples agree. The tests validate every example and every live answer.
#pragma once

#include <boost/json/object.hpp>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/host_view.hpp"
#include "documents/openapi/openapi.hpp"

namespace agent_access::documents::openapi {

/// A constant written as JSON text in this layer, as a value; `{{base_url}}` stands for the host's base URL.
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

/// The headers of an answer by their field names, each a reference to the component of that name.
[[nodiscard]] boost::json::object header_references(std::initializer_list<std::string_view> names);

/// The same for `more` and the headers that every answer carries.
[[nodiscard]] boost::json::object headers_of_every_answer(std::initializer_list<std::string_view> more);

/// Adds the RateLimit fields, all optional: a limiter may be switched off.
void add_rate_limit_headers(boost::json::object& headers);
/// The same for 429, where all are required.
void add_refused_rate_limit_headers(boost::json::object& headers);

// --- openapi_responses.cpp ---

/// The refusals as responses. One example for each sentence, under one name in the whole description:
/// "invalid_request", "invalid_request_2", ... `errors` must live as long.
class Refusals {
 public:
  explicit Refusals(const ErrorAnswers& errors);

  [[nodiscard]] const ErrorAnswers& errors() const noexcept { return errors_; }

  /// Adds one response for each status that the lists hold, with an example for each refusal; a reference where the
  /// response belongs to HTTP rather than to the operation. Published documents refer to all of them.
  void add(std::string_view path, std::initializer_list<const std::vector<ErrorAnswer>*> lists,
           boost::json::object& responses) const;

  /// components.responses: the refusals of HTTP.
  [[nodiscard]] boost::json::object response_components() const;
  /// components.examples: the refusals that several operations show themselves.
  [[nodiscard]] boost::json::object example_components() const;

 private:
  using Words = std::pair<std::string_view, std::string_view>;  // error and description
  struct Example {
    std::string name;
    bool is_repeated = false;
  };

  static Words words_of(const ErrorAnswer& answer) noexcept { return {answer.error, answer.description}; }
  /// Whether several operations give the refusals of the list.
  [[nodiscard]] bool is_common(const std::vector<ErrorAnswer>* list) const noexcept;
  void add_example(const ErrorAnswer& answer, bool is_of_many);
  void show(const ErrorAnswer& answer, boost::json::object& examples) const;

  const ErrorAnswers& errors_;
  std::map<Words, Example> examples_;
  std::map<std::string_view, unsigned> counts_;
};

// --- openapi_operations.cpp, openapi_documents.cpp ---

/// The path items of the endpoints.
void add_endpoints(const HostView& view, const Refusals& refusals, boost::json::object& paths);
/// components.responses.NotModified: the answer of a published document to the ETag that it has now.
[[nodiscard]] boost::json::object not_modified();
/// The path items of the published documents.
void add_documents(const HostView& view, const Refusals& refusals, boost::json::object& paths);

}  // namespace agent_access::documents::openapi
