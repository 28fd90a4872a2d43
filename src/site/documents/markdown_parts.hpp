/// \file
/// Values that several Markdown documents have. Templates escape the texts. Thread safe.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "site/content/labels.hpp"
#include "site/documents/document_row.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

/// The values that templates/guides share: addresses, names and constants of the protocol, flags of what the settings
/// enable, `tools`, and `gated` with the gated documents and gates that fit into `most` bytes of the text.
[[nodiscard]] templates::View guide_view(const HostView& view, std::size_t most = std::string::npos);

/// The label with its text escaped and `code` kept as code.
[[nodiscard]] std::string label_markdown(const content::Labels& labels, std::string_view name,
                                         std::initializer_list<content::LabelValue> values = {});

/// The browser tools with their inputs, for guides/tools.md; without a profile those that need no token.
[[nodiscard]] std::vector<templates::View> tool_views(const content::Labels& labels, bool has_profile = true);

/// The rows of guides/errors.md with {{{why}}} and {{{remedy}}} in the language of the labels.
[[nodiscard]] std::vector<templates::View> error_views(const HostView& view, const content::Labels& labels);

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
/// the text, the number `left_out`, and `all`, the address of the whole list; false if there are none. With `labels`
/// they say as much as the list of a page: also authors, venue and topics.
void set_works(templates::View& values, const HostView& view, std::size_t most = std::string::npos,
               const content::Labels* labels = nullptr);

/// The title, {{summary}}, `paragraphs` and facts of a work; `has_facts` says whether there are any of the last. Of
/// very many authors the first.
[[nodiscard]] templates::View work_view(const HostView& view, const content::Publication& work);
[[nodiscard]] templates::View work_view(const HostView& view, const content::Project& work);

}  // namespace agent_access::documents
