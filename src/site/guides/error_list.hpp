/// \file
/// The errors that this site can return, which the page for agents, its Markdown form and the guides list alike. Thread
/// safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "site/content/markup.hpp"
#include "site/documents/document_row.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

struct ErrorRow {
  std::uint16_t status = 0;
  std::string_view error;
  std::string_view label = {};     ///< why_… and fix_… are the labels that explain it
  std::string_view sentence = {};  ///< explains it if it has no label; without either, only `error_description` does
};

/// One row for each status and its error of HostView::faults, by status.
[[nodiscard]] std::vector<ErrorRow> error_rows(const HostView& view);

/// The same with {{{why}}} and {{{remedy}}} in the language of the labels.
[[nodiscard]] std::vector<templates::View> error_views(const HostView& view, const content::Markup& markup);

}  // namespace agent_access::documents
