/// \file
/// What an OAuth client reads first: RFC 8414 (authorization server) and RFC 9728 (protected resource, section 3.1
/// gives the path form). Rendered for each host, so that issuer and resource equal the address they were fetched from.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// /.well-known/oauth-authorization-server, and /.well-known/openid-configuration for clients that look there by
/// default (RFC 8414 section 5); nothing in it claims OpenID Connect. authorization_endpoint and the empty
/// response_types_supported stand there because widely used clients refuse metadata without them; claim_uri because
/// anonymous registration is judged by it.
[[nodiscard]] std::string render_authorization_server(const HostView& view);

/// /.well-known/oauth-protected-resource, resource = base URL: the document that the challenge names.
[[nodiscard]] std::string render_protected_resource(const HostView& view);

/// The same path followed by that of the profile, resource = URL of the profile.
[[nodiscard]] std::string render_protected_profile(const HostView& view);

}  // namespace agent_access::documents
