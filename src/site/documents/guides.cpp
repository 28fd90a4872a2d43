#include "site/documents/metadata.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "base/hex.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "json/json_text.hpp"
#include "site/content/pages.hpp"
#include "site/documents/gated_resources.hpp"
#include "site/documents/markdown_parts.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;
using templates::markdown_text;

// What is longer is cut.
constexpr std::size_t kLongestAuthTitle = 100;
constexpr std::size_t kLongestLlmsTitle = 200;
constexpr std::size_t kLongestSiteSummary = 1000;
constexpr std::size_t kLongestList = 6000;

constexpr std::string_view kSkillName = "read-site-profile";
/// Without owner text, because it is part of YAML.
constexpr std::string_view kSkillDescription =
    "Reads the public data of this site and, with an anonymous OAuth 2.0 client, its extended profile. Use "
    "when a question is about the site's owner or their work.";

std::string auth_md(const HostView& view, templates::View values, bool is_whole) {
  std::vector<templates::View> scopes;
  for (const auto& scope : scopes_of(view.settings)) {
    scopes.push_back(templates::View().set("name", scope.name).set("meaning", scope.meaning));
  }
  values.set("is_whole", is_whole)
      .set("title", templates::clipped(view.content.site.title, kLongestAuthTitle))
      .set("scopes", scopes);
  return templates::filled("guides/auth.md", values);
}

std::string summary_of(const content::Site& site) {
  const std::string& text = site.tagline.empty() ? site.owner.summary : site.tagline;
  return templates::clipped(text.empty() ? "Site of " + site.owner.name + "." : text, kLongestSiteSummary);
}

/// "<https://example.com/a>, <https://example.com/b>".
std::string addresses(const HostView& view, List list) {
  std::string text;
  for (const auto& [document, listing] : listed_in(view, list)) {
    text.append(text.empty() ? "<" : ", <").append(view.url(document.path)).append(">");
  }
  return text;
}

/// Lower-case hexadecimal; empty if the crypto library fails.
std::string hex_digest(std::string_view text) {
  auto hasher = crypto::Sha256::create();
  if (!hasher) return {};
  const auto digest = hasher->digest(base::bytes_of(text));
  return digest ? base::to_hex(*digest) : std::string();
}

// --- llms-full.txt ---

std::string page_url(const HostView& view, const std::string& path) { return path.empty() ? path : view.url(path); }

template <class Work>
templates::View work_view(const Work& work, const std::vector<Fact>& facts) {
  const std::vector<templates::View> views = fact_views(facts);
  templates::View values;
  values.set("title", work.title)
      .set("facts", views)
      .set("has_facts", !views.empty())
      .set("paragraphs", text_views(work.text));
  values.set_optional("summary", work.summary);
  return values;
}

std::vector<templates::View> publication_views(const HostView& view) {
  std::vector<templates::View> views;
  for (const auto& work : view.content.site.publications) {
    views.push_back(work_view(work, {{"Date", markdown_text(work.date)},
                                     {"Authors", text_list(work.authors)},
                                     {"Venue", markdown_text(work.venue)},
                                     {"Topics", text_list(work.topics)},
                                     {"Page", link_to(page_url(view, path_of(view.settings, work)))},
                                     {"Published at", link_to(work.url)}}));
  }
  return views;
}

std::vector<templates::View> project_views(const HostView& view) {
  std::vector<templates::View> views;
  for (const auto& work : view.content.site.projects) {
    views.push_back(work_view(work, {{"Date", markdown_text(work.date)},
                                     {"Status", markdown_text(work.status)},
                                     {"Language", markdown_text(work.language)},
                                     {"Licence", markdown_text(work.licence)},
                                     {"Topics", text_list(work.topics)},
                                     {"Page", link_to(page_url(view, path_of(view.settings, work)))},
                                     {"Site", link_to(work.url)},
                                     {"Source", link_to(work.repository)}}));
  }
  return views;
}

void set_about(templates::View& values, const content::Site& site) {
  const content::Owner& owner = site.owner;
  std::vector<Fact> facts = {{"Name", markdown_text(owner.name)},
                             {"Job title", markdown_text(owner.job_title)},
                             {"Works for", markdown_text(owner.works_for)},
                             {"Location", markdown_text(owner.location)},
                             {"Knows about", text_list(owner.knows_about)}};
  for (const auto& url : owner.same_as) facts.push_back({"Also at", link_to(url)});
  values.set_optional("tagline", site.tagline);
  values.set_optional("summary", owner.summary);
  values.set("about", text_views(owner.about))
      .set("about_facts", fact_views(facts))
      .set("links", link_views(site.links))
      .set("has_links", !site.links.empty());
}

void set_contact(templates::View& values, const content::Contact& contact) {
  const bool has_ways = !contact.email.empty() || !contact.channels.empty();
  values.set_optional("note", contact.note);
  values.set_optional("email", contact.email);
  values.set("channels", link_views(contact.channels))
      .set("has_ways", has_ways)
      .set("has_contact", has_ways || !contact.note.empty());
}

std::vector<templates::View> question_views(const content::Faq& faq) {
  std::vector<templates::View> views;
  for (const auto& question : faq.questions) {
    views.emplace_back().set("question", question.question).set_optional("answer", question.answer);
  }
  return views;
}

bool has_content(const content::Cv& cv) {
  return !cv.summary.empty() || !cv.positions.empty() || !cv.education.empty() || !cv.skills.empty() ||
         !cv.languages.empty() || !cv.awards.empty();
}

/// Sets the content of the site for llms-full.txt: title, about, contact, CV, works and questions.
void set_content(templates::View& values, const HostView& view) {
  const content::Site& site = view.content.site;
  values.set("title", site.title);
  values.set_optional("updated", site.updated);
  set_about(values, site);
  set_contact(values, site.contact);
  const bool has_cv = site.cv && has_content(*site.cv);
  values.set("has_cv", has_cv)
      .set("cv", has_cv ? cv_view(*site.cv) : templates::View())
      .set("publications", publication_views(view))
      .set("has_publications", !site.publications.empty())
      .set("projects", project_views(view))
      .set("has_projects", !site.projects.empty())
      .set("questions", question_views(view.content.faq))
      .set("has_questions", !view.content.faq.questions.empty());
}

}  // namespace

std::string render_auth_md(const HostView& view) { return auth_md(view, guide_view(view), true); }

std::string render_agents_md(const HostView& view) {
  templates::View values = guide_view(view);
  values.set("owner", view.content.site.owner.name)
      .set("data", addresses(view, List::guide_data))
      .set("descriptions", addresses(view, List::guide_descriptions))
      .set("current", documents::kCurrentMcpRevision)
      .set("oldest", documents::kOldestMcpRevision)
      .set("newest", documents::kNewestInitializedMcpRevision);
  return templates::filled("guides/AGENTS.md", values);
}

std::string render_llms_txt(const HostView& view) {
  const content::Site& site = view.content.site;
  templates::View values = guide_view(view);
  values.set("title", templates::clipped(site.title, kLongestLlmsTitle))
      .set("summary", summary_of(site))
      .set("when", listed_views(view, List::llms_use))
      .set("authentication", listed_views(view, List::llms_authentication))
      .set("api", listed_views(view, List::llms_api))
      .set("optional", listed_views(view, List::llms_optional));
  set_lines(values, "gated", gated_items(view, kLongestList));
  set_lines(values, "pages", page_items(view, false));
  set_lines(values, "publications", publication_items(view, kLongestList));
  set_lines(values, "projects", project_items(view, kLongestList));
  return templates::filled("guides/llms.txt.md", values);
}

std::string render_llms_full(const HostView& view) {
  templates::View values = guide_view(view);
  set_content(values, view);
  set_lines(values, "auth_sections", templates::with_deeper_headings(auth_md(view, values, false)));
  set_lines(values, "endpoints", endpoint_table(view, values));
  return templates::filled("guides/llms-full.txt.md", values);
}

std::string render_skill(const HostView& view) {
  templates::View values = guide_view(view);
  values.set("name", kSkillName).set("description", kSkillDescription).set("title", view.content.site.title);
  return templates::filled("guides/SKILL.md", values);
}

std::string render_skill_index(const HostView& view) {
  const bj::object skill = {{"name", kSkillName},
                            {"type", "skill-md"},
                            {"description", kSkillDescription},
                            {"url", view.url(kSkillPath)},
                            {"digest", "sha256:" + hex_digest(render_skill(view))}};
  const bj::object index = {{"$schema", "https://schemas.agentskills.io/discovery/0.2.0/schema.json"},
                            {"skills", bj::array{skill}}};
  return json::pretty_json(index);
}

}  // namespace agent_access::documents
