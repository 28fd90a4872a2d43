#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <charconv>
#include <functional>
#include <optional>
#include <set>

#include "app/text/text.hpp"
#include "oauth/types.hpp"
#include "tools/probe/published/scanners.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

constexpr long kLongestWindow = 31L * 24 * 3600;  // a larger RateLimit-Reset is a date, not seconds

std::string text_of(const boost::json::object::value_type& member) {
  return std::string(member.key().data(), member.key().size());
}

using OperationCheck = std::function<Verdict(const std::string& name, const boost::json::object& operation)>;

/// Each operation, called "get /path".
Verdict for_each_operation(const boost::json::object& openapi, const OperationCheck& check) {
  constexpr std::array<std::string_view, 6> kMethods{"get", "post", "put", "patch", "delete", "head"};
  const auto* all = object_at(openapi, {"paths"});
  if (all == nullptr || all->empty()) return complaint(paths::kOpenapi, "expected paths, got none", kOwnRemedy);
  for (const auto& path : *all) {
    if (!path.value().is_object()) continue;
    for (const auto& [method, operation] : path.value().get_object()) {
      const std::string_view name(method.data(), method.size());
      if (std::ranges::find(kMethods, name) == kMethods.end() || !operation.is_object()) continue;
      if (auto wrong = check(std::string(name) + " " + text_of(path), operation.get_object())) return wrong;
    }
  }
  return std::nullopt;
}

Finding lacks(const std::string& operation, const std::string& what) {
  return complaint(paths::kOpenapi, "expected " + what + " of " + app::printable(operation, 60) + ", got none",
                   kOwnRemedy);
}

/// openapi-spec, function-calling-compat, api-schema-analysis.
Verdict check_operation_names(const Documents& documents) {
  const auto& openapi = *documents.json(paths::kOpenapi);
  for (const auto* member : {"title", "version", "description"}) {
    if (text_at(openapi, {"info", member}).empty()) {
      return complaint(paths::kOpenapi, "expected info." + std::string(member) + ", got none", kOwnRemedy);
    }
  }
  std::set<std::string> seen;
  return for_each_operation(openapi, [&](const auto& name, const auto& operation) -> Verdict {
    const auto missing = first_missing_text(operation, {"operationId", "summary", "description"});
    if (!missing.empty()) return lacks(name, missing);
    const auto id = text_member(operation, "operationId");
    if (seen.insert(id).second) return std::nullopt;
    return complaint(paths::kOpenapi, "expected unique names, got " + app::printable(id, 40) + " twice", kOwnRemedy);
  });
}

/// response-schema-coverage: a schema for each successful response, directly or by reference.
Verdict check_response_schemas(const Documents& documents) {
  const auto& openapi = *documents.json(paths::kOpenapi);
  return for_each_operation(openapi, [&](const auto& name, const auto& operation) -> Verdict {
    const auto* responses = object_at(operation, {"responses"});
    if (responses == nullptr || responses->empty()) return lacks(name, "responses");
    for (const auto& response : *responses) {
      const auto status = text_of(response);
      if (!status.starts_with('2') || status == "204") continue;
      const auto* object = resolved(openapi, response.value());
      const auto* content = object == nullptr ? nullptr : object_at(*object, {"content"});
      if (content == nullptr || content->empty()) return lacks(name, "content of the answer " + status);
      for (const auto& type : *content) {
        const auto* media = type.value().if_object();
        if (media == nullptr || !media->contains("schema")) return lacks(name, "a schema of " + text_of(type));
      }
    }
    return std::nullopt;
  });
}

bool describes_errors(const boost::json::object& openapi, const boost::json::value& response) {
  const auto* object = resolved(openapi, response);
  const auto* schema = object == nullptr ? nullptr : value_at(*object, {"content", "application/json", "schema"});
  const auto* type = schema == nullptr ? nullptr : resolved(openapi, *schema);
  if (type == nullptr) return false;
  const auto has = [&](std::string_view member) { return value_at(*type, {"properties", member}) != nullptr; };
  if (has("error") && has("error_description")) return true;
  // A schema may extend another one.
  const auto* parts = array_at(*type, {"allOf"});
  return parts != nullptr && std::ranges::any_of(*parts, [&](const boost::json::value& part) {
           const auto* base = resolved(openapi, part);
           return base != nullptr && value_at(*base, {"properties", "error"}) != nullptr &&
                  value_at(*base, {"properties", "error_description"}) != nullptr;
         });
}

/// api-error-model: every operation has errors, each with error and error_description.
Verdict check_error_model(const Documents& documents) {
  const auto& openapi = *documents.json(paths::kOpenapi);
  return for_each_operation(openapi, [&](const auto& name, const auto& operation) -> Verdict {
    const auto* responses = object_at(operation, {"responses"});
    if (responses == nullptr) return lacks(name, "responses");
    bool has_error = false;
    for (const auto& response : *responses) {
      const auto status = text_of(response);
      if (!status.starts_with('4') && !status.starts_with('5') && status != "default") continue;
      has_error = true;
      if (!describes_errors(openapi, response.value())) return lacks(name, "error and error_description in " + status);
    }
    return has_error ? std::nullopt : Verdict(lacks(name, "a 4xx answer"));
  });
}

/// scoped-permissions.
Verdict check_permissions(const Documents& documents) {
  const auto& openapi = *documents.json(paths::kOpenapi);
  const auto* profile = object_at(openapi, {"paths", oauth::kProfilePath, "get"});
  if (profile == nullptr) return complaint(paths::kOpenapi, "expected the profile among paths, got none", kOwnRemedy);
  const auto* security = value_at(*profile, {"security"});
  if (security == nullptr) security = value_at(openapi, {"security"});
  const auto* list = security == nullptr ? nullptr : security->if_array();
  if (list != nullptr) {
    for (const auto& requirement : *list) {
      if (!requirement.is_object()) continue;
      for (const auto& scheme : requirement.get_object()) {
        if (lists(requirement.get_object(), text_of(scheme), oauth::kScope)) return std::nullopt;
      }
    }
  }
  return lacks("get " + std::string(oauth::kProfilePath), "security with read:extended");
}

/// json-error-responses and agent-friendly-404: an error links to documentation.
Verdict check_error_hints(const Documents& documents) {
  const auto* answer = documents.find(paths::kUnknownApi);
  if (answer == nullptr) return Finding{"expected a response to an unknown path, got none", "look at the server's log"};
  if (auto wrong = check_error(*answer, 404, "not_found")) return wrong;
  for (const auto* hint : {"/openapi.json", "/llms.txt"}) {
    if (answer->body.find(hint) == std::string::npos) {
      return advice("an unknown API path is refused without a hint to " + std::string(hint),
                    "let the proxy pass the service's own error");
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
  const auto present = std::ranges::count_if(kFields, [&](const char* name) { return answer->count(name) == 1; });
  if (present == 0) return note("no RateLimit fields: limits are off or elsewhere");
  const auto fail = [](const std::string& what) {
    return complaint(oauth::kProfilePath, what,
                     "only one place may set these fields: the service, or the proxy in front of it");
  };
  const auto limit = number_in(answer->field("RateLimit-Limit"));
  const auto remaining = number_in(answer->field("RateLimit-Remaining"));
  const auto reset = number_in(answer->field("RateLimit-Reset"));
  if (!limit || !remaining || !reset) return fail("expected RateLimit-Limit, -Remaining and -Reset as numbers");
  if (*remaining > *limit) return fail("expected RateLimit-Remaining of at most RateLimit-Limit");
  if (*reset > kLongestWindow) return fail("expected RateLimit-Reset in seconds from now, got a date");
  const auto policy = answer->field("RateLimit-Policy");
  const auto state = answer->field("RateLimit");
  if (!policy.starts_with('"') || !state.starts_with('"')) {
    return fail("expected RateLimit-Policy and RateLimit with a quoted name");
  }
  if (parameter_of(policy, "q") != limit || parameter_of(state, "r") != remaining) {
    return fail("expected the same numbers in RateLimit-Policy and -Limit, RateLimit and -Remaining");
  }
  return std::nullopt;
}

}  // namespace

std::vector<DocumentCheck> api_checks() {
  using namespace paths;
  return {
      {"Operations are named and described", kOpenapi, {kOpenapi}, check_operation_names},
      {"Every response has a schema", kOpenapi, {kOpenapi}, check_response_schemas},
      {"Every operation has typed errors", kOpenapi, {kOpenapi}, check_error_model},
      {"Required scopes are documented", kOpenapi, {kOpenapi}, check_permissions},
      {"Errors link to documentation", kUnknownApi, {}, check_error_hints},
      {"Rate limit fields agree", oauth::kProfilePath, {}, check_rate_limits},
  };
}

}  // namespace agent_access::tools
