/// \file
/// OAuth metadata: RFC 8414 (authorization server) and RFC 9728 (protected resource; section 3.1 defines the form of
/// the path). Rendered for each host, because issuer and resource must match the requested URL.
#pragma once

#include <string>

#include "documents/gated_resources.hpp"
#include "documents/host_view.hpp"

namespace agent_access::documents {

/// /.well-known/oauth-authorization-server, and /.well-known/openid-configuration for clients that request that by
/// default (RFC 8414 section 5); OpenID Connect is not supported. authorization_endpoint and the empty
/// response_types_supported are included because widely used clients refuse metadata without them; claim_uri because
/// scanners require it with anonymous registration.
[[nodiscard]] std::string render_authorization_server(const HostView& view);

/// /.well-known/oauth-protected-resource, resource = base URL: the document to which the challenge of the profile
/// refers. Names all scopes, because the base URL stands for the whole service.
[[nodiscard]] std::string render_protected_resource(const HostView& view);

/// The same path followed by the path of the profile; resource = URL of the profile.
[[nodiscard]] std::string render_protected_profile(const HostView& view);

/// The same path followed by the path of the MCP endpoint; resource = URL of the endpoint.
[[nodiscard]] std::string render_protected_mcp(const HostView& view);

/// The metadata of a gated document or a gate, which differ in the path alone: `before_path`, the path, `after_path`.
/// NOT checked: that the path needs no escape in JSON; gated::is_normal_path says so.
struct ResourceText {
  std::string before_path;
  std::string after_path;

  [[nodiscard]] std::string with(std::string_view path) const;
};

/// `scopes_supported` is the one scope that opens the resource: clients request what this list has.
[[nodiscard]] ResourceText gated_metadata(const HostView& view, const GatedResource& resource);

}  // namespace agent_access::documents
