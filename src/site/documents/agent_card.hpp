/// \file
/// The two cards of the A2A protocol. The skills are the browser tools; there is no A2A endpoint, so the protocol
/// binding of the interface is WebMCP (A2A 1.0 section 5.8 allows any URI). Thread safe.
#pragma once

#include <string>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// /.well-known/agent-card.json, A2A 1.0.
[[nodiscard]] std::string render_agent_card(const HostView& view);

/// /.well-known/agent.json: a card of A2A 0.2.6, valid for 0.3.0 too, with a list of endpoints, which other readers
/// expect.
[[nodiscard]] std::string render_agent_manifest(const HostView& view);

}  // namespace agent_access::documents
