#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <charconv>
#include <functional>
#include <optional>
#include <set>

#include "app/text/text.hpp"
#include "oauth/types.hpp"
#include "tools/probe/published/checks.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

constexpr long kLongestWindow = 31L * 24 * 3600;  // a larger RateLimit-Reset is a date, not seconds

using OperationCheck = std::function<Verdict(const std::string& name, const boost::json::object& operation)>;

/// Each operation, called "get /path".
Verdict for_each_operation(const boost::json::object& openapi, const OperationCheck& check) {
  constexpr std::array<std::string_view, 6> kMethods{"get", "post", "put", "patch", "delete", "head"};
  const auto* all = object_at(openapi, "paths");
  if (all == nullptr || all->empty()) return lacks(paths::kOpenapi, "paths");
  for (const auto& path : *all) {
    if (!path.value().is_object()) continue;
    for (const auto& [method, operation] : path.value().get_object()) {
      const std::string_view name(method);
      if (std::ranges::find(kMethods, name) == kMethods.end() || !operation.is_object()) continue;
      if (auto wrong = check(std::string(name) + " " + std::string(path.key()), operation.get_object())) return wrong;
    }
  }
  return std::nullopt;
}

Finding lacks_of(const std::string& operation, const std::string& what) {
  return lacks(paths::kOpenapi, what + " of " + app::printable(operation, 60));
}

Verdict check_operation_names(const Documents& documents) {
  std::set<std::string> seen;
  return for_each_operation(*documents.json(paths::kOpenapi), [&](const auto& name, const auto& operation) -> Verdict {
    const auto missing = first_wrong(operation, {{"operationId"}, {"summary"}, {"description"}});
    if (missing) return lacks_of(name, std::string(missing->path));
    const auto id = text_at(operation, "operationId");
    if (seen.insert(id).second) return std::nullopt;
    return complaint(paths::kOpenapi, "expected unique names, got " + app::printable(id, 40) + " twice");
  });
}

/// response-schema-coverage: a schema for each successful response, directly or by reference.
Verdict check_response_schemas(const Documents& documents) {
  const auto& openapi = *documents.json(paths::kOpenapi);
  return for_each_operation(openapi, [&](const auto& name, const auto& operation) -> Verdict {
    const auto* responses = object_at(operation, "responses");
    if (responses == nullptr || responses->empty()) return lacks_of(name, "responses");
    for (const auto& response : *responses) {
      const auto status = std::string(response.key());
      if (!status.starts_with('2') || status == "204") continue;
      const auto* object = resolved(openapi, response.value());
      const auto* content = object == nullptr ? nullptr : object_at(*object, "content");
      if (content == nullptr || content->empty()) return lacks_of(name, "content of the answer " + status);
      for (const auto& type : *content) {
        const auto* media = type.value().if_object();
        if (media == nullptr || !media->contains("schema"))
          return lacks_of(name, "a schema of " + std::string(type.key()));
      }
    }
    return std::nullopt;
  });
}

bool describes_errors(const boost::json::object& openapi, const boost::json::value& response) {
  const auto* object = resolved(openapi, response);
  const auto* schema = object == nullptr ? nullptr : value_at(*object, "content.application/json.schema");
  const auto* type = schema == nullptr ? nullptr : resolved(openapi, *schema);
  if (type == nullptr) return false;
  const auto has_both = [](const boost::json::object& described) {
    return value_at(described, "properties.error") != nullptr &&
           value_at(described, "properties.error_description") != nullptr;
  };
  if (has_both(*type)) return true;
  // A schema may extend another one.
  const auto* parts = array_at(*type, "allOf");
  return parts != nullptr && std::ranges::any_of(*parts, [&](const boost::json::value& part) {
           const auto* extended = resolved(openapi, part);
           return extended != nullptr && has_both(*extended);
         });
}

/// api-error-model: every operation has errors, each with error and error_description.
Verdict check_error_model(const Documents& documents) {
  const auto& openapi = *documents.json(paths::kOpenapi);
  return for_each_operation(openapi, [&](const auto& name, const auto& operation) -> Verdict {
    const auto* responses = object_at(operation, "responses");
    if (responses == nullptr) return lacks_of(name, "responses");
    bool has_error = false;
    for (const auto& response : *responses) {
      const auto status = std::string(response.key());
      if (!status.starts_with('4') && !status.starts_with('5') && status != "default") continue;
      has_error = true;
      if (!describes_errors(openapi, response.value()))
        return lacks_of(name, "error and error_description in " + status);
    }
    return has_error ? std::nullopt : Verdict(lacks_of(name, "a 4xx answer"));
  });
}

/// scoped-permissions.
Verdict check_permissions(const Documents& documents) {
  const auto& openapi = *documents.json(paths::kOpenapi);
  const auto* profile = object_at(openapi, "paths." + std::string(oauth::kProfilePath) + ".get");
  if (profile == nullptr) return lacks(paths::kOpenapi, "the profile among paths");
  const auto requirements = objects_at(profile->contains("security") ? *profile : openapi, "security");
  const bool is_scoped = std::ranges::any_of(requirements, [](const auto* requirement) {
    return std::ranges::any_of(*requirement, [&](const auto& scheme) {
      return lists(*requirement, std::string_view(scheme.key()), oauth::kScope);
    });
  });
  if (is_scoped) return std::nullopt;
  return lacks_of("get " + std::string(oauth::kProfilePath), "security with read:extended");
}

/// json-error-responses and agent-friendly-404: an error links to documentation.
Verdict check_error_hints(const Documents& documents) {
  const auto* answer = documents.find(paths::kUnknownApi);
  if (answer == nullptr) return Finding{"expected a response to an unknown path, got none", "look at the server's log"};
  if (auto wrong = check_error(*answer, 404, "not_found")) return wrong;
  for (const auto* hint : {"/openapi.json", "/llms.txt"}) {
    if (answer->body.find(hint) == std::string::npos) {
      return advice("an unknown API path is refused without a hint to " + std::string(hint));
    }
  }
  return std::nullopt;
}

std::optional<long> number_in(std::string_view text) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

/// The parameter of a structured field item: q of `"default";q=60;w=60`.
std::optional<long> parameter_of(std::string_view field, std::string_view name) {
  const auto at = field.find(";" + std::string(name) + "=");
  if (at == std::string_view::npos) return std::nullopt;
  const auto rest = field.substr(at + name.size() + 2);
  return number_in(rest.substr(0, rest.find_first_of(";, ")));
}

/// rate-limit-headers: on normal responses, both sets of fields, with equal numbers.
Verdict check_rate_limits(const Documents& documents) {
  const auto* answer = documents.find(oauth::kProfilePath);
  if (answer == nullptr) return Finding{"expected a response of the profile, got none", "look at the server's log"};
  constexpr std::array<const char*, 5> kFields{"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset",
                                               "RateLimit-Policy", "RateLimit"};
  if (std::ranges::none_of(kFields, [&](const char* name) { return answer->count(name) == 1; })) {
    return note("no RateLimit fields: limits are off or elsewhere");
  }
  const auto limit = number_in(answer->field("RateLimit-Limit"));
  const auto remaining = number_in(answer->field("RateLimit-Remaining"));
  const auto reset = number_in(answer->field("RateLimit-Reset"));
  const auto policy = answer->field("RateLimit-Policy");
  const auto state = answer->field("RateLimit");
  const auto unmet = first_unmet(
      {{limit && remaining && reset, "RateLimit-Limit, -Remaining and -Reset as numbers"},
       {remaining <= limit, "RateLimit-Remaining of at most RateLimit-Limit"},
       {reset <= kLongestWindow, "RateLimit-Reset in seconds from now, got a date"},
       {policy.starts_with('"') && state.starts_with('"'), "RateLimit-Policy and RateLimit with a quoted name"},
       {parameter_of(policy, "q") == limit && parameter_of(state, "r") == remaining,
        "the same numbers in RateLimit-Policy and -Limit, RateLimit and -Remaining"}});
  if (unmet.empty()) return std::nullopt;
  return complaint(oauth::kProfilePath, "expected " + unmet);
}

}  // namespace

std::vector<DocumentCheck> api_checks() {
  using namespace paths;
  return {
      // openapi-spec, function-calling-compat, api-schema-analysis.
      {"Operations are named and described",
       kOpenapi,
       {kOpenapi},
       {has(kOpenapi, {{"info.title"}, {"info.version"}, {"info.description"}}), check_operation_names}},
      {"Every response has a schema", kOpenapi, {kOpenapi}, {check_response_schemas}},
      {"Every operation has typed errors", kOpenapi, {kOpenapi}, {check_error_model}},
      {"Required scopes are documented", kOpenapi, {kOpenapi}, {check_permissions}},
      {"Errors link to documentation",
       kUnknownApi,
       {},
       {check_error_hints},
       "let the proxy pass the service's own error"},
      {"Rate limit fields agree",
       oauth::kProfilePath,
       {},
       {check_rate_limits},
       "only one place may set these fields: the service, or the proxy in front of it"},
  };
}

}  // namespace agent_access::tools
