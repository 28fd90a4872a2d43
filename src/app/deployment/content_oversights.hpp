/// \file
/// What is valid in the owner's texts and probably not meant, in sentences with the place. Pure; thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "site/content/content.hpp"
#include "site/content/load.hpp"

namespace agent_access::app {

/// "site.json:12:7", "site.json:12" without a column, "site.json" without a line.
[[nodiscard]] std::string place_text(const std::string& file, std::size_t line, std::size_t column);

/// "site.json:12: publications[2].date: expected YYYY-MM-DD".
[[nodiscard]] std::string error_text(const std::string& file, const content::ContentError& error);

/// A warning for each member of site.json at the top whose unknown name is close to a known one.
[[nodiscard]] std::vector<std::string> typo_warnings(const content::Site& site, const std::string& file);

/// "9 members are published in /api/site.json and shown nowhere else: owner.phone, publications[].abstract (4), …"; at
/// most twelve names. Empty if the schema for editors knows all.
[[nodiscard]] std::string unshown_members(const content::Site& site);

/// A warning for each of the texts with markup that `file` has, at most three, then how many more there are.
[[nodiscard]] std::vector<std::string> markup_warnings(const std::string& file,
                                                       const std::vector<content::ContentError>& found);

}  // namespace agent_access::app
