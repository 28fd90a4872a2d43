/// \file
/// Values and parts of several Markdown documents. Owner text is escaped by the templates, and in what is Markdown
/// already. Thread safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "site/documents/document_row.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

/// The values that templates/guides share: addresses, names and constants of the protocol, flags of what the settings
/// enable, and as Markdown the parts `quick_start`, `errors`, `tools`, `scope_request` and `gated`.
[[nodiscard]] templates::View guide_view(const HostView& view);

/// Method, address, credential, response and errors of every endpoint, as a table; `values` are those of guide_view().
[[nodiscard]] std::string endpoint_table(const HostView& view, templates::View values);

/// {{title}}, {{url}} and {{text}} of each document of the list.
[[nodiscard]] std::vector<templates::View> listed_views(const HostView& view, List list);

/// The commands of the flow: register, get a token, read the profile.
[[nodiscard]] std::vector<std::string> quick_start(const HostView& view);

/// Both Markdown.
struct Fact {
  std::string label;
  std::string text;
};

/// {{{label}}} and {{{text}}} of each that has a text.
[[nodiscard]] std::vector<templates::View> fact_views(const std::vector<Fact>& facts);

/// {{text}} of each.
[[nodiscard]] std::vector<templates::View> text_views(const std::vector<std::string>& texts);

/// {{{link}}} of each.
[[nodiscard]] std::vector<templates::View> link_views(const std::vector<content::Link>& links);

/// As View::set_optional: {{{name}}} is Markdown of complete lines, without the end of the last one.
void set_lines(templates::View& values, const std::string& name, std::string_view lines);

/// A list item for each page; empty without pages.
[[nodiscard]] std::string page_items(const HostView& view, bool has_summaries);

/// A list item for each work with its date and summary, newest first, as many as fit into `most` bytes.
[[nodiscard]] std::string publication_items(const HostView& view, std::size_t most = std::string::npos);
[[nodiscard]] std::string project_items(const HostView& view, std::size_t most = std::string::npos);

/// "- [title](url) (scope `read:papers`; folder): description" for each gated document and gate, as many as fit into
/// `most` bytes; a last item says how many are left out, with the address of the document that has all.
[[nodiscard]] std::string gated_items(const HostView& view, std::size_t most = std::string::npos);

/// "a, b".
[[nodiscard]] std::string text_list(const std::vector<std::string>& texts);

/// A link with the URL as its text; empty without one.
[[nodiscard]] std::string link_to(const std::string& url);

}  // namespace agent_access::documents
