#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>

#include "app/text/text.hpp"
#include "base/text.hpp"
#include "content/tools.hpp"
#include "jose/jwk.hpp"
#include "oauth/types.hpp"
#include "tools/probe/published/agreement.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kApiVersion = "1.0.0";
constexpr std::string_view kOpenapiVersion = "3.1.0";

std::string listed(const std::vector<std::string>& names) {
  return names.empty() ? "none" : app::printable(base::joined(names), 200);
}

/// The names in the order of their first occurrence in a text, without those that do not occur.
std::vector<std::string> mentioned(std::string_view text, const std::vector<std::string>& names,
                                   std::string_view before = "", std::string_view after = "") {
  std::vector<std::pair<std::size_t, std::string>> places;
  for (const auto& name : names) {
    const auto at = text.find(std::string(before) + name + std::string(after));
    if (at != std::string_view::npos) places.emplace_back(at, name);
  }
  std::ranges::sort(places);
  std::vector<std::string> found;
  for (auto& [at, name] : places) found.push_back(std::move(name));
  return found;
}

Verdict check_tool_list(std::string_view document, const std::vector<std::string>& expected,
                        const std::vector<std::string>& got) {
  if (got == expected) return std::nullopt;
  return complaint(document, "expected the tools " + listed(expected) + ", got " + listed(got), kOwnRemedy);
}

Verdict check_tools(const Documents& documents) {
  std::vector<std::string> expected;
  for (const auto& tool : content::browser_tools()) expected.emplace_back(tool.name);
  struct List {
    std::string_view document;
    std::string_view list;
    std::string_view member;
  };
  constexpr std::array<List, 3> kLists{
      {{paths::kMcp, "tools", "name"}, {paths::kAgentCard, "skills", "id"}, {paths::kAgent, "skills", "id"}}};
  for (const auto& [document, list, member] : kLists) {
    const auto got = names_at(*documents.json(document), {list}, member);
    if (auto wrong = check_tool_list(document, expected, got)) return wrong;
  }
  for (const auto document : {paths::kAgents, paths::kLlmsFull}) {
    if (auto wrong = check_tool_list(document, expected, mentioned(documents.text(document), expected))) return wrong;
  }
  // A short llms.txt may omit all tools, but not some of them.
  const auto brief = mentioned(documents.text(paths::kLlms), expected);
  return brief.empty() ? std::nullopt : check_tool_list(paths::kLlms, expected, brief);
}

Verdict check_module(const Documents& documents) {
  const auto text = documents.text(paths::kTools);
  if (text.empty()) {
    return advice("/browser-tools.js is missing, so browsers offer none of the tools of /.well-known/mcp.json",
                  "pass /browser-tools.js to the service");
  }
  const auto expected = names_at(*documents.json(paths::kMcp), {"tools"}, "name");
  return check_tool_list(paths::kTools, expected, mentioned(text, expected, "\"", "\""));
}

Verdict check_scopes(const Documents& documents) {
  const std::vector<std::string> only{std::string(oauth::kScope)};
  // Of a site that declares scopes, the first of them.
  auto expected = texts_at(*documents.json(paths::kServer), {"scopes_supported"});
  if (expected.empty() || expected.front() != only.front()) expected = only;
  for (const auto path : {paths::kServer, paths::kResource, paths::kProfileResource}) {
    const auto got = texts_at(*documents.json(path), {"scopes_supported"});
    const auto& wanted = path == paths::kProfileResource ? only : expected;
    if (got != wanted) {
      return complaint(path, "expected scopes_supported " + listed(wanted) + ", got " + listed(got), kOwnRemedy);
    }
  }
  for (const auto path : {paths::kOpenapi, paths::kAgentCard, paths::kAgent}) {
    for (const auto* flow : objects_called(*documents.json(path), "clientCredentials")) {
      const auto* scopes = object_at(*flow, {"scopes"});
      const auto got = scopes == nullptr ? std::vector<std::string>() : keys_of(*scopes);
      if (got != expected) {
        return complaint(path, "expected the scope " + listed(expected) + " in the flow, got " + listed(got),
                         kOwnRemedy);
      }
    }
  }
  for (const auto path : {paths::kAuth, paths::kAgents}) {
    const auto missing = std::ranges::find_if(
        expected, [&](const auto& scope) { return documents.text(path).find(scope) == std::string_view::npos; });
    if (missing != expected.end() && (path == paths::kAuth || *missing == oauth::kScope)) {
      return complaint(path, "expected a mention of " + app::printable(*missing, 60) + ", got none", kOwnRemedy);
    }
  }
  return std::nullopt;
}

Verdict check_versions(const Documents& documents) {
  const auto& openapi = *documents.json(paths::kOpenapi);
  if (auto wrong = differs(paths::kOpenapi, "openapi", std::string(kOpenapiVersion), text_at(openapi, {"openapi"}),
                           kOwnRemedy)) {
    return wrong;
  }
  const std::string expected(kApiVersion);
  if (auto wrong =
          differs(paths::kOpenapi, "info.version", expected, text_at(openapi, {"info", "version"}), kOwnRemedy)) {
    return wrong;
  }
  for (const auto path : {paths::kAgentCard, paths::kAgent}) {
    const auto got = text_at(*documents.json(path), {"version"});
    if (auto wrong = differs(path, "version", expected, got, kOwnRemedy)) return wrong;
  }
  const auto got = text_at(*documents.json(paths::kMcp), {"serverInfo", "version"});
  return differs(paths::kMcp, "serverInfo.version", expected, got, kOwnRemedy);
}

Verdict check_key(const boost::json::object& key) {
  for (const auto* member : {"d", "p", "q", "dp", "dq", "qi", "oth", "k"}) {
    if (key.contains(member)) {
      return complaint(paths::kKeys, "expected public keys only, got the private member " + std::string(member),
                       "replace the secret or the key files at once: anyone who read this can sign tokens");
    }
  }
  const auto text = boost::json::serialize(key);
  const auto parsed = jose::parse_jwk(text);
  if (!parsed) {
    return complaint(paths::kKeys, "expected ES256 keys, got another", "publish the service's own keys; check [keys]");
  }
  const auto thumbprint = jose::thumbprint(parsed->key);
  if (thumbprint && thumbprint->text() == parsed->key_id) return std::nullopt;
  return complaint(paths::kKeys,
                   "expected a kid that is the RFC 7638 thumbprint, got " + app::printable(parsed->key_id, 50),
                   kOwnRemedy);
}

Verdict check_keys(const Documents& documents) {
  const auto keys = objects_at(*documents.json(paths::kKeys), {"keys"});
  if (keys.empty()) return complaint(paths::kKeys, "expected keys, got none", "check [keys]");
  for (const auto* key : keys) {
    if (auto wrong = check_key(*key)) return wrong;
  }
  return std::nullopt;
}

Verdict check_faq(const Documents& documents) {
  const auto& faq = *documents.json(paths::kFaq);
  const auto questions = names_at(faq, {"faqs"}, "question");
  const auto entities = names_at(faq, {"mainEntity"}, "name");
  if (questions == entities) return std::nullopt;
  return complaint(paths::kFaq, "expected the same questions in faqs and mainEntity", kOwnRemedy);
}

}  // namespace

std::vector<DocumentCheck> content_checks() {
  using namespace paths;
  return {
      {"Tools are the same", kMcp, {kMcp, kAgentCard, kAgent, kAgents, kLlms, kLlmsFull}, check_tools},
      {"Tools are those of the module", kTools, {kMcp}, check_module},
      {"Scope is read:extended",
       kResource,
       {kServer, kResource, kProfileResource, kOpenapi, kAgentCard, kAgent, kAuth, kAgents},
       check_scopes},
      {"Version is 1.0.0", kOpenapi, {kOpenapi, kAgentCard, kAgent, kMcp}, check_versions},
      {"Keys are public and named by thumbprint", kKeys, {kKeys}, check_keys},
      {"FAQ has the same questions in both forms", kFaq, {kFaq}, check_faq},
  };
}

}  // namespace agent_access::tools
