#include "documents/site/crawlers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "content/pages.hpp"
#include "documents/paths.hpp"
#include "render/markup_text.hpp"

namespace agent_access::documents {

namespace {

/// Crawlers and fetchers of AI services, listed because some of them and some scanners search for these names. They are
/// in the same group as "*", so that being listed neither allows nor forbids anything.
constexpr std::array<std::string_view, 18> kAgents = {
    "GPTBot",          "OAI-SearchBot", "ChatGPT-User",       "ClaudeBot",      "Claude-SearchBot",  "Claude-User",
    "Google-Extended", "PerplexityBot", "Perplexity-User",    "Applebot",       "Applebot-Extended", "Amazonbot",
    "CCBot",           "DeepSeekBot",   "Meta-ExternalAgent", "MistralAI-User", "DuckAssistBot",     "ora-agent"};

/// True for "2034-05-01"; false for a month or a year, which are omitted from the sitemap.
bool is_full_day(std::string_view date) noexcept { return date.size() == 10; }

/// "Content-Signal: search=yes, ai-train=no\n" with the signals that are set; empty if none is.
std::string signals_line(const content::ContentSignals& signals) {
  std::string list;
  for (const auto& [name, value] : {std::pair{"search", &signals.search}, std::pair{"ai-input", &signals.input},
                                    std::pair{"ai-train", &signals.training}}) {
    if (!value->empty()) list.append(list.empty() ? "" : ", ").append(name).append("=").append(*value);
  }
  return list.empty() ? list : "Content-Signal: " + list + "\n";
}

std::string entry(const std::string& address, std::string_view date) {
  std::string lines = "  <url>\n    <loc>" + render::escape_markup(address) + "</loc>\n";
  if (is_full_day(date)) lines.append("    <lastmod>").append(render::escape_markup(date)).append("</lastmod>\n");
  return lines += "  </url>\n";
}

}  // namespace

std::string render_robots(const HostView& view) {
  std::string body = "# Overview for agents: " + view.url(kLlmsPath) + "\n\nUser-agent: *\n";
  for (const auto agent : kAgents) body.append("User-agent: ").append(agent).append("\n");
  body += signals_line(view.settings.signals);
  // An empty rule forbids nothing (RFC 9309 section 2.2.2). "Allow: /" would override a "Disallow: /" that a CDN adds
  // before it for one of these names.
  body += "Disallow:\n\nSitemap: " + view.url(kSitemapPath) + "\n";
  if (view.settings.conventions.ard) body += "Agentmap: " + view.url(kArdPath) + "\n";
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
