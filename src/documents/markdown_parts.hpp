/// \file
/// Parts of several Markdown documents. Owner text is escaped. Thread safe.
#pragma once

#include <string>
#include <string_view>

#include "documents/host_view.hpp"

namespace agent_access::documents {

/// "example.com:8443": the base URL without its scheme.
[[nodiscard]] std::string_view authority_of(const HostView& view);

/// The three requests of the flow as curl commands, one on each line.
[[nodiscard]] std::string quick_start(const HostView& view);

/// The table of specification section 7; if scopes are declared, with invalid_scope.
[[nodiscard]] std::string error_table(const HostView& view);

/// Method, address, credential, response and errors of every endpoint, as a table.
[[nodiscard]] std::string endpoint_table(const HostView& view);

/// What the extended profile has, as its owner says; else that the owner publishes it.
[[nodiscard]] std::string profile_summary(const HostView& view);

/// "- [title](url): text" for each document of the list; empty if there is none.
[[nodiscard]] std::string document_items(const HostView& view, List list);

/// A list item for each page; empty without pages.
[[nodiscard]] std::string page_items(const HostView& view);

/// A list item for each work with its date and summary, newest first, as many as fit into `most` bytes.
[[nodiscard]] std::string publication_items(const HostView& view, std::size_t most = std::string::npos);
[[nodiscard]] std::string project_items(const HostView& view, std::size_t most = std::string::npos);

/// One paragraph each, with an empty line after it.
[[nodiscard]] std::string paragraphs(const content::Paragraphs& texts);

}  // namespace agent_access::documents
