/// \file
/// The pages of the site and their paths, as navigation, sitemap, llms.txt, site.json and the tools list them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "site/content/content.hpp"
#include "site/content/settings.hpp"

namespace agent_access::content {

struct Page {
  std::string slug;         ///< "cv"; of the home page "home"
  std::string path;         ///< "/cv"; of the home page "/"
  std::string title;        ///< as in the navigation: "CV"
  std::string summary;      ///< one sentence
  bool is_foreign = false;  ///< both are English on a site of another language (Labels::is_foreign)
};

/// Home, publications, projects, CV, FAQ, contact, agent access, in this order, without publications, projects, CV and
/// FAQ if they have no content, and without agent access if there is no profile; titles and summaries in the language
/// of the site. Empty if the settings disable the pages.
[[nodiscard]] std::vector<Page> pages_of(const Settings& settings, const Content& content);

/// "/publications/<slug>" and "/projects/<slug>"; empty if the settings disable the pages.
[[nodiscard]] std::string path_of(const Settings& settings, const Publication& publication);
[[nodiscard]] std::string path_of(const Settings& settings, const Project& project);

/// The path of the Markdown form of a page: "/cv.md"; of the home page "/index.md".
[[nodiscard]] std::string markdown_path_of(std::string_view page_path);

/// The path of a page for readers of Markdown: that of its generated Markdown form, or its own if the settings
/// enable no forms or the owner has replaced the page.
[[nodiscard]] std::string text_path_of(const Settings& settings, std::string_view page_path);

}  // namespace agent_access::content
