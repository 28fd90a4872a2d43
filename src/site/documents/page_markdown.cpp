#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "json/json_text.hpp"
#include "site/content/labels.hpp"
#include "site/content/text_form.hpp"
#include "site/content/works.hpp"
#include "site/documents/markdown_parts.hpp"
#include "site/documents/metadata.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {
namespace {

using content::Labels;
using templates::markdown_link;
using templates::markdown_text;

/// Of works on the home page, in bytes; the rest is on pages of its own.
constexpr std::size_t kLongestHomeList = 6000;

/// {{{label.name}}} of each.
templates::View label_view(const Labels& labels, const std::vector<std::string>& names) {
  templates::View view;
  for (const auto& name : names) view.set(name, label_markdown(labels, name));
  return view;
}

templates::View head_of(std::string_view title, std::string_view summary) {
  templates::View values;
  values.set("title", title);
  set_text(values, "summary", summary);
  return values;
}

/// The template is named like the page.
std::string list_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  templates::View values = head_of(page.title, page.summary);
  set_works(values, view, std::string::npos, &labels);
  return templates::filled("site/" + page.slug + ".md", values);
}

std::string cv_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  const content::Cv& cv = view.content.site.cv.value();
  templates::View values = head_of(page.title, cv.summary);
  set_text(values, "owner", view.content.site.owner.name);
  values.set("cv", cv_view(view, cv, &labels))
      .set("label", label_view(labels, {"positions", "today", "education", "skills", "languages", "awards"}));
  return templates::filled("site/cv.md", values);
}

std::string faq_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  const content::Faq& faq = view.content.faq;
  std::vector<templates::View> questions;
  for (const auto& entry : faq.questions) {
    questions.push_back(templates::View().set("question", entry.question).set("answer", entry.answer));
  }
  const std::string date = markdown_text(content::date_text(labels, faq.updated));
  templates::View values = head_of(page.title, page.summary);
  values.set("questions", questions).set("label", label_view(labels, {"faq_heading"}));
  values.set_optional("updated", date.empty() ? std::string() : label_markdown(labels, "updated", {{"date", date}}));
  return templates::filled("site/faq.md", values);
}

std::string contact_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  const content::Contact& contact = view.content.site.contact;
  const std::string name = markdown_text(view.content.site.owner.name);
  templates::View values = head_of(page.title, page.summary);
  set_text(values, "note", contact.note);
  set_link(values, "email", contact.email.empty() ? "" : "mailto:" + contact.email, contact.email);
  values.set("channels", link_views(view, contact.channels))
      .set("has_channels", !contact.channels.empty())
      .set("has_ways", !contact.channels.empty() || !contact.email.empty() || !markdown_text(contact.note).empty())
      .set("has_profile", view.settings.has_profile)
      .set("agents_text", label_markdown(labels, "contact_agents_text", {{"name", name}}))
      .set("agents_url", view.url(text_path_of(view.settings, "/agent-access")))
      .set("label", label_view(labels, {"other_ways", "contact_none", "contact_agents", "agent_title"}));
  return templates::filled("site/contact.md", values);
}

std::string agent_access_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  const std::string name = markdown_text(view.content.site.owner.name);
  const std::string links =
      label_markdown(labels, "embed_links",
                     {{"auth", markdown_link("auth.md", view.url(kAuthMdPath))},
                      {"openapi", markdown_link("openapi.json", view.url(kOpenapiPath))},
                      {"jwks", markdown_link("jwks.json", view.issuer() + std::string(kJwksPath))}});
  templates::View values = guide_view(view);
  values.set("title", page.title)
      .set("lead", label_markdown(labels, "agent_lead", {{"name", name}}))
      .set("example_response_200", label_markdown(labels, "example_response", {{"status", "200 OK"}}))
      .set("example_response_201", label_markdown(labels, "example_response", {{"status", "201 Created"}}))
      .set("errors", error_views(view, labels))
      .set("tools", tool_views(labels))
      .set("tools_text", label_markdown(labels, "tools_text", {{"webmcp", markdown_link("WebMCP", kWebMcpUri)}}))
      .set("embed_links", links)
      .set("label", label_view(labels, content::label_names()));
  set_text(values, "summary", view.content.site.profile_summary);
  return templates::filled("site/agent-access.md", values);
}

/// `[{{name}}]({{{url}}})`, or the name alone.
templates::View& set_named(templates::View& item, const HostView& view, const content::Address& url) {
  return item.set_optional("url", templates::link_target(view.address(url)));
}

std::vector<templates::View> section_views(const HostView& view, const content::Cv& cv, const auto& time) {
  std::vector<templates::View> sections;
  for (const auto& section : cv.sections) {
    std::vector<templates::View> items;
    for (const auto& entry : section.items) {
      templates::View& item = items.emplace_back().set("title", entry.title).set("points", text_views(entry.text));
      set_named(item, view, entry.url).set("has_time", !entry.from.empty() || !entry.until.empty());
      item.set_optional("organization", entry.organization);
      item.set_optional("from", entry.from == entry.until ? "" : time(entry.from));
      item.set_optional("until", time(entry.until));
    }
    sections.emplace_back().set("title", section.title).set("items", items);
  }
  return sections;
}

/// What the page says about the owner.
void set_owner(templates::View& values, const HostView& view, const Labels& labels) {
  const content::Site& site = view.content.site;
  const content::Owner& owner = site.owner;
  std::vector<content::Link> elsewhere = site.links;
  if (elsewhere.empty()) {
    for (const auto& url : owner.same_as) elsewhere.push_back({"", url});
  }
  const bool is_person = owner.kind == content::OwnerKind::person;
  set_text(values, "job_title", owner.job_title);
  set_text(values, "works_for", owner.works_for);
  set_text(values, "location", owner.location);
  set_text(values, "knows_about", base::joined(owner.knows_about));
  values.set("about", text_views(owner.about))
      .set("has_about", !owner.about.empty())
      .set("links", link_views(view, elsewhere))
      .set("has_links", !elsewhere.empty())
      .set("label", label_view(labels, content::label_names())
                        .set("place", label_markdown(labels, is_person ? "lives_in" : "based_in")));
}

/// The body with the head that every form has. `updated`: empty, or the date of the content.
std::string with_front_matter(const HostView& view, std::string_view title, std::string_view description,
                              const content::Date& updated, const std::string& body) {
  templates::View values;
  values.set("title", json::json_string(title)).set("description", json::json_string(description));
  values.set("base_url", view.base_url())
      .set_optional("updated", content::is_date(updated) ? updated : content::Date());
  values.set("link_llms", label_markdown(Labels(view.content.site), "link_llms"));
  return templates::filled("site/front-matter.md", values) + body;
}

/// Without the front matter; empty for a page that content::pages_of does not have.
std::string body_of(const HostView& view, const content::Page& page, const Labels& labels) {
  if (page.slug == "publications" || page.slug == "projects") return list_markdown(view, page, labels);
  if (page.slug == "cv") return cv_markdown(view, page, labels);
  if (page.slug == "faq") return faq_markdown(view, page, labels);
  if (page.slug == "contact") return contact_markdown(view, page, labels);
  return page.slug == "agent-access" ? agent_access_markdown(view, page, labels) : std::string();
}

template <class Work>
std::string work_with_front_matter(const HostView& view, const Work& work, const std::string& body) {
  const std::string& description = work.summary.empty() ? work.title : work.summary;
  return with_front_matter(view, work.title, description, view.content.site.updated, body);
}

}  // namespace

templates::View cv_view(const HostView& view, const content::Cv& cv, const Labels* labels) {
  const auto time = [labels](const content::Date& date) {
    return labels == nullptr ? date : content::date_text(*labels, date);
  };
  std::vector<templates::View> positions;
  for (const auto& position : cv.positions) {
    templates::View& item = positions.emplace_back();
    item.set("title", position.title).set("from", time(position.from)).set("points", text_views(position.text));
    item.set_optional("organisation", position.organisation);
    item.set_optional("location", position.location);
    item.set_optional("until", time(position.until));
    item.set_optional("summary", position.summary);
    set_named(item, view, position.url);
  }
  std::vector<templates::View> education;
  for (const auto& entry : cv.education) {
    templates::View& item = education.emplace_back().set("degree", entry.degree).set("institution", entry.institution);
    item.set_optional("from", entry.from == entry.date ? "" : time(entry.from)).set_optional("date", time(entry.date));
    item.set("has_time", !entry.from.empty() || !entry.date.empty()).set("points", text_views(entry.text));
    set_named(item, view, entry.url);
  }
  std::vector<templates::View> skills;
  for (const auto& area : cv.skills) {
    skills.emplace_back().set("area", area.area).set_optional("items", base::joined(area.items));
  }
  std::vector<templates::View> languages;
  for (const auto& spoken : cv.languages) {
    languages.emplace_back().set("language", spoken.language).set_optional("level", spoken.level);
  }
  std::vector<templates::View> awards;
  for (const auto& award : cv.awards) {
    awards.emplace_back().set("name", award.name).set_optional("date", time(award.date));
  }
  templates::View values;
  set_text(values, "summary", cv.summary);
  return values.set("positions", positions)
      .set("has_positions", !positions.empty())
      .set("education", education)
      .set("has_education", !education.empty())
      .set("skills", skills)
      .set("has_skills", !skills.empty())
      .set("languages", languages)
      .set("has_languages", !languages.empty())
      .set("awards", awards)
      .set("has_awards", !awards.empty())
      .set("sections", section_views(view, cv, time));
}

std::string render_home_markdown(const HostView& view) {
  const content::Site& site = view.content.site;
  const Labels labels(site);
  templates::View values = guide_view(view);
  values.set("title", site.owner.name.empty() ? site.title : site.owner.name)
      .set("pages", page_views(view))
      .set("steps_url", view.url(text_path_of(view.settings, "/agent-access")))
      .set_optional("tagline", site.tagline)
      .set_optional("summary", site.owner.summary);
  set_owner(values, view, labels);
  set_works(values, view, kLongestHomeList, &labels);
  const std::string& description = site.owner.summary.empty() ? site.tagline : site.owner.summary;
  return with_front_matter(view, site.title, description, site.updated, templates::filled("site/home.md", values));
}

std::string page_markdown(const HostView& view, const content::Page& page) {
  if (page.slug == "home") return render_home_markdown(view);
  const content::Content& content = view.content;
  return with_front_matter(view, page.title, page.summary,
                           page.slug == "faq" ? content.faq.updated : content.site.updated,
                           body_of(view, page, Labels(content.site)));
}

std::string page_markdown(const HostView& view, const content::Publication& publication) {
  const Labels labels(view.content.site);
  const std::string authors = label_markdown(labels, publication.authors.size() == 1 ? "author" : "authors");
  const std::string kind = content::kind_label(publication);
  templates::View values = work_view(view, publication);
  set_text(values, "authors", base::joined(publication.authors));
  set_text(values, "date", content::date_text(labels, publication.date));
  values.set_optional("kind", kind.empty() ? kind : std::string(labels.text(kind)));
  values.set("label", label_view(labels, {"kind", "published", "status", "where", "read_it", "further_links", "topics"})
                          .set("authors", authors));
  return work_with_front_matter(view, publication, templates::filled("site/publication.md", values));
}

std::string page_markdown(const HostView& view, const content::Project& project) {
  const Labels labels(view.content.site);
  templates::View values = work_view(view, project);
  set_text(values, "date", content::date_text(labels, project.date));
  values.set("label",
             label_view(labels, {"status", "since", "written_in", "licence", "website", "source_code", "topics"}));
  return work_with_front_matter(view, project, templates::filled("site/project.md", values));
}

}  // namespace agent_access::documents
