/// \file
/// The labels of the site as values of templates. Thread safe.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "site/content/markup.hpp"
#include "site/documents/document_row.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

/// Markup::label, or what writes a label elsewhere.
using WriteLabel = std::function<std::string(std::string_view, std::span<const content::LabelValue>)>;

/// Every label by its name, with what a placeholder of that name always stands for. One that templates show with
/// several values has a name for each: {{{example_response_200}}}.
[[nodiscard]] templates::View labels_view(const HostView& view, const content::Markup& markup, const WriteLabel& write);
[[nodiscard]] templates::View labels_view(const HostView& view, const content::Markup& markup);

}  // namespace agent_access::documents
