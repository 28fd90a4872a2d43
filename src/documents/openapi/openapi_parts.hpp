/// \file
/// The parts of /openapi.json that are not in templates/openapi. Only for openapi*.cpp. Thread safe, no I/O.
///
/// NOT checked: that the examples are valid by the schemas. Tests validate every example, and responses of the service.
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
#include "render/view.hpp"

namespace agent_access::documents::openapi {

/// The JSON of templates/openapi/`name` with the values of `view`.
[[nodiscard]] boost::json::object parse_template(std::string_view name, const render::View& view);

/// {"$ref": "#/components/<component>"}.
[[nodiscard]] boost::json::object reference(std::string_view component);

// --- openapi_responses.cpp ---

/// Whether requests to the path count against the rate limit: those below /oauth/ and /api/ do.
[[nodiscard]] bool is_rate_limited(std::string_view path) noexcept;

/// Sets {{{every_response}}} and {{{rate_limit}}}: the members of `headers` of every response, and of one that is
/// counted against the rate limit. The latter are optional headers, because the limit may be disabled.
void set_header_members(render::View& view);

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
  /// The errors of every operation, and those by scope.
  [[nodiscard]] std::vector<const std::vector<ErrorAnswer>*> lists() const;
  /// Whether the list is that of all operations.
  [[nodiscard]] bool is_common(const std::vector<ErrorAnswer>* list) const noexcept;
  void add_example(const ErrorAnswer& answer, bool is_of_many);
  void append_example(const ErrorAnswer& answer, boost::json::object& examples) const;

  const ErrorAnswers& errors_;
  std::map<ErrorText, Example> examples_;
  std::map<std::string_view, unsigned> counts_;
};

// --- openapi_gated.cpp: only if the owner declares scopes, documents or gates ---

/// The errors with invalid_scope among those of the token endpoint, and the lists by scope; `texts` owns their texts.
[[nodiscard]] ErrorAnswers with_access(const ErrorAnswers& errors, const content::Access& access,
                                       std::vector<std::string>& texts);
/// Adds the path items of gated documents and gates.
void add_gated(const HostView& view, const Refusals& refusals, boost::json::object& paths);

}  // namespace agent_access::documents::openapi
