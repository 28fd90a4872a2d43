// /auth.md, the metadata, and the cards of the site.
#include <algorithm>
#include <array>
#include <boost/json/array.hpp>

#include "app/text/text.hpp"
#include "oauth/types.hpp"
#include "tools/probe/published/checks.hpp"
#include "tools/probe/run/reading.hpp"
#include "tools/probe/run/response_checks.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kReadByScanners = 4800;  // bytes of auth.md; scanners read about 5 KB
constexpr std::size_t kLeastText = 200;
constexpr std::size_t kLeastDescription = 20;  // characters; scanners count shorter ones as none
constexpr const char* kSectionRemedy = "keep the service's own auth.md, or bring the sections back in this order";

/// authMd: the top-level heading names the convention. auth-md-exists: enough text.
Verdict check_auth_title(const Documents& documents) {
  const auto text = documents.text(paths::kAuth);
  const auto headings = headings_of(text);
  if (headings.empty() || headings.front().level != 1 || !contains_word(headings.front().text, "auth.md")) {
    return complaint(paths::kAuth, "expected a first heading with \"auth.md\", got another");
  }
  if (text.size() >= kLeastText) return std::nullopt;
  return complaint(paths::kAuth, "expected 200 characters or more, got " + std::to_string(text.size()));
}

/// auth-md-structure: seven sections in order, all within the bytes that scanners read; code-fence-validity.
Verdict check_auth_sections(const Documents& documents) {
  constexpr std::array<std::string_view, 7> kSections{"Discover",           "Pick a method", "Register",  "Claim",
                                                      "Use the credential", "Errors",        "Revocation"};
  const auto text = documents.text(paths::kAuth);
  const auto headings = headings_of(text);
  auto next = headings.begin();
  for (const auto section : kSections) {
    const auto named = "the section \"" + std::string(section) + "\"";
    next = std::find_if(next, headings.end(), [&](const Heading& h) { return h.level == 2 && h.text == section; });
    if (next == headings.end()) return lacks(paths::kAuth, named + " in its place");
    if (next->offset < kReadByScanners) continue;
    return complaint(paths::kAuth,
                     "expected " + named + " before byte 4800, got it at byte " + std::to_string(next->offset),
                     "shorten the text before it: scanners read no further");
  }
  if (has_balanced_fences(text)) return std::nullopt;
  return complaint(paths::kAuth, "expected every code block to be closed");
}

Verdict check_identity_types(const Documents& documents) {
  const auto& block = *object_at(*documents.json(paths::kServer), "agent_auth");
  if (!lists(block, "identity_types_supported", "anonymous")) {
    return lacks(paths::kServer, "\"anonymous\" among identity_types_supported");
  }
  for (const auto& type : texts_at(block, "identity_types_supported")) {
    if (type != "anonymous" && type != "identity_assertion") {
      return complaint(paths::kServer, "expected known identity types, got " + app::printable(type, 40));
    }
    if (texts_at(block, type + ".credential_types_supported").empty()) {
      return lacks(paths::kServer, "credential_types_supported of " + type);
    }
  }
  return std::nullopt;
}

bool is_alias(const Documents& documents) {
  const auto* const json = documents.json(paths::kOpenid);
  if (json == nullptr) return false;
  boost::json::object alias = *json;
  const bool is_readable =
      alias.erase("subject_types_supported") == 1 && alias.erase("id_token_signing_alg_values_supported") == 1;
  return is_readable && alias == *documents.json(paths::kServer);
}

Verdict check_resource(const Documents& documents) {
  const auto& resource = *documents.json(paths::kResource);
  if (!lists(resource, "bearer_methods_supported", "header")) {
    return lacks(paths::kResource, "\"header\" among bearer_methods_supported");
  }
  if (text_at(resource, "resource").starts_with(documents.origin())) return std::nullopt;
  return complaint(paths::kResource, "expected a resource of " + documents.origin() + ", got another", kBaseUrlsRemedy);
}

/// agent-auth-www-authenticate, auth-md-walkthrough-simulation: from the profile to the metadata.
Verdict check_entry(const Documents& documents) {
  const auto* answer = documents.find(oauth::kProfilePath);
  if (answer == nullptr) {
    return Finding{"expected a response of the profile, got none", "look at the log of the server"};
  }
  if (answer->status != 401) return unexpected(*answer, "401", "pass requests for the profile to the service");
  if (auto wrong = check_challenge(*answer, "invalid_token")) return wrong;
  const auto challenge = parse_challenge(answer->field("WWW-Authenticate"));
  return differs(oauth::kProfilePath, "resource_metadata", documents.url_of(paths::kResource),
                 std::string(challenge->parameter("resource_metadata")));
}

bool is_target_list(const boost::json::value& value) {
  const auto* list = value.if_array();
  return list != nullptr && !list->empty() && std::ranges::all_of(*list, [](const boost::json::value& entry) {
           return entry.is_object() && !text_at(entry.get_object(), "href").empty();
         });
}

/// apiCatalog, api-catalog-rfc9727. RFC 9264: a context has an anchor, and lists of targets by relation.
Verdict check_catalog(const Documents& documents) {
  const auto contexts = objects_at(*documents.json(paths::kCatalog), "linkset");
  if (contexts.empty()) return lacks(paths::kCatalog, "a filled linkset");
  for (const auto* context : contexts) {
    if (text_at(*context, "anchor").empty()) return lacks(paths::kCatalog, "an anchor in every context");
    for (const auto& [key, value] : *context) {
      const std::string name(key);
      if (name == "anchor" || is_target_list(value)) continue;
      return complaint(paths::kCatalog, "expected " + app::printable(name, 40) + " to be a list of targets with href");
    }
  }
  for (const auto* relation : {"item", "service-desc", "service-doc"}) {
    if (std::ranges::none_of(contexts, [&](const auto* context) { return context->contains(relation); })) {
      return lacks(paths::kCatalog, "the relation " + std::string(relation));
    }
  }
  return std::nullopt;
}

Verdict check_mcp_endpoint(const Documents& documents) {
  const auto& card = *documents.json(paths::kMcp);
  if (!text_at(card, "transport.endpoint").empty() || !text_at(card, "endpoint").empty()) return std::nullopt;
  return lacks(paths::kMcp, "transport.endpoint");
}

/// mcp-tool-descriptions.
Verdict check_mcp_tools(const Documents& documents) {
  for (const auto* tool : objects_at(*documents.json(paths::kMcp), "tools")) {
    const auto wrong = first_unmet(
        {{text_at(*tool, "description").size() >= kLeastDescription, "a description of 20 characters or more"},
         {text_at(*tool, "inputSchema.type") == "object", "an inputSchema of type object"}});
    if (wrong.empty()) continue;
    return complaint(paths::kMcp, "expected " + wrong + " of the tool " + app::printable(text_at(*tool, "name"), 40));
  }
  return std::nullopt;
}

Check has_skills(std::string_view card) {
  return each_has(card, "skills", {{"id"}, {"name"}, {"description"}, {"tags", Is::texts}}, "of the skill ");
}

}  // namespace

std::vector<DocumentCheck> auth_checks() {
  using namespace paths;
  return {
      {"auth.md has its title", kAuth, {kAuth}, {check_auth_title}, kSectionRemedy},
      {"auth.md has its sections", kAuth, {kAuth}, {check_auth_sections}, kSectionRemedy},
      // auth-md-structure: the words that scanners look for.
      {"auth.md has its words",
       kAuth,
       {kAuth},
       {contains(kAuth, "the word ",
                 {"agent_auth", "register_uri", "identity_assertion", "id-jag", "WWW-Authenticate",
                  "https://workos.com/auth-md"})},
       kSectionRemedy},
      // authMd and agent-auth-discovery-metadata: the block of the authorization server metadata.
      {"agent_auth is complete",
       kServer,
       {kServer},
       {has(kServer, {{"agent_auth", Is::object}}), equals(kServer, "agent_auth.skill", url(kAuth)),
        equals(kServer, "agent_auth.register_uri", member(kServer, "registration_endpoint")),
        has(kServer, {{"agent_auth.claim_uri"}}), check_identity_types}},
      // oauthDiscovery.
      {"Server metadata is complete",
       kServer,
       {kServer},
       {has(kServer, {{"issuer"},
                      {"authorization_endpoint"},
                      {"token_endpoint"},
                      {"jwks_uri"},
                      {"grant_types_supported", Is::list},
                      {"response_types_supported", Is::list}})}},
      // oauthDiscovery: the other URL that clients request, many of them by default.
      {"Server metadata is where OpenID clients look",
       kOpenid,
       {kServer},
       {warns_unless(
           is_alias,
           "/.well-known/openid-configuration is not the authorization server metadata; libraries look there first")},
       "pass /.well-known/openid-configuration to the service"},
      // oauthProtectedResource, and the members that authMd requires.
      {"Resource metadata is complete",
       kResource,
       {kResource},
       {has(kResource, {{"authorization_servers", Is::texts}, {"scopes_supported", Is::texts}}), check_resource}},
      {"The profile leads to the metadata", oauth::kProfilePath, {}, {check_entry}, kBaseUrlsRemedy},
  };
}

std::vector<DocumentCheck> card_checks() {
  using namespace paths;
  return {
      {"API catalogue is a linkset", kCatalog, {kCatalog}, {check_catalog}},
      // mcpServerCard.
      {"MCP card is complete",
       kMcp,
       {kMcp},
       {has(kMcp, {{"serverInfo.name"}, {"serverInfo.version"}}), check_mcp_endpoint,
        has(kMcp, {{"capabilities", Is::object}}), check_mcp_tools}},
      // a2aAgentCard, a2a-agent-card: the members that A2A 1.0 requires.
      {"Agent card is complete",
       kAgentCard,
       {kAgentCard},
       {has(kAgentCard, {{"name"},
                         {"description"},
                         {"version"},
                         {"supportedInterfaces", Is::filled_list},
                         {"defaultInputModes", Is::filled_list},
                         {"defaultOutputModes", Is::filled_list},
                         {"skills", Is::filled_list},
                         {"capabilities", Is::object}}),
        each_has(kAgentCard, "supportedInterfaces", {{"url"}, {"protocolBinding"}, {"protocolVersion"}},
                 "of every interface"),
        has_skills(kAgentCard)}},
      // The earlier A2A card and the informal agent manifest in one.
      {"agent.json is complete",
       kAgent,
       {kAgent},
       {has(kAgent, {{"name"},
                     {"description"},
                     {"url"},
                     {"version"},
                     {"protocolVersion"},
                     {"defaultInputModes", Is::filled_list},
                     {"defaultOutputModes", Is::filled_list},
                     {"skills", Is::filled_list},
                     {"endpoints", Is::filled_list},
                     {"capabilities", Is::object}}),
        each_has(kAgent, "endpoints", {{"url"}, {"type"}}, "of every endpoint"), has_skills(kAgent)}},
  };
}

}  // namespace agent_access::tools
