#include "site/guides/guides.hpp"

#include "base/hex.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "json/json_text.hpp"
#include "site/content/pages.hpp"
#include "site/content/view.hpp"
#include "site/content/work_view.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/documents/paths.hpp"
#include "site/guides/error_list.hpp"
#include "site/guides/guide_view.hpp"
#include "site/guides/labels_view.hpp"
#include "site/guides/markdown.hpp"
#include "site/guides/tool_list.hpp"
#include "site/guides/work_lists.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {
namespace {

namespace bj = boost::json;
using templates::View;

// What is longer is cut.
constexpr std::size_t kLongestAuthTitle = 100;
constexpr std::size_t kLongestLlmsTitle = 200;
constexpr std::size_t kLongestSiteSummary = 1000;
constexpr std::size_t kLongestList = 6000;
constexpr std::size_t kLongestEndpointTitle = 300;

/// The errors and the tools, in English.
void set_errors(View& values, const HostView& view) {
  values.set("errors", error_views(view, Markdown(view, content::Labels("en"), Markdown::Dates::as_written)));
}
void set_tools(View& values, const HostView& view) {
  const Markdown english(view, content::Labels("en"), Markdown::Dates::as_written);
  values.set("tools", tool_views(english, view.settings.has_profile));
}

/// Sets the values of guides/auth.md, which is a document and a part of llms-full.txt.
void set_auth(View& values, const HostView& view, bool is_whole) {
  std::vector<View> scopes;
  for (const auto& scope : scopes_of(view.settings)) {
    scopes.push_back(View().set("name", scope.name).set("meaning", scope.meaning));
  }
  values.set("is_whole", is_whole).set("scopes", scopes);
  set_errors(values, view);
  set_gated(values, view);
}

/// The value of a member of the front matter, without owner text.
std::string front_matter(std::string_view skill, const std::string& name) {
  const std::string start = "\n" + name + ": ";
  skill.remove_prefix(skill.find(start) + start.size());
  return std::string(skill.substr(0, skill.find('\n')));
}

/// Lower-case hexadecimal; empty if the crypto library fails.
std::string hex_digest(std::string_view text) {
  auto hasher = crypto::Sha256::create();
  if (!hasher) return {};
  const auto digest = hasher->digest(base::bytes_of(text));
  return digest ? base::to_hex(*digest) : std::string();
}

/// Method, scope and title of what a token opens besides the profile.
std::vector<View> endpoint_views(const HostView& view) {
  std::vector<View> endpoints;
  for (const auto& resource : gated_resources(view.settings)) {
    endpoints.push_back(View()
                            .set("methods", resource.gate == nullptr ? "GET" : base::joined(resource.gate->methods))
                            .set("url", view.url(resource.path))
                            .set("scope", resource.scope)
                            .set("title", templates::clipped(resource.title, kLongestEndpointTitle)));
  }
  return endpoints;
}

View cv_values(const HostView& view, const Markdown& markdown) {
  const Markdown english(view, content::Labels("en"), Markdown::Dates::as_written);
  View values = content::cv_view(*view.content.site.cv, markdown);
  values.set("label", labels_view(view, english)).set("heading", "###").set("to", "to");
  return values;
}

template <class Works>
std::vector<View> work_views(const HostView& view, const Works& works, const Markdown& markdown) {
  std::vector<View> views;
  for (const auto& work : works) views.push_back(work_view(work, path_of(view.settings, work), markdown));
  return views;
}

/// Sets the content of the site for llms-full.txt: title, about, contact, CV, works and questions.
void set_content(View& values, const HostView& view) {
  const content::Site& site = view.content.site;
  const Markdown markdown(view, content::Labels(site), Markdown::Dates::as_written);
  content::set_owner(values, site, markdown);
  View contact;
  content::set_contact(contact, site.contact, markdown);
  View faq;
  content::set_questions(faq, view.content.faq, markdown);
  values.set("title", site.title).set_optional("updated", site.updated).set("contact", contact).set("faq", faq);
  content::set_items(values, "publications", work_views(view, site.publications, markdown));
  content::set_items(values, "projects", work_views(view, site.projects, markdown));
  if (site.cv) {
    values.set("cv", cv_values(view, markdown));
  } else {
    values.set("cv", false);
  }
}

}  // namespace

std::string render_auth_md(const HostView& view) {
  View values = guide_view(view);
  set_auth(values, view, true);
  values.set("title", templates::clipped(view.content.site.title, kLongestAuthTitle));
  return templates::filled("guides/auth.md", values);
}

std::string render_agents_md(const HostView& view) {
  View values = guide_view(view);
  set_errors(values, view);
  set_tools(values, view);
  set_gated(values, view);
  values.set("owner", view.content.site.owner.name)
      .set("contents", contents_of(view.content.site))
      .set("current", kMcpRevisions.front())
      .set("oldest", kMcpRevisions.back())
      .set("newest", kMcpRevisions[1]);
  return templates::filled("guides/AGENTS.md", values);
}

std::string render_llms_txt(const HostView& view) {
  const content::Site& site = view.content.site;
  const std::string& summary = site.tagline.empty() ? site.owner.summary : site.tagline;
  const bool has_form = view.settings.has_pages && view.settings.conventions.page_markdown;
  const Markdown markdown(view, content::Labels(site), Markdown::Dates::as_written);
  View values = guide_view(view);
  values.set("title", templates::clipped(site.title, kLongestLlmsTitle))
      .set("contents", contents_of(site))
      .set("owner", templates::clipped(site.owner.name, kLongestSiteSummary))
      .set("pages", page_views(view, markdown))
      .set("faq_url", view.url(has_form ? text_path_of(view.settings, "/faq") : std::string(kFaqPath)))
      .set_optional("summary", templates::clipped(summary, kLongestSiteSummary));
  set_gated(values, view, kLongestList);
  set_works(values, view, markdown, {"guides/works.md", "guides/works.md"}, kLongestList);
  return templates::filled("guides/llms.txt.md", values);
}

std::string render_llms_full(const HostView& view) {
  View values = guide_view(view);
  set_content(values, view);
  set_auth(values, view, false);
  set_tools(values, view);
  values.set("endpoints", endpoint_views(view));
  return templates::filled("guides/llms-full.txt.md", values);
}

std::string render_skill(const HostView& view) {
  View values = guide_view(view);
  values.set("title", view.content.site.title).set("contents", contents_of(view.content.site));
  return templates::filled("guides/SKILL.md", values);
}

std::string render_skill_index(const HostView& view) {
  const std::string text = render_skill(view);
  const bj::object skill = {{"name", front_matter(text, "name")},
                            {"type", "skill-md"},
                            {"description", front_matter(text, "description")},
                            {"url", view.url(kSkillPath)},
                            {"digest", "sha256:" + hex_digest(text)}};
  const bj::object index = {{"$schema", "https://schemas.agentskills.io/discovery/0.2.0/schema.json"},
                            {"skills", bj::array{skill}}};
  return json::pretty_json(index);
}

}  // namespace agent_access::documents
