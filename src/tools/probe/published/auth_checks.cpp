#include <algorithm>
#include <array>

#include "app/text/text.hpp"
#include "oauth/types.hpp"
#include "tools/probe/published/scanners.hpp"
#include "tools/probe/run/challenge.hpp"
#include "tools/probe/run/json.hpp"
#include "tools/probe/run/response_checks.hpp"
#include "tools/probe/run/text.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kReadByScanners = 4800;  // bytes of auth.md; scanners read about 5 KB
constexpr std::size_t kLeastText = 200;
constexpr const char* kSectionRemedy = "keep the service's own auth.md, or bring the sections back in this order";

/// authMd: the top-level heading names the convention. auth-md-exists: enough text.
Verdict check_auth_title(const Documents& documents) {
  const auto text = documents.text(paths::kAuth);
  const auto headings = headings_of(text);
  if (headings.empty() || headings.front().level != 1 || !contains_word(headings.front().text, "auth.md")) {
    return complaint(paths::kAuth, "expected a first heading with \"auth.md\", got another", kSectionRemedy);
  }
  if (text.size() >= kLeastText) return std::nullopt;
  return complaint(paths::kAuth, "expected 200 characters or more, got " + std::to_string(text.size()), kSectionRemedy);
}

/// auth-md-structure: seven sections in order, all within the bytes that scanners read; code-fence-validity.
Verdict check_auth_sections(const Documents& documents) {
  constexpr std::array<std::string_view, 7> kSections{"Discover",           "Pick a method", "Register",  "Claim",
                                                      "Use the credential", "Errors",        "Revocation"};
  const auto text = documents.text(paths::kAuth);
  const auto headings = headings_of(text);
  auto next = headings.begin();
  for (const auto section : kSections) {
    next = std::find_if(next, headings.end(), [&](const Heading& h) { return h.level == 2 && h.text == section; });
    if (next == headings.end()) {
      return complaint(paths::kAuth, "expected the section \"" + std::string(section) + "\" in its place, got none",
                       kSectionRemedy);
    }
    if (next->offset >= kReadByScanners) {
      return complaint(paths::kAuth,
                       "expected the section \"" + std::string(section) + "\" before byte 4800, got it at byte " +
                           std::to_string(next->offset),
                       "shorten the text before it: scanners read no further");
    }
  }
  if (has_balanced_fences(text)) return std::nullopt;
  return complaint(paths::kAuth, "expected every code block to be closed", kSectionRemedy);
}

/// auth-md-structure: the words that scanners look for.
Verdict check_auth_words(const Documents& documents) {
  for (const auto* word : {"agent_auth", "register_uri", "identity_assertion", "id-jag", "WWW-Authenticate",
                           "https://workos.com/auth-md"}) {
    if (documents.text(paths::kAuth).find(word) == std::string_view::npos) {
      return complaint(paths::kAuth, "expected the word " + std::string(word) + ", got none", kSectionRemedy);
    }
  }
  return std::nullopt;
}

/// authMd and agent-auth-discovery-metadata: the block of the authorization server metadata.
Verdict check_agent_auth(const Documents& documents) {
  const auto& server = *documents.json(paths::kServer);
  const auto* block = object_at(server, {"agent_auth"});
  if (block == nullptr) return complaint(paths::kServer, "expected agent_auth, got none", kOwnRemedy);
  if (auto wrong = differs(paths::kServer, "agent_auth.skill", documents.url_of(paths::kAuth),
                           text_member(*block, "skill"), kOwnRemedy)) {
    return wrong;
  }
  if (auto wrong = differs(paths::kServer, "agent_auth.register_uri", text_member(server, "registration_endpoint"),
                           text_member(*block, "register_uri"), kOwnRemedy)) {
    return wrong;
  }
  if (text_member(*block, "claim_uri").empty()) {
    return complaint(paths::kServer, "expected agent_auth.claim_uri, got none", kOwnRemedy);
  }
  const auto types = texts_at(*block, {"identity_types_supported"});
  if (std::ranges::find(types, "anonymous") == types.end()) {
    return complaint(paths::kServer, "expected \"anonymous\" among identity_types_supported, got none", kOwnRemedy);
  }
  for (const auto& type : types) {
    if (type != "anonymous" && type != "identity_assertion") {
      return complaint(paths::kServer, "expected known identity types, got " + app::printable(type, 40), kOwnRemedy);
    }
    if (texts_at(*block, {type, "credential_types_supported"}).empty()) {
      return complaint(paths::kServer, "expected credential_types_supported of " + type + ", got none", kOwnRemedy);
    }
  }
  return std::nullopt;
}

/// oauthDiscovery.
Verdict check_server_members(const Documents& documents) {
  const auto& server = *documents.json(paths::kServer);
  const auto missing = first_missing_text(server, {"issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"});
  if (!missing.empty()) return complaint(paths::kServer, "expected " + missing + ", got none", kOwnRemedy);
  for (const auto* member : {"grant_types_supported", "response_types_supported"}) {
    if (array_at(server, {member}) == nullptr) {
      return complaint(paths::kServer, "expected the list " + std::string(member) + ", got none", kOwnRemedy);
    }
  }
  return std::nullopt;
}

/// oauthDiscovery: the other URL that clients request, many of them by default.
Verdict check_openid_alias(const Documents& documents) {
  const auto* alias = documents.json(paths::kOpenid);
  if (alias != nullptr && *alias == *documents.json(paths::kServer)) return std::nullopt;
  return advice(std::string(paths::kOpenid) + " is not the authorization server metadata; libraries look there first",
                "pass " + std::string(paths::kOpenid) + " to the service");
}

/// oauthProtectedResource, and the members that authMd requires.
Verdict check_resource_members(const Documents& documents) {
  const auto& resource = *documents.json(paths::kResource);
  for (const auto* member : {"authorization_servers", "scopes_supported"}) {
    if (texts_at(resource, {member}).empty()) {
      return complaint(paths::kResource, "expected a filled list " + std::string(member) + ", got none", kOwnRemedy);
    }
  }
  if (!lists(resource, "bearer_methods_supported", "header")) {
    return complaint(paths::kResource, "expected \"header\" among bearer_methods_supported, got none", kOwnRemedy);
  }
  if (text_member(resource, "resource").starts_with(documents.origin())) return std::nullopt;
  return complaint(paths::kResource, "expected a resource of " + documents.origin() + ", got another",
                   "base_urls must contain exactly the address that clients use, scheme included");
}

/// agent-auth-www-authenticate, auth-md-walkthrough-simulation: from the profile to the metadata.
Verdict check_entry(const Documents& documents) {
  const auto* answer = documents.find(oauth::kProfilePath);
  if (answer == nullptr)
    return Finding{"expected a response of the profile, got none", "look at the log of the server"};
  if (answer->status != 401) return unexpected(*answer, "401", "pass requests for the profile to the service");
  if (auto wrong = check_challenge(*answer, "invalid_token")) return wrong;
  const auto challenge = parse_challenge(answer->field("WWW-Authenticate"));
  return differs(oauth::kProfilePath, "resource_metadata", documents.url_of(paths::kResource),
                 std::string(challenge->parameter("resource_metadata")),
                 "base_urls must contain exactly the address that clients use, scheme included");
}

}  // namespace

std::vector<DocumentCheck> auth_checks() {
  using namespace paths;
  return {
      {"auth.md has its title", kAuth, {kAuth}, check_auth_title},
      {"auth.md has its sections", kAuth, {kAuth}, check_auth_sections},
      {"auth.md has its words", kAuth, {kAuth}, check_auth_words},
      {"agent_auth is complete", kServer, {kServer}, check_agent_auth},
      {"Server metadata is complete", kServer, {kServer}, check_server_members},
      {"Server metadata is where OpenID clients look", kOpenid, {kServer}, check_openid_alias},
      {"Resource metadata is complete", kResource, {kResource}, check_resource_members},
      {"The profile leads to the metadata", oauth::kProfilePath, {}, check_entry},
  };
}

}  // namespace agent_access::tools
