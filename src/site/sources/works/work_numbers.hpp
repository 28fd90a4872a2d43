/// \file
/// Pages and numbers of works as bibliographies write them, in the form of site.json. Pure, thread safe.
#pragma once

#include <string>
#include <string_view>

namespace agent_access::sources {

/// "1–9, 12–15" of "pp. 1-9, 12 - 15", with an en dash whatever dash there was. A hyphen that is no range stays: pages
/// of sections are "10-1–10-9", that of an article with a number is "021001-1". "1,234–1,240" are two pages.
[[nodiscard]] std::string page_ranges(std::string_view text);

/// "978-3" of "ISBN-13: 978-3", where `label` is "isbn".
[[nodiscard]] std::string without_label(std::string_view text, std::string_view label);

}  // namespace agent_access::sources
