/// \file
/// What the documents say of declared scopes, gated documents and gates (site/content/settings.hpp): one list of both,
/// and the scopes with their meanings. Without declarations all of it is empty, except that read:extended exists.
/// Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "site/documents/document_row.hpp"

namespace agent_access::documents {

/// A gated document or a gate. Refers to the settings.
struct GatedResource {
  std::string_view path;   ///< "/api/agent/paper.pdf", "/data/"
  std::string_view title;  ///< the path if the owner gives none
  std::string_view description;
  std::string_view scope;                            ///< name of the scope that opens it
  const content::GatedDocument* document = nullptr;  ///< null: a gate
  const content::Gate* gate = nullptr;               ///< null: a document
  std::size_t scope_index = 0;                       ///< among the declared scopes; 0 is that of the profile
};

/// The documents in the owner's order, then the gates.
[[nodiscard]] std::vector<GatedResource> gated_resources(const content::Settings& settings);

/// All scopes with their meanings; read:extended alone if nothing is declared.
[[nodiscard]] std::vector<content::Scope> scopes_of(const content::Settings& settings);

/// The meanings by name.
[[nodiscard]] boost::json::object scope_meanings(const content::Settings& settings);

/// The names in JSON, without brackets: "read:extended", "read:papers".
[[nodiscard]] std::string scope_list(const content::Settings& settings);

/// The same with the scopes that open the profile and the gated documents, but not those of gates.
[[nodiscard]] std::string document_scope_list(const content::Settings& settings);

/// Address of the owner's own OpenAPI document of a gate; empty if there is none.
[[nodiscard]] std::string openapi_url_of(const HostView& view, const content::Gate& gate);

}  // namespace agent_access::documents
