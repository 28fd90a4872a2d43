#include <algorithm>
#include <array>
#include <initializer_list>
#include <ios>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "site/content/labels.hpp"
#include "site/content/works.hpp"
#include "site/documents/markdown_parts.hpp"
#include "site/documents/metadata.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {

namespace {

using content::Labels;
using content::LabelValue;
using templates::markdown_link;
using templates::markdown_text;

/// `text` escaped, with the spaces at both ends, which separate it from code.
std::string escaped_part(std::string_view text) {
  if (text.empty()) return {};
  const std::string escaped = markdown_text(text);
  if (escaped.empty()) return " ";
  return (text.front() == ' ' ? " " : "") + escaped + (text.back() == ' ' ? " " : "");
}

/// The label with its text escaped and `code` kept as code.
std::string label_markdown(const Labels& labels, std::string_view name, std::initializer_list<LabelValue> values = {}) {
  std::string_view text = labels.text(name);
  std::string out;
  while (true) {
    const auto open = text.find('`');
    const auto close = open == std::string_view::npos ? open : text.find('`', open + 1);
    if (close == std::string_view::npos) break;
    out.append(escaped_part(text.substr(0, open))).append(text.substr(open, close + 1 - open));
    text.remove_prefix(close + 1);
  }
  return content::with_values(out.append(escaped_part(text)), values);
}

/// {{{label.name}}} of each.
templates::View label_view(const Labels& labels, std::initializer_list<const char*> names) {
  templates::View view;
  for (const char* const name : names) view.set(name, label_markdown(labels, name));
  return view;
}

templates::View head_of(std::string_view title, std::string_view summary) {
  templates::View values;
  values.set("title", title);
  set_text(values, "summary", summary);
  return values;
}

/// The template is named like the page.
std::string list_markdown(const HostView& view, const content::Page& page) {
  templates::View values = head_of(page.title, page.summary);
  set_works(values, view);
  return templates::filled("site/" + page.slug + ".md", values);
}

std::string cv_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  const content::Cv& cv = view.content.site.cv.value();
  templates::View values = head_of(page.title, cv.summary);
  set_text(values, "owner", view.content.site.owner.name);
  values.set("cv", cv_view(view, cv))
      .set("label", label_view(labels, {"positions", "today", "education", "skills", "languages", "awards"}));
  return templates::filled("site/cv.md", values);
}

std::string faq_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  const content::Faq& faq = view.content.faq;
  std::vector<templates::View> questions;
  for (const auto& entry : faq.questions) {
    questions.push_back(templates::View().set("question", entry.question).set("answer", entry.answer));
  }
  const std::string date = markdown_text(faq.updated);
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
      .set("agents_text", label_markdown(labels, "contact_agents_text", {{"name", name}}))
      .set("agents_url", view.url(text_path_of(view.settings, "/agent-access")))
      .set("label", label_view(labels, {"other_ways", "contact_none", "contact_agents", "agent_title"}));
  return templates::filled("site/contact.md", values);
}

/// The steps of the quick start, each with its command.
std::vector<templates::View> step_views(const templates::View& values, const Labels& labels) {
  constexpr std::array<std::string_view, 3> kSteps = {"register", "token", "profile"};
  std::istringstream commands(templates::filled("guides/quick-start.sh", values));
  commands.exceptions(std::ios::badbit);  // without memory for a line
  std::vector<templates::View> steps;
  for (std::size_t at = 0; at < kSteps.size(); ++at) {
    const std::string name = "step_" + std::string(kSteps[at]);
    std::string command;
    std::getline(commands, command);
    steps.push_back(templates::View()
                        .set("number", std::to_string(at + 1))
                        .set("title", label_markdown(labels, name))
                        .set("text", label_markdown(labels, name + "_text"))
                        .set("command", command));
  }
  return steps;
}

std::string agent_access_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  const std::string name = markdown_text(view.content.site.owner.name);
  const std::string links = label_markdown(labels, "embed_links",
                                           {{"auth", markdown_link("auth.md", view.url(kAuthMdPath))},
                                            {"openapi", markdown_link("openapi.json", view.url("/openapi.json"))},
                                            {"jwks", markdown_link("jwks.json", view.url(kJwksPath))}});
  templates::View values = guide_view(view);
  values.set("title", page.title)
      .set("lead", label_markdown(labels, "agent_lead", {{"name", name}}))
      .set("steps", step_views(values, labels))
      .set("tools_text", label_markdown(labels, "tools_text", {{"webmcp", markdown_link("WebMCP", kWebMcpUri)}}))
      .set("embed_links", links)
      .set("label", label_view(labels, {"errors_table", "tools_title", "embed_title", "embed_text"}));
  set_text(values, "summary", view.content.site.profile_summary);
  return templates::filled("site/agent-access.md", values);
}

}  // namespace

namespace {

/// `[{{name}}]({{{url}}})`, or the name alone.
templates::View& set_named(templates::View& item, const HostView& view, const content::Address& url) {
  return item.set_optional("url", templates::link_target(view.address(url)));
}

std::vector<templates::View> section_views(const HostView& view, const content::Cv& cv) {
  std::vector<templates::View> sections;
  for (const auto& section : cv.sections) {
    std::vector<templates::View> items;
    for (const auto& entry : section.items) {
      templates::View& item = items.emplace_back().set("title", entry.title).set("points", text_views(entry.text));
      set_named(item, view, entry.url).set("has_time", !entry.from.empty() || !entry.until.empty());
      item.set_optional("organization", entry.organization);
      item.set_optional("from", entry.from).set_optional("until", entry.until);
    }
    sections.emplace_back().set("title", section.title).set("items", items);
  }
  return sections;
}

}  // namespace

templates::View cv_view(const HostView& view, const content::Cv& cv) {
  std::vector<templates::View> positions;
  for (const auto& position : cv.positions) {
    templates::View& item = positions.emplace_back();
    item.set("title", position.title).set("from", position.from).set("points", text_views(position.text));
    item.set_optional("organisation", position.organisation);
    item.set_optional("location", position.location);
    item.set_optional("until", position.until);
    item.set_optional("summary", position.summary);
    set_named(item, view, position.url);
  }
  std::vector<templates::View> education;
  for (const auto& entry : cv.education) {
    templates::View& item = education.emplace_back().set("degree", entry.degree).set("institution", entry.institution);
    item.set_optional("from", entry.from).set_optional("date", entry.date);
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
    awards.emplace_back().set("name", award.name).set_optional("date", award.date);
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
      .set("sections", section_views(view, cv));
}

std::string render_home_markdown(const HostView& view) {
  const content::Site& site = view.content.site;
  templates::View values = guide_view(view);
  values.set("title", site.title)
      .set("about", text_views(site.owner.about))
      .set("pages", page_views(view))
      .set_optional("tagline", site.tagline)
      .set_optional("summary", site.owner.summary);
  set_works(values, view);
  return templates::filled("site/home.md", values);
}

std::string page_markdown(const HostView& view, const content::Page& page) {
  const Labels labels(view.content.site);
  if (page.slug == "home") return render_home_markdown(view);
  if (page.slug == "publications" || page.slug == "projects") return list_markdown(view, page);
  if (page.slug == "cv") return cv_markdown(view, page, labels);
  if (page.slug == "faq") return faq_markdown(view, page, labels);
  if (page.slug == "contact") return contact_markdown(view, page, labels);
  return page.slug == "agent-access" ? agent_access_markdown(view, page, labels) : std::string();
}

std::string page_markdown(const HostView& view, const content::Publication& publication) {
  const Labels labels(view.content.site);
  const std::string authors = label_markdown(labels, publication.authors.size() == 1 ? "author" : "authors");
  const std::string kind = content::kind_label(publication);
  templates::View values = work_view(view, publication);
  set_text(values, "authors", base::joined(publication.authors));
  values.set_optional("kind", kind.empty() ? kind : std::string(labels.text(kind)));
  values.set("label", label_view(labels, {"kind", "published", "status", "where", "read_it", "further_links", "topics"})
                          .set("authors", authors));
  return templates::filled("site/publication.md", values);
}

std::string page_markdown(const HostView& view, const content::Project& project) {
  templates::View values = work_view(view, project);
  values.set("label", label_view(Labels(view.content.site),
                                 {"status", "since", "written_in", "licence", "website", "source_code", "topics"}));
  return templates::filled("site/project.md", values);
}

}  // namespace agent_access::documents
