/// \file
/// The view of works, as view.hpp: of a work in a list, and of one on its own. Thread safe.
#pragma once

#include <string>

#include "site/content/content.hpp"
#include "site/content/markup.hpp"
#include "site/content/works.hpp"
#include "site/templates/template.hpp"

namespace agent_access::content {

/// A work in a dense list: `linked_title`, its title with a link to `path`, its page, or without pages to the work
/// itself; `time` and `byline`, with the first names only.
[[nodiscard]] templates::View row_view(const Publication& work, const std::string& path, const Markup& markup,
                                       NameLimit limit = {});
[[nodiscard]] templates::View row_view(const Project& work, const std::string& path, const Markup& markup);
/// A work in a list: the same with the first sentence of its `summary`, and `topics`.
[[nodiscard]] templates::View listed_view(const Publication& work, const std::string& path, const Markup& markup);
[[nodiscard]] templates::View listed_view(const Project& work, const std::string& path, const Markup& markup);
/// All that the work says. `has_facts` is about what stands beside its text, `has_lines` also about its page and its
/// kind as the owner wrote it.
[[nodiscard]] templates::View work_view(const Publication& work, const std::string& path, const Markup& markup);
[[nodiscard]] templates::View work_view(const Project& work, const std::string& path, const Markup& markup);

}  // namespace agent_access::content
