#include "documents/site/crawlers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "content/pages.hpp"
#include "documents/paths.hpp"

namespace agent_access::documents {

namespace {

/// Crawlers and fetchers of AI services, named because some of them and some graders look for their names. They stand
/// in the group of everybody, so that naming one neither allows nor forbids anything.
constexpr std::array<std::string_view, 18> kAgents = {
    "GPTBot",          "OAI-SearchBot", "ChatGPT-User",       "ClaudeBot",      "Claude-SearchBot",  "Claude-User",
    "Google-Extended", "PerplexityBot", "Perplexity-User",    "Applebot",       "Applebot-Extended", "Amazonbot",
    "CCBot",           "DeepSeekBot",   "Meta-ExternalAgent", "MistralAI-User", "DuckAssistBot",     "ora-agent"};

/// "2034-05-01"; the owner may have given a month or a year only, of which a sitemap cannot say when.
bool is_full_day(std::string_view date) noexcept { return date.size() == 10; }

/// "Content-Signal: search=yes, ai-train=no\n", of what the owner has set alone; nothing when that is nothing.
std::string signals_line(const content::ContentSignals& signals) {
  std::string list;
  for (const auto& [name, value] : {std::pair{"search", &signals.search}, std::pair{"ai-input", &signals.input},
                                    std::pair{"ai-train", &signals.training}}) {
    if (!value->empty()) list.append(list.empty() ? "" : ", ").append(name).append("=").append(*value);
  }
  return list.empty() ? list : "Content-Signal: " + list + "\n";
}

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string entry(const std::string& address, std::string_view date) {
  std::string lines = "  <url>\n    <loc>" + xml_text(address) + "</loc>\n";
  if (is_full_day(date)) lines.append("    <lastmod>").append(xml_text(date)).append("</lastmod>\n");
  return lines += "  </url>\n";
}

}  // namespace

std::string render_robots(const HostView& view) {
  std::string body = "# What is here for agents: " + view.url(kLlmsPath) + "\n\nUser-agent: *\n";
  for (const auto agent : kAgents) body.append("User-agent: ").append(agent).append("\n");
  body += signals_line(view.settings.signals);
  // An empty rule forbids nothing (RFC 9309 section 2.2.2). "Allow: /" would win over a "Disallow: /" that somebody
  // else, such as a CDN, puts before it for one of these names.
  body += "Disallow:\n\nSitemap: " + view.url(kSitemapPath) + "\n";
  return body;
}

std::string render_sitemap(const HostView& view) {
  const content::Site& site = view.content.site;
  std::string body =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
  for (const auto& page : pages_of(view.settings, view.content)) {
    body += entry(view.url(page.path), page.slug == "faq" ? view.content.faq.updated : site.updated);
  }
  for (const auto& work : site.publications) body += entry(view.url(path_of(view.settings, work)), work.date);
  for (const auto& work : site.projects) body += entry(view.url(path_of(view.settings, work)), work.date);
  body += "</urlset>\n";
  return body;
}

}  // namespace agent_access::documents
