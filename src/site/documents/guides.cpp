#include "site/documents/metadata.hpp"

#include "base/hex.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "json/json_text.hpp"
#include "site/documents/markdown_parts.hpp"
#include "site/documents/paths.hpp"
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

/// Sets the values of guides/auth.md, which is a document and a part of llms-full.txt.
void set_auth(View& values, const HostView& view, bool is_whole) {
  std::vector<View> scopes;
  for (const auto& scope : scopes_of(view.settings)) {
    scopes.push_back(View().set("name", scope.name).set("meaning", scope.meaning));
  }
  values.set("is_whole", is_whole).set("scopes", scopes);
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

// --- llms-full.txt ---

template <class Works>
std::vector<View> work_views(const HostView& view, const Works& works) {
  std::vector<View> views;
  for (const auto& work : works) views.push_back(work_view(view, work));
  return views;
}

void set_about(View& values, const HostView& view) {
  const content::Site& site = view.content.site;
  const content::Owner& owner = site.owner;
  values.set_optional("tagline", site.tagline).set_optional("summary", owner.summary);
  set_text(values, "name", owner.name);
  set_text(values, "job_title", owner.job_title);
  set_text(values, "works_for", owner.works_for);
  set_text(values, "location", owner.location);
  set_text(values, "knows_about", base::joined(owner.knows_about));
  std::vector<View> same_as;
  for (const auto& url : owner.same_as) same_as.push_back(link_view("", url));
  values.set("same_as", same_as)
      .set("about", text_views(owner.about))
      .set("links", link_views(view, site.links))
      .set("has_links", !site.links.empty());
}

void set_contact(View& values, const HostView& view) {
  const content::Contact& contact = view.content.site.contact;
  const bool has_ways = !contact.email.empty() || !contact.channels.empty();
  values.set_optional("note", contact.note);
  values.set_optional("email", contact.email);
  values.set("channels", link_views(view, contact.channels))
      .set("has_ways", has_ways)
      .set("has_contact", has_ways || !contact.note.empty());
}

std::vector<View> question_views(const content::Faq& faq) {
  std::vector<View> views;
  for (const auto& question : faq.questions) {
    views.emplace_back().set("question", question.question).set_optional("answer", question.answer);
  }
  return views;
}

bool has_content(const content::Cv& cv) {
  return !cv.summary.empty() || !cv.positions.empty() || !cv.education.empty() || !cv.skills.empty() ||
         !cv.languages.empty() || !cv.awards.empty() || !cv.sections.empty();
}

/// Sets the content of the site for llms-full.txt: title, about, contact, CV, works and questions.
void set_content(View& values, const HostView& view) {
  const content::Site& site = view.content.site;
  values.set("title", site.title);
  values.set_optional("updated", site.updated);
  set_about(values, view);
  set_contact(values, view);
  const bool has_cv = site.cv && has_content(*site.cv);
  values.set("has_cv", has_cv)
      .set("cv", has_cv ? cv_view(view, *site.cv) : View())
      .set("publications", work_views(view, site.publications))
      .set("has_publications", !site.publications.empty())
      .set("projects", work_views(view, site.projects))
      .set("has_projects", !site.projects.empty())
      .set("questions", question_views(view.content.faq))
      .set("has_questions", !view.content.faq.questions.empty());
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
  values.set("owner", view.content.site.owner.name)
      .set("current", kMcpRevisions.front())
      .set("oldest", kMcpRevisions.back())
      .set("newest", kMcpRevisions[1]);
  return templates::filled("guides/AGENTS.md", values);
}

std::string render_llms_txt(const HostView& view) {
  const content::Site& site = view.content.site;
  const std::string& summary = site.tagline.empty() ? site.owner.summary : site.tagline;
  const bool has_form = view.settings.has_pages && view.settings.conventions.page_markdown;
  View values = guide_view(view, kLongestList);
  values.set("title", templates::clipped(site.title, kLongestLlmsTitle))
      .set("owner", templates::clipped(site.owner.name, kLongestSiteSummary))
      .set("pages", page_views(view))
      .set("faq_url", view.url(has_form ? text_path_of(view.settings, "/faq") : std::string(kFaqPath)))
      .set_optional("summary", templates::clipped(summary, kLongestSiteSummary));
  set_works(values, view, kLongestList);
  return templates::filled("guides/llms.txt.md", values);
}

std::string render_llms_full(const HostView& view) {
  View values = guide_view(view);
  set_content(values, view);
  set_auth(values, view, false);
  values.set("endpoints", endpoint_views(view));
  return templates::filled("guides/llms-full.txt.md", values);
}

std::string render_skill(const HostView& view) {
  View values = guide_view(view);
  values.set("title", view.content.site.title);
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
