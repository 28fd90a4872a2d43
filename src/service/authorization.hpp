/// \file
/// Decides by the Authorization field whether a caller may read what needs a scope. Not thread safe for one context.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "oauth/bearer.hpp"
#include "oauth/types.hpp"
#include "service/call.hpp"

namespace agent_access::service {

using Grant = base::Result<oauth::AccessGrant, oauth::BearerFault>;

/// The grant of the token in the Authorization field, whatever its scopes, from the verified token cache if it is
/// there. The outcome gets both ids.
[[nodiscard]] Grant authenticate(Call& call);

/// The grant, or insufficient_scope. `scope` is the one that is needed, an index in the snapshot's scopes.
[[nodiscard]] Grant with_scope(Grant grant, std::size_t scope);

/// Both in one.
[[nodiscard]] Grant authorize(Call& call, std::size_t scope);

/// The description of a refusal of authorize(), in two parts that the snapshot owns: that of insufficient_scope names
/// the scope, that of a 401 says how to get a token for it.
struct Description {
  std::string_view start;
  std::string_view end = {};
};
[[nodiscard]] Description description_of(const Call& call, oauth::BearerFault fault, std::size_t scope);

/// What a client without a usable token does next, as the end of a description: many hosts show their model this text
/// and nothing else. `scope`: empty for that of the profile, which a token has without being asked for it.
/// Has no "scope=" and no "error=": clients search a challenge for these as text.
[[nodiscard]] std::string token_remedy(std::string_view base_url, std::string_view scope);

struct Challenge {
  std::string_view base_url;
  std::string_view metadata_path;       ///< of the resource: documents::kProtectedResourcePath or kMcpResourcePath,
  std::string_view resource_path = {};  ///< and of one of the owner its path
  std::string_view scope = {};          ///< that the resource needs; empty: not named
};

/// Appends the value of WWW-Authenticate (RFC 6750 section 3, RFC 9728 section 5.1). Not for BearerFault::unavailable,
/// which is not a fault of the token.
void append_challenge(const http::Fault& fault, const Description& description, const Challenge& challenge,
                      std::string& out);

/// Writes the refusal of authorize() with its challenge. `resource_path` is the path of the owner's
/// resource, in normal form; empty: the profile.
void refuse_token(const Call& call, oauth::BearerFault fault, std::string_view resource_path, std::size_t scope,
                  http::Response& response);

/// Appends what follows the prefix of the profile (site/content/load.hpp): `_meta` with the grant.
void append_profile_end(const oauth::AccessGrant& grant, std::string& body);

}  // namespace agent_access::service
