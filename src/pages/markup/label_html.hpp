/// \file
/// Labels as HTML, in templates and by name. Thread safe, no I/O.
#pragma once

#include <string>
#include <string_view>

#include "content/labels.hpp"

namespace agent_access::pages {

/// The label with its text escaped and `code` as an element. A placeholder {name} becomes {{name}}, which
/// documents::fill replaces.
[[nodiscard]] std::string label_html(const content::Labels& labels, std::string_view name);

/// The template with every [[name]] replaced by the label of that name. [[name key=value]] also fills the placeholder
/// {key} of the label with `value`, which is HTML and may contain spaces. Labels are not expanded again.
[[nodiscard]] std::string with_labels(std::string_view text, const content::Labels& labels);

}  // namespace agent_access::pages
