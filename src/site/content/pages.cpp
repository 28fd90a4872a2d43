#include "site/content/pages.hpp"

#include "site/content/labels.hpp"

namespace agent_access::content {

std::vector<Page> pages_of(const Settings& settings, const Content& content) {
  if (!settings.has_pages) return {};
  const Site& site = content.site;
  const Labels labels(site);
  std::vector<Page> pages;
  const auto add = [&](const std::string& slug, const std::string& path, const std::string& label) {
    pages.push_back({slug, path, std::string(labels.text(label + "_title")),
                     labels.text(label + "_summary", {{"name", site.owner.name}}),
                     labels.is_foreign(label + "_title")});
  };
  add("home", "/", "home");
  if (!site.publications.empty()) add("publications", "/publications", "publications");
  if (!site.projects.empty()) add("projects", "/projects", "projects");
  if (site.cv) add("cv", "/cv", "cv");
  if (!content.faq.questions.empty()) add("faq", "/faq", "faq");
  add("contact", "/contact", "contact");
  if (settings.has_profile) add("agent-access", "/agent-access", "agent");
  return pages;
}

std::string path_of(const Settings& settings, const Publication& publication) {
  return settings.has_pages ? "/publications/" + publication.slug : std::string();
}

std::string path_of(const Settings& settings, const Project& project) {
  return settings.has_pages ? "/projects/" + project.slug : std::string();
}

std::string markdown_path_of(std::string_view page_path) {
  return std::string(page_path) + (page_path.ends_with('/') ? "index.md" : ".md");
}

std::string text_path_of(const Settings& settings, std::string_view page_path) {
  const bool has_form = settings.conventions.page_markdown && !settings.own_paths.contains(page_path);
  return has_form ? markdown_path_of(page_path) : std::string(page_path);
}

}  // namespace agent_access::content
