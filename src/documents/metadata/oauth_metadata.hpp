/// \file
/// What an OAuth client reads first: RFC 8414 (authorization server) and RFC 9728 (protected resource, section 3.1
/// gives the path form). Rendered for each host, so that issuer and resource equal the address they were fetched from.
#pragma once

#include "documents/host_view.hpp"
#include "documents/rendered.hpp"

namespace agent_access::documents {

/// /.well-known/oauth-authorization-server. authorization_endpoint and the empty response_types_supported stand there
/// because widely used clients refuse metadata without them; claim_uri because anonymous registration is judged by it.
[[nodiscard]] Rendered render_authorization_server(const HostView& view);

/// The same at /.well-known/openid-configuration, for clients that look there by default (RFC 8414 section 5). Nothing
/// in it claims OpenID Connect.
[[nodiscard]] Rendered render_openid_alias(const HostView& view);

/// /.well-known/oauth-protected-resource, resource = base URL: the document that the challenge names.
[[nodiscard]] Rendered render_protected_resource(const HostView& view);

/// The same path followed by that of the profile, resource = URL of the profile.
[[nodiscard]] Rendered render_protected_profile(const HostView& view);

}  // namespace agent_access::documents
