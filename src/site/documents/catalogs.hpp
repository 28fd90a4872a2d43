/// \file
/// The catalogs of the documents for agents: RFC 9727, AI Catalog, ARD. Thread safe.
#pragma once

#include <string>
#include <string_view>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// The canonical host without its port; an IPv6 address with hyphens. The publisher in the URNs of the catalog.
[[nodiscard]] std::string publisher_of(const content::Settings& settings);

/// "/data/v1/" as "data-v1": letters, digits and hyphens only.
[[nodiscard]] std::string hyphenated(std::string_view text);

/// /.well-known/api-catalog: RFC 9727 in the Linkset format of RFC 9264, with relations of RFC 8631. The Link field
/// that section 2 of RFC 9727 requires for HEAD is part of every response.
[[nodiscard]] std::string render_api_catalog(const HostView& view);

/// /.well-known/ai-catalog.json: an AI Catalog (specVersion 1.0) of the documents for agents.
[[nodiscard]] std::string render_ai_catalog(const HostView& view);

/// /.well-known/ard.json: the manifest of Agentic Resource Discovery (ARD 0.9 and 0.91), from which search services for
/// agents build their index. It has the entries of the AI catalog whose media types ARD defines, each with
/// representative queries, and the AI catalog itself for all others. Queries name only what the site has: without
/// publications, no query asks for one.
[[nodiscard]] std::string render_ard_manifest(const HostView& view);

}  // namespace agent_access::documents
