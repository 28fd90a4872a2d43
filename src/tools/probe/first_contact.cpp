#include "tools/probe/first_contact.hpp"

#include <algorithm>

#include "http/message.hpp"
#include "site/templates/template.hpp"

namespace agent_access::tools {
namespace {

/// Each of these documents leads to all others.
constexpr auto kEntries = std::to_array<std::string_view>(
    {documents::kLlmsPath, documents::kApiCatalogPath, documents::kAuthMdPath, documents::kAgentsMdPath});

bool names_an_entry(std::string_view text) {
  return std::ranges::any_of(kEntries, [&](std::string_view path) { return text.contains(path); });
}

Verdict check_page(const FirstContact& contact) {
  if (names_an_entry(contact.link_fields) || names_an_entry(*contact.page)) return std::nullopt;
  const std::string path(documents::kApiCatalogPath);
  return Finding{"neither a Link field nor the page names the service, so agents that begin at / do not find it",
                 R"(add to its <head>: <link rel="api-catalog" href=")" + path + R"("> or send Link: <)" + path +
                     R"(>; rel="api-catalog")",
                 Mark::warned};
}

Verdict check_tools(const std::string& page) {
  if (page.contains(documents::kBrowserToolsPath)) return std::nullopt;
  return Finding{"the page does not load the browser tools (WebMCP), so agents in browsers do not have them",
                 R"(add to its <head>: <script type="module" src=")" + std::string(documents::kBrowserToolsPath) +
                     R"("></script>)",
                 Mark::warned};
}

/// What to do: to add the line that the generated document has, a template of one line.
std::string add_line(std::string_view name, const std::string& base_url) {
  const auto text = templates::filled(name, templates::View().set("base_url", base_url));
  return "add the line: " + text.substr(0, text.find('\n'));
}

Verdict check_guide(std::string_view text, const FirstContact& contact) {
  const auto path = contact.has_profile ? documents::kAuthMdPath : documents::kAgentsMdPath;
  if (text.contains(path)) return std::nullopt;
  return Finding{"it never names " + std::string(path) + ", so agents that read it do not learn of " +
                     (contact.has_profile ? "the extended profile" : "the tools and documents"),
                 add_line(contact.has_profile ? "guides/auth-link.md" : "guides/agents-link.md", contact.base_url),
                 Mark::warned};
}

Verdict check_robots_line(const std::string& robots, const std::string& base_url) {
  if (names_an_entry(robots)) return std::nullopt;
  return Finding{"it does not say where the overview for agents is", add_line("site/robots-line.txt", base_url),
                 Mark::warned};
}

}  // namespace

void add_response(FirstContact& contact, std::string_view path, const ClientResponse& response) {
  const auto type = response.field("Content-Type");
  const bool is_html = type.empty() || http::is_media_type(type, "text/html");
  if (response.status != 200 || is_html != (path == "/")) return;
  if (path == documents::kLlmsPath) contact.llms = response.body;
  if (path == documents::kAgentsMdPath) contact.agents_md = response.body;
  if (path == documents::kRobotsPath) contact.robots = response.body;
  if (path != "/") return;
  contact.page = response.body;
  for (const auto& field : response.fields) {
    if (http::equal_names(field.name, "Link")) contact.link_fields.append(field.value).append("\n");
  }
}

std::vector<Lead> leads_of(const FirstContact& contact) {
  std::vector<Lead> leads;
  if (contact.page) leads.push_back({"/ leads to the service", check_page(contact)});
  if (contact.page && contact.has_tools) leads.push_back({"/ loads the browser tools", check_tools(*contact.page)});
  if (contact.llms) leads.push_back({"/llms.txt leads to the service", check_guide(*contact.llms, contact)});
  if (contact.agents_md && contact.has_profile) {
    leads.push_back({"/AGENTS.md leads to the service", check_guide(*contact.agents_md, contact)});
  }
  if (contact.robots) {
    leads.push_back({"/robots.txt leads to the service", check_robots_line(*contact.robots, contact.base_url)});
  }
  return leads;
}

}  // namespace agent_access::tools
