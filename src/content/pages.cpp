#include "content/pages.hpp"

namespace agent_access::content {

std::vector<Page> pages_of(const Settings& settings, const Content& content) {
  if (!settings.has_pages) return {};
  const Site& site = content.site;
  std::vector<Page> pages;
  pages.push_back({"home", "/", "Home", "Who " + site.owner.name + " is, and what this site contains."});
  if (!site.publications.empty()) {
    pages.push_back({"publications", "/publications", "Publications", "Everything published, newest first."});
  }
  if (!site.projects.empty()) pages.push_back({"projects", "/projects", "Projects", "What is being built, and where."});
  if (site.cv) pages.push_back({"cv", "/cv", "CV", "The public CV: positions, education and skills."});
  pages.push_back({"faq", "/faq", "FAQ", "Short answers to common questions."});
  pages.push_back({"contact", "/contact", "Contact", "How to reach " + site.owner.name + "."});
  pages.push_back({"agent-access", "/agent-access", "Agent access",
                   "How software agents register, get a token and read the extended profile; try it live."});
  return pages;
}

std::string path_of(const Settings& settings, const Publication& publication) {
  return settings.has_pages ? "/publications/" + publication.slug : std::string();
}

std::string path_of(const Settings& settings, const Project& project) {
  return settings.has_pages ? "/projects/" + project.slug : std::string();
}

}  // namespace agent_access::content
