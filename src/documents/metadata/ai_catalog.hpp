/// \file
/// /.well-known/ai-catalog.json: an AI Catalog (specVersion 1.0) of the documents for agents.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_ai_catalog(const HostView& view);

/// The members of a catalog before its entries: `specVersion` and `host`.
[[nodiscard]] boost::json::object catalog_head(const HostView& view);

/// The entry of a document: identifier, display name, description, type and URL. `listing` as in List::ai_catalog.
[[nodiscard]] boost::json::object catalog_entry(const HostView& view, std::string_view path, const Listing& listing);

}  // namespace agent_access::documents
