// A fictional site of which any text can be made hostile, and its rendered pages.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>

#include "service/fault_table.hpp"
#include "site/pages/pages.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::pages::test {

using documents::Rendered;
using testing::HasSubstr;
using testing::Not;

/// Ends text, attributes, comments and scripts where it is not escaped.
inline const std::string kHostile = "\"'><img src=x onerror=alert(1)></script><script>alert(2)</script>{{base_url}}&";
inline const std::string kHostileUrl = "javascript:alert(3)";

inline content::Settings settings(bool has_pages = true) {
  return {
      {base::parse_base_url("https://example.com").value(), base::parse_base_url("https://www.example.com").value()},
      has_pages};
}

inline content::Content content_of(const std::string& text, const std::string& url) {
  content::Content content;
  auto& site = content.site;
  site.title = site.tagline = site.updated = text;
  site.owner = {content::OwnerKind::person, text, text, text, text, {text, text}, text, {text}, {url}};
  site.contact = {text, text, {{text, url}}};
  site.links = {{text, url}};
  site.publications = {{"first", text, "2034-05", {text, text}, text, text, {text}, url, {text}},
                       {"second", text, text, {text}, text, "", {}, "", {}}};
  site.projects = {{"device", text, "2033", text, text, {text}, url, url, text, text, {text}}};
  site.cv = content::Cv{
      text,          {{text, text, "2031-04", "", text}}, {{text, text, text}}, {{text, {text}}}, {{text, text}},
      {{text, text}}};
  content.faq = {text, {{text, text}, {text, text}}};
  return content;
}

inline content::Content plain() { return content_of("Plain text", "https://elsewhere.example/a"); }

inline std::map<std::string, Rendered> rendered(const content::Content& content, const content::Settings& settings,
                                                std::size_t host = 0) {
  std::map<std::string, Rendered> pages;
  const documents::HostView view{settings, content, publish::document_table(), host, service::kFaults};
  PageRenderer renderer(view);
  for (const auto& source : page_sources(view)) {
    for (auto& page : renderer.render(source)) pages.emplace(page.path, page);
  }
  return pages;
}

inline std::map<std::string, Rendered> html_pages(const content::Content& content, std::size_t host = 0) {
  auto pages = rendered(content, settings(), host);
  std::erase_if(pages, [](const auto& entry) { return !entry.second.media_type.starts_with("text/html"); });
  EXPECT_FALSE(pages.empty());
  return pages;
}

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

inline std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it) found.insert((*it)[1]);
  return found;
}

inline std::set<std::string> paths_of(const std::map<std::string, Rendered>& pages) {
  std::set<std::string> paths;
  for (const auto& [path, page] : pages) paths.insert(path);
  return paths;
}

}  // namespace agent_access::pages::test
