/// \file
/// Labels as Markdown, by name. Thread safe, no I/O.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "content/labels.hpp"
#include "documents/text_template.hpp"

namespace agent_access::documents {

/// The label with its text escaped and `code` kept as code. Each placeholder {name} is replaced by the value of that
/// name, which is Markdown; one without a value is kept.
[[nodiscard]] std::string label_markdown(const content::Labels& labels, std::string_view name,
                                         std::initializer_list<Placeholder> values = {});

}  // namespace agent_access::documents
