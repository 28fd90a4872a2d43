/// \file
/// The metadata of OAuth: RFC 8414 (authorization server) and RFC 9728 (protected resource; section 3.1 defines the
/// form of the path), for each host, because issuer and resource must match the requested URL; and the JWK Set. Thread
/// safe.
#pragma once

#include <string>
#include <string_view>

#include "site/documents/document_row.hpp"
#include "site/documents/gated_resources.hpp"

namespace agent_access::documents {

/// /.well-known/oauth-authorization-server. authorization_endpoint and the empty
/// response_types_supported are included because widely used clients refuse metadata without them; claim_uri because
/// scanners require it with anonymous registration.
[[nodiscard]] std::string render_authorization_server(const HostView& view);

/// /.well-known/openid-configuration, for clients that request that by default (RFC 8414 section 5): the same, with the
/// two members without which parsers of OpenID Connect Discovery 1.0 (section 3) refuse a document. OpenID Connect is
/// not supported.
[[nodiscard]] std::string render_openid_configuration(const HostView& view);

/// /.well-known/oauth-protected-resource, resource = base URL: the document to which the challenge of the profile
/// refers. Names all scopes, because the base URL stands for the whole service.
[[nodiscard]] std::string render_protected_resource(const HostView& view);

/// The same path followed by the path of the profile; resource = URL of the profile.
[[nodiscard]] std::string render_protected_profile(const HostView& view);

/// The same path followed by the path of the MCP endpoint; resource = URL of the endpoint.
[[nodiscard]] std::string render_protected_mcp(const HostView& view);

/// The metadata of a gated document or a gate, which differ in the path alone: `before_path`, the path, `after_path`.
/// NOT checked: that the path needs no escape in JSON; content::is_normal_path says so.
struct ResourceText {
  std::string before_path;
  std::string after_path;

  [[nodiscard]] std::string with(std::string_view path) const;
};

/// `scopes_supported` is the one scope that opens the resource: clients request what this list has.
[[nodiscard]] ResourceText gated_metadata(const HostView& view, const GatedResource& resource);

/// The public keys of the tokens as a JWK Set, RFC 7517 section 5: every key of the schedule, in its order, public
/// members only. Equal on every host and replica.
[[nodiscard]] std::string render_jwks(const oauth::KeySchedule& keys);

}  // namespace agent_access::documents
