/// \file
/// What the settings say, as values of templates. Thread safe.
#pragma once

#include "site/documents/document_row.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

/// What every template may name: the address of the site ({{base_url}}) and of the service with tokens, profile and MCP
/// endpoint ({{issuer}}; {{at_issuer}}: the same, or empty if it is this host, before a path), and flags of what the
/// settings enable: has_profile, has_mcp and others.
[[nodiscard]] templates::View settings_view(const HostView& view);

}  // namespace agent_access::documents
