// The published documents agree: addresses, endpoints, tools, scope, versions, keys.
#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>

#include "app/text/text.hpp"
#include "base/text.hpp"
#include "client/url.hpp"
#include "content/tools.hpp"
#include "jose/jwk.hpp"
#include "oauth/types.hpp"
#include "tools/probe/published/checks.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kSameHost =
    "base_urls must contain exactly the address that clients use, scheme included; a copy of a document must be from "
    "the same host";

/// The paths of both endpoints, empty if they are at another host, of the profile, and further ones.
Names named_paths(const Documents& documents, std::initializer_list<std::string_view> more) {
  const auto& server = *documents.json(paths::kServer);
  Names named{documents.path_of(text_at(server, "token_endpoint")),
              documents.path_of(text_at(server, "registration_endpoint")), std::string(oauth::kProfilePath)};
  named.insert(named.end(), more.begin(), more.end());
  return named;
}

/// The metadata of a resource name it and the issuer; the authorization server, if it names resources, names this one.
Check describes_resource(std::string_view document, std::string_view resource) {
  return [=](const Documents& documents) -> Verdict {
    const auto identifier = documents.url_of(resource);
    const auto& metadata = *documents.json(document);
    if (auto wrong = differs(document, "resource", identifier, text_at(metadata, "resource"))) return wrong;
    const auto issuers = texts_at(metadata, "authorization_servers");
    const auto issuer = issuers.empty() ? std::string() : issuers.front();
    if (auto wrong = differs(document, "authorization server", documents.origin(), issuer)) return wrong;
    const auto known = texts_at(*documents.json(paths::kServer), "protected_resources");
    if (known.empty() || std::ranges::find(known, identifier) != known.end()) return std::nullopt;
    return complaint(paths::kServer, "expected " + identifier + " among protected_resources");
  };
}

/// The token endpoint, in every document that describes the flow.
Verdict check_token_urls(const Documents& documents) {
  const auto expected = text_at(*documents.json(paths::kServer), "token_endpoint");
  for (const auto path : {paths::kOpenapi, paths::kAgentCard, paths::kAgent}) {
    const auto flows = objects_called(*documents.json(path), "clientCredentials");
    if (flows.empty()) return complaint(path, "expected a clientCredentials flow, got none", kOwnRemedy);
    for (const auto* flow : flows) {
      if (auto wrong = differs(path, "tokenUrl", expected, text_at(*flow, "tokenUrl"))) return wrong;
    }
  }
  return std::nullopt;
}

Verdict check_servers(const Documents& documents) {
  const auto servers = names_at(*documents.json(paths::kOpenapi), "servers", "url");
  const auto& origin = documents.origin();
  if (std::ranges::any_of(servers, [&](const auto& url) { return url == origin || url == origin + "/"; })) {
    return std::nullopt;
  }
  return complaint(paths::kOpenapi, "expected " + origin + " among servers", kSameHost);
}

Verdict check_operations(const Documents& documents) {
  const auto named = named_paths(documents, {paths::kSite});
  const std::array<std::string_view, 4> methods{"post", "post", "get", "get"};
  const auto* described = object_at(*documents.json(paths::kOpenapi), "paths");
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const auto* path = described == nullptr ? nullptr : described->if_contains(named[i]);
    if (path != nullptr && path->is_object() && object_at(path->get_object(), methods[i]) != nullptr) continue;
    return lacks(paths::kOpenapi, "the operation " + std::string(methods[i]) + " " + app::printable(named[i]));
  }
  return std::nullopt;
}

Verdict check_mentions(const Documents& documents) {
  const auto auth = documents.text(paths::kAuth);
  for (const auto& path : named_paths(documents, {paths::kServer, paths::kResource})) {
    if (!path.empty() && auth.find(path) != std::string_view::npos) continue;
    return lacks(paths::kAuth, "a mention of " + (path.empty() ? "the endpoints" : path));
  }
  return std::nullopt;
}

/// A document must not link to the same path of another host, whose issuer would not match.
Verdict check_hosts(const Documents& documents) {
  auto known = named_paths(documents, {paths::kProfileResource});
  for (const auto& document : published_documents()) known.emplace_back(document.path);
  for (const auto document : {paths::kAuth, paths::kLlms, paths::kAgents}) {
    for (const auto& link : links_of_markdown(documents.text(document))) {
      const auto url = client::parse_url(link);
      if (!url || url->origin() == documents.origin() || std::ranges::find(known, url->target) == known.end()) continue;
      return complaint(document, expected_got("addresses of " + documents.origin(), link), kSameHost);
    }
  }
  return std::nullopt;
}

Verdict check_catalog_names(const Documents& documents) {
  const auto text = documents.text(paths::kCatalog);
  for (const auto& path : named_paths(documents, {paths::kOpenapi, paths::kAuth})) {
    if (!path.empty() && text.find(path + "\"") != std::string_view::npos) continue;
    return lacks(paths::kCatalog, path.empty() ? "the endpoints" : path);
  }
  return std::nullopt;
}

std::string shown(const Names& names) {
  return names.empty() ? "none" : app::printable(base::joined(names, ", "), 200);
}

Verdict same_names(std::string_view document, std::string_view what, const Names& expected, const Names& got,
                   std::string_view where = "") {
  if (got == expected) return std::nullopt;
  return complaint(
      document, "expected " + std::string(what) + " " + shown(expected) + std::string(where) + ", got " + shown(got));
}

/// The names in the order of their first occurrence in a text, without those that do not occur.
Names mentioned(std::string_view text, const Names& names, const std::string& quote = "") {
  std::vector<std::pair<std::size_t, std::string>> places;
  for (const auto& name : names) {
    const auto at = text.find(quote + name + quote);
    if (at != std::string_view::npos) places.emplace_back(at, name);
  }
  std::ranges::sort(places);
  Names found;
  for (auto& [at, name] : places) found.push_back(std::move(name));
  return found;
}

Names tool_names() {
  Names names;
  for (const auto& tool : content::browser_tools()) names.emplace_back(tool.name);
  return names;
}

Check lists_tools(std::string_view document, std::string_view list, std::string_view member) {
  return [=](const Documents& documents) {
    return same_names(document, "the tools", tool_names(), names_at(*documents.json(document), list, member));
  };
}

Check mentions_tools(std::string_view document) {
  return [=](const Documents& documents) -> Verdict {
    const auto got = mentioned(documents.text(document), tool_names());
    // A short llms.txt may omit all tools, but not some of them.
    if (got.empty() && document == paths::kLlms) return std::nullopt;
    return same_names(document, "the tools", tool_names(), got);
  };
}

Verdict check_module(const Documents& documents) {
  const auto text = documents.text(paths::kTools);
  if (text.empty()) {
    return advice("/browser-tools.js is missing, so browsers offer none of the tools of /.well-known/mcp.json",
                  "pass /browser-tools.js to the service");
  }
  const auto expected = names_at(*documents.json(paths::kMcp), "tools", "name");
  return same_names(paths::kTools, "the tools", expected, mentioned(text, expected, "\""));
}

/// Those of the authorization server, if that of the profile is the first of them.
Names scopes_of(const Documents& documents) {
  const auto scopes = texts_at(*documents.json(paths::kServer), "scopes_supported");
  return scopes.empty() || scopes.front() != oauth::kScope ? Names{std::string(oauth::kScope)} : scopes;
}

Verdict check_scopes(const Documents& documents) {
  const auto expected = scopes_of(documents);
  for (const auto path : {paths::kServer, paths::kResource, paths::kProfileResource}) {
    const auto& wanted = path == paths::kProfileResource ? Names{std::string(oauth::kScope)} : expected;
    const auto got = texts_at(*documents.json(path), "scopes_supported");
    if (auto wrong = same_names(path, "scopes_supported", wanted, got)) return wrong;
  }
  for (const auto path : {paths::kOpenapi, paths::kAgentCard, paths::kAgent}) {
    for (const auto* flow : objects_called(*documents.json(path), "clientCredentials")) {
      Names got;
      if (const auto* scopes = object_at(*flow, "scopes")) {
        for (const auto& scope : *scopes) got.emplace_back(scope.key());
      }
      if (auto wrong = same_names(path, "the scope", expected, got, " in the flow")) return wrong;
    }
  }
  return std::nullopt;
}

Verdict check_scope_mentions(const Documents& documents) {
  const auto expected = scopes_of(documents);
  for (const auto path : {paths::kAuth, paths::kAgents}) {
    const auto missing = std::ranges::find_if(
        expected, [&](const auto& scope) { return documents.text(path).find(scope) == std::string_view::npos; });
    if (missing != expected.end() && (path == paths::kAuth || *missing == oauth::kScope)) {
      return lacks(path, "a mention of " + app::printable(*missing, 60));
    }
  }
  return std::nullopt;
}

Verdict check_key(const boost::json::object& key) {
  for (const auto* member : {"d", "p", "q", "dp", "dq", "qi", "oth", "k"}) {
    if (!key.contains(member)) continue;
    return complaint(paths::kKeys, "expected public keys only, got the private member " + std::string(member),
                     "replace the secret or the key files at once: anyone who read this can sign tokens");
  }
  const auto text = boost::json::serialize(key);
  const auto parsed = jose::parse_jwk(text);
  if (!parsed) {
    return complaint(paths::kKeys, "expected ES256 keys, got another", "publish the service's own keys; check [keys]");
  }
  const auto thumbprint = jose::thumbprint(parsed->key);
  if (thumbprint && thumbprint->text() == parsed->key_id) return std::nullopt;
  return complaint(paths::kKeys,
                   "expected a kid that is the RFC 7638 thumbprint, got " + app::printable(parsed->key_id, 50));
}

Verdict check_keys(const Documents& documents) {
  const auto keys = objects_at(*documents.json(paths::kKeys), "keys");
  if (keys.empty()) return complaint(paths::kKeys, "expected keys, got none", "check [keys]");
  for (const auto* key : keys) {
    if (auto wrong = check_key(*key)) return wrong;
  }
  return std::nullopt;
}

Verdict check_faq(const Documents& documents) {
  const auto& faq = *documents.json(paths::kFaq);
  if (names_at(faq, "faqs", "question") == names_at(faq, "mainEntity", "name")) return std::nullopt;
  return complaint(paths::kFaq, "expected the same questions in faqs and mainEntity");
}

}  // namespace

std::vector<DocumentCheck> address_checks() {
  using namespace paths;
  return {
      {"Issuer and resources are this address",
       kServer,
       {kServer, kResource, kProfileResource},
       {equals(kServer, "issuer", url("")), describes_resource(kResource, ""),
        describes_resource(kProfileResource, oauth::kProfilePath)},
       kSameHost},
      {"Token addresses are the same", kServer, {kServer, kOpenapi, kAgentCard, kAgent}, {check_token_urls}, kSameHost},
      {"Endpoints are described", kOpenapi, {kServer, kOpenapi}, {check_servers, check_operations}},
      {"Texts name the same addresses", kAuth, {kServer, kAuth, kLlms, kAgents}, {check_mentions, check_hosts}},
      {"Catalogue names the endpoints", kCatalog, {kServer, kCatalog}, {check_catalog_names}},
  };
}

std::vector<DocumentCheck> content_checks() {
  using namespace paths;
  return {
      {"Tools are the same",
       kMcp,
       {kMcp, kAgentCard, kAgent, kAgents, kLlms, kLlmsFull},
       {lists_tools(kMcp, "tools", "name"), lists_tools(kAgentCard, "skills", "id"),
        lists_tools(kAgent, "skills", "id"), mentions_tools(kAgents), mentions_tools(kLlmsFull),
        mentions_tools(kLlms)}},
      {"Tools are those of the module", kTools, {kMcp}, {check_module}},
      {"Scope is read:extended",
       kResource,
       {kServer, kResource, kProfileResource, kOpenapi, kAgentCard, kAgent, kAuth, kAgents},
       {check_scopes, check_scope_mentions}},
      {"Version is 1.0.0",
       kOpenapi,
       {kOpenapi, kAgentCard, kAgent, kMcp},
       {equals(kOpenapi, "openapi", constant("3.1.0")), equals(kOpenapi, "info.version", constant("1.0.0")),
        equals(kAgentCard, "version", constant("1.0.0")), equals(kAgent, "version", constant("1.0.0")),
        equals(kMcp, "serverInfo.version", constant("1.0.0"))}},
      {"Keys are public and named by thumbprint", kKeys, {kKeys}, {check_keys}},
      {"FAQ has the same questions in both forms", kFaq, {kFaq}, {check_faq}},
  };
}

}  // namespace agent_access::tools
