/// \file
/// Decides by the Authorization field whether a caller may read what needs a scope. Not thread safe for one context.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "oauth/bearer.hpp"
#include "oauth/types.hpp"
#include "service/endpoints.hpp"

namespace agent_access::service {

/// The grant of the token in the Authorization field, from the verified token cache if it is there. `scope` is the one
/// that is needed, an index in the snapshot's scopes; insufficient_scope without it. The outcome gets the ids of token
/// and key.
[[nodiscard]] base::Result<oauth::AccessGrant, oauth::BearerFault> authorize(Call& call, std::size_t scope);

/// The problem of a refusal of authorize(); that of insufficient_scope names the scope, and `text` has its description.
[[nodiscard]] http::Problem problem_of_token(oauth::BearerFault fault, std::string_view scope, std::string& text);

/// What the description of such a problem continues with: how to get a token for the scope, if there was no usable one.
[[nodiscard]] std::string_view remedy_of(const Call& call, const http::Problem& problem, std::size_t scope);

/// Writes the refusal of authorize(): problem, challenge and outcome. `resource_path` is the path of the owner's
/// resource, in normal form; empty: the profile.
void refuse_token(const Call& call, oauth::BearerFault fault, std::string_view resource_path, std::size_t scope,
                  http::Response& response);

/// Appends what follows the prefix of the profile (site/content/load.hpp): `_meta` with the grant.
void append_profile_end(const oauth::AccessGrant& grant, std::string& body);

}  // namespace agent_access::service
