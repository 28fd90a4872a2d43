/// \file
/// Values that several Markdown documents have. Templates escape the texts. Thread safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "site/documents/document_row.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

/// The values that templates/guides share: addresses, names and constants of the protocol, flags of what the settings
/// enable, `tools`, and `gated` with the gated documents and gates that fit into `most` bytes of the text.
[[nodiscard]] templates::View guide_view(const HostView& view, std::size_t most = std::string::npos);

/// As View::set_optional, for a text that may be white space.
void set_text(templates::View& values, const std::string& name, std::string_view text);

/// `[{{title}}]({{{url}}})`; an empty title is replaced by the URL.
[[nodiscard]] templates::View link_view(std::string_view title, std::string_view url);
/// The same of each with its {{summary}}.
[[nodiscard]] std::vector<templates::View> link_views(const HostView& view, const std::vector<content::Link>& links);
/// `{{#name}}` shows its part with the values of a link whose title is `title`, or the URL; not if there is no URL.
void set_link(templates::View& values, const std::string& name, std::string_view url, std::string_view title = {});

/// {{text}} of each.
[[nodiscard]] std::vector<templates::View> text_views(const std::vector<std::string>& texts);

/// Each page as a link with its {{summary}}; none without pages.
[[nodiscard]] std::vector<templates::View> page_views(const HostView& view);

/// Sets `publications` and `projects` for guides/works.md, newest first, of each as many as fit into `most` bytes of
/// the text; false if there are none.
void set_works(templates::View& values, const HostView& view, std::size_t most = std::string::npos);

/// The title, {{summary}}, `paragraphs` and facts of a work; `has_facts` says whether there are any of the last. Of
/// very many authors the first.
[[nodiscard]] templates::View work_view(const HostView& view, const content::Publication& work);
[[nodiscard]] templates::View work_view(const HostView& view, const content::Project& work);

}  // namespace agent_access::documents
