/// \file
/// Which pages the site has and where they are: navigation, sitemap, llms.txt, site.json and the tools list these.
/// Thread safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "content/content.hpp"
#include "content/settings.hpp"

namespace agent_access::content {

struct Page {
  std::string slug;     ///< "cv"; of the home page "home"
  std::string path;     ///< "/cv"; of the home page "/"
  std::string title;    ///< as in the navigation: "CV"
  std::string summary;  ///< one sentence
};

/// Home, publications, projects, CV, FAQ, contact, agent access, in this order; those without content are left out
/// (the first and the last two always stay). Empty when the settings switch the pages off.
[[nodiscard]] std::vector<Page> pages_of(const Settings& settings, const Content& content);

/// "/publications/<slug>" and "/projects/<slug>"; empty when the pages are off.
[[nodiscard]] std::string path_of(const Settings& settings, const Publication& publication);
[[nodiscard]] std::string path_of(const Settings& settings, const Project& project);

}  // namespace agent_access::content
