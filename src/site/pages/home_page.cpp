// The pages with little of their own: contact, FAQ, access for agents, unknown paths.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "http/fields.hpp"
#include "site/content/tools.hpp"
#include "site/documents/document_row.hpp"
#include "site/documents/metadata.hpp"
#include "site/documents/paths.hpp"
#include "site/pages/html.hpp"
#include "site/pages/pages.hpp"

namespace agent_access::pages {
namespace {

using templates::View;

/// "May 2031 – today"; the end alone without another beginning; empty without both.
std::string period(const content::Labels& labels, const content::Date& from, const content::Date& until) {
  if (from.empty() || from == until) return time_element(labels, until);
  return time_element(labels, from) + " – " +
         (until.empty() ? label_html(labels, "today", {}) : time_element(labels, until));
}

std::string linked_name(const std::string& name, const content::Address& url) {
  return url.empty() ? templates::escape_markup(name) : link_to(url, name);
}

std::vector<View> positions(const content::Labels& labels, const content::Cv& cv) {
  std::vector<View> items;
  for (const auto& position : cv.positions) {
    items.push_back(View()
                        .set("from", time_element(labels, position.from))
                        .set_optional("until", time_element(labels, position.until))
                        .set("title", position.title)
                        .set_optional("organisation", linked_name(position.organisation, position.url))
                        .set_optional("location", position.location)
                        .set_optional("summary", linked_text(position.summary)));
    set_items(items.back(), "points", linked_paragraphs(position.text));
  }
  return items;
}

std::vector<View> education(const content::Labels& labels, const content::Cv& cv) {
  std::vector<View> items;
  for (const auto& entry : cv.education) {
    items.push_back(View()
                        .set("date", period(labels, entry.from, entry.date))
                        .set("degree", entry.degree)
                        .set_optional("institution", linked_name(entry.institution, entry.url)));
    set_items(items.back(), "points", linked_paragraphs(entry.text));
  }
  return items;
}

/// The sections that the owner has named.
std::vector<View> sections(const content::Labels& labels, const content::Cv& cv) {
  std::vector<View> views;
  for (const auto& section : cv.sections) {
    std::vector<View> items;
    for (const auto& entry : section.items) {
      items.push_back(View()
                          .set_optional("period", period(labels, entry.from, entry.until))
                          .set("title", linked_name(entry.title, entry.url))
                          .set_optional("organization", entry.organization));
      set_items(items.back(), "points", linked_paragraphs(entry.text));
    }
    const std::string id = "section-" + std::to_string(views.size() + 1);
    views.push_back(View().set("id", id).set("heading", section.title).set("items", items));
  }
  return views;
}

/// An area without examples is a text, not a heading with nothing below it.
std::vector<View> skills(const content::Cv& cv) {
  std::vector<View> items;
  for (const auto& area : cv.skills) {
    set_items(items.emplace_back(View().set("area", area.area)), "examples", items_of("text", area.items));
  }
  return items;
}

std::vector<View> languages(const content::Cv& cv) {
  std::vector<View> items;
  for (const auto& entry : cv.languages) {
    items.push_back(View().set("language", entry.language).set("level", entry.level));
  }
  return items;
}

std::vector<View> awards(const content::Labels& labels, const content::Cv& cv) {
  std::vector<View> items;
  for (const auto& award : cv.awards) {
    items.push_back(View().set("name", award.name).set("date", time_element(labels, award.date)));
  }
  return items;
}

using templates::View;

constexpr std::size_t kLatest = 3;
/// More links than these do not stand among the facts.
constexpr std::size_t kMostFacts = 12;

/// Many links, or links with a summary, are a section of the page.
bool has_link_section(const content::Site& site) {
  const auto has_summary = [](const content::Link& link) { return !link.summary.empty(); };
  return site.links.size() > kMostFacts || std::ranges::any_of(site.links, has_summary);
}

/// The owner's links, or without them the addresses of the owner elsewhere.
std::vector<std::string> elsewhere(const content::Site& site) {
  std::vector<std::string> links;
  if (has_link_section(site)) return links;
  for (const auto& link : site.links) links.push_back(link_to(link.url, link.title));
  if (links.empty()) {
    for (const auto& url : site.owner.same_as) links.push_back(link_to_address(url));
  }
  std::erase(links, std::string());
  return links;
}

/// The text about the owner beside the facts; without either there is no part.
void set_introduction(View& view, const content::Site& site) {
  const auto& owner = site.owner;
  const auto links = elsewhere(site);
  const bool has_facts = !owner.job_title.empty() || !owner.works_for.empty() || !owner.location.empty() ||
                         !owner.knows_about.empty() || !links.empty();
  view.set("introduction", has_facts || !owner.about.empty())
      .set("facts", has_facts)
      .set_optional("works_as", owner.job_title)
      .set_optional("works_for", owner.works_for)
      .set("is_person", owner.kind == content::OwnerKind::person)
      .set_optional("place", owner.location);
  set_items(view, "about", linked_paragraphs(owner.about));
  set_items(view, "knows_about", items_of("text", owner.knows_about));
  set_items(view, "elsewhere", items_of("html", links));
}

void set_portrait(View& view, const PageWriter& writer) {
  const auto& name = writer.site().owner.name;
  const bool is_person = writer.site().owner.kind == content::OwnerKind::person;
  view.set_optional("portrait", writer.site().design.portrait)
      .set("portrait_text", is_person ? writer.labels().text("portrait_of", {{"name", name}}) : name);
}

void set_latest(View& view, const std::string& name, std::size_t count, const std::string& list) {
  if (count == 0) {
    view.set(name, false);
  } else {
    view.set(name, View().set("has_more", count > kLatest).set("list", list));
  }
}

std::string home_main(PageWriter& writer) {
  const auto& site = writer.site();
  auto view = View()
                  .set("is_plain", !site.design.has_motif)
                  .set("name", site.owner.name)
                  .set_optional("tagline", site.tagline)
                  .set_optional("summary", linked_text(site.owner.summary));
  set_portrait(view, writer);
  set_introduction(view, site);
  set_items(view, "links", has_link_section(site) ? items_of(site.links) : std::vector<View>());
  set_latest(view, "publications", site.publications.size(), publication_list(writer, kLatest, "h3"));
  set_latest(view, "projects", site.projects.size(), project_list(writer, kLatest, "h3"));
  return writer.fill("home.html", view);
}

namespace bj = boost::json;
using documents::Rendered;
using templates::View;

/// The labels that the script of the page for agents shows begin with it.
constexpr std::string_view kScriptPrefix = "script_";

std::vector<View> questions(const content::Faq& faq) {
  std::vector<View> items;
  for (const auto& entry : faq.questions) {
    items.push_back(View()
                        .set("is_first", items.empty())
                        .set("number", std::to_string(items.size() + 1))
                        .set("question", entry.question)
                        .set("answer", linked_text(entry.answer)));
  }
  return items;
}

bj::array questions_ld(const content::Faq& faq) {
  bj::array entities;
  for (const auto& entry : faq.questions) {
    entities.push_back({{"@type", "Question"},
                        {"name", entry.question},
                        {"acceptedAnswer", {{"@type", "Answer"}, {"text", entry.answer}}}});
  }
  return entities;
}

std::vector<View> tools() {
  std::vector<View> items;
  for (const auto& tool : content::browser_tools()) {
    items.push_back(View().set("name", tool.name).set("is_gated", tool.is_gated).set("description", tool.description));
  }
  return items;
}

/// The list of all errors; sentences without a label are English.
std::vector<View> errors(const PageWriter& writer) {
  const std::string link = link_to(documents::kOpenapiPath, documents::kOpenapiPath.substr(1));
  const content::LabelValue openapi{"openapi", link};
  std::vector<View> rows;
  for (const auto& row : documents::error_rows(writer.host())) {
    const std::string name(row.label);
    const bool is_own = name.empty() && !row.sentence.empty();
    const std::string text = "<span lang=\"en\">" + templates::escape_markup(row.sentence) + "</span>";
    const std::string fix = "fix_" + (name.empty() ? "other" : name);
    rows.push_back(View().set("status", std::to_string(row.status)).set("error", row.error));
    rows.back()
        .set("why", name.empty() ? "" : label_html(writer.labels(), "why_" + name, {}))
        .set("remedy", is_own ? text : label_html(writer.labels(), fix, {&openapi, 1}));
  }
  return rows;
}

/// How to reach the owner, on paper.
std::string printed_contact(const PageWriter& writer) {
  const auto& contact = writer.site().contact;
  std::vector<std::string> ways = {contact.email};
  for (const auto& channel : contact.channels) ways.push_back(writer.host().address(channel.url));
  ways.push_back(writer.host().base_url());
  std::erase(ways, std::string());
  return base::joined(ways, " · ");
}

bool is_english(std::string_view language) { return base::lower_case(language.substr(0, language.find('-'))) == "en"; }

/// {"received": "The profile was received. …", …}
std::string script_labels(const content::Labels& labels) {
  bj::object texts;
  for (const auto& name : content::label_names()) {
    if (name.starts_with(kScriptPrefix)) texts[name.substr(kScriptPrefix.size())] = labels.text(name);
  }
  return script_json(texts);
}

}  // namespace

std::string home_links(const content::Settings& settings) {
  std::string field = "Link: <" + std::string(documents::kApiCatalogPath) + R"(>; rel="api-catalog")";
  const auto add = [&field](std::string_view path, std::string_view relation, std::string_view type) {
    http::append(field, ", <", path, R"(>; rel=")", relation, R"("; type=")", type, "\"");
  };
  add(documents::kOpenapiPath, "service-desc", "application/json");
  add(settings.has_profile ? documents::kAuthMdPath : documents::kAgentsMdPath, "service-doc", "text/markdown");
  add(documents::kLlmsPath, "describedby", "text/plain");
  if (settings.has_pages) add(documents::kSitemapPath, "sitemap", "application/xml");
  if (settings.conventions.ard) {
    add(documents::kArdPath, "ard", "application/json");
    add(documents::kAiCatalogPath, "ai-catalog", documents::kAiCatalogType);
  }
  return field + "\r\n";
}

documents::Rendered render_cv(PageWriter& writer, const content::Page& page) {
  const content::Cv& cv = writer.site().cv.value();
  const bool has_history = !cv.positions.empty() || !cv.education.empty() || !cv.sections.empty();
  const bool has_abilities = !cv.skills.empty() || !cv.languages.empty() || !cv.awards.empty();
  auto view = View()
                  .set("title", page.title)
                  .set("is_foreign", page.is_foreign)
                  .set("name", writer.site().owner.name)
                  .set("contact", printed_contact(writer))
                  .set_optional("summary", linked_text(cv.summary))
                  .set("has_history", has_history)
                  .set("has_abilities", has_abilities)
                  .set("has_columns", has_history || has_abilities);
  set_items(view, "positions", positions(writer.labels(), cv));
  set_items(view, "education", education(writer.labels(), cv));
  view.set("sections", sections(writer.labels(), cv));
  set_items(view, "skills", skills(cv));
  set_items(view, "languages", languages(cv));
  set_items(view, "awards", awards(writer.labels(), cv));
  PageParts parts{page.path, page.path, page.title, cv.summary.empty() ? page.summary : cv.summary};
  parts.main = writer.fill("cv.html", view);
  parts.json_ld = documents::json_ld(writer.host());
  parts.og_type = "profile";
  return writer.page(parts);
}

documents::Rendered render_home(PageWriter& writer, const content::Page& page) {
  const auto& site = writer.site();
  PageParts parts{page.path, page.path, site.title, site.owner.summary.empty() ? page.summary : site.owner.summary};
  parts.main = home_main(writer);
  parts.json_ld = documents::json_ld(writer.host());
  parts.og_type = "profile";
  auto rendered = writer.page(parts);
  rendered.extra_fields += home_links(writer.host().settings);
  rendered.markdown = documents::render_home_markdown(writer.host());
  return rendered;
}

Rendered render_contact(PageWriter& writer, const content::Page& page) {
  const auto& contact = writer.site().contact;
  const bool has_email = !contact.email.empty() && !safe_url("mailto:" + contact.email).empty();
  auto view = View()
                  .set("title", page.title)
                  .set("is_foreign", page.is_foreign)
                  .set("summary", page.summary)
                  .set("has_ways", has_email || !contact.note.empty() || !contact.channels.empty())
                  .set_optional("email", has_email ? contact.email : std::string())
                  .set_optional("note", linked_text(contact.note));
  set_items(view, "channels", items_of(contact.channels));
  PageParts parts{page.path, page.path, page.title, page.summary};
  parts.main = writer.fill("contact.html", view);
  parts.json_ld = writer.web_page_ld("ContactPage", parts);
  return writer.page(parts);
}

Rendered render_faq(PageWriter& writer, const content::Page& page) {
  const auto& faq = writer.host().content.faq;
  const auto view = View()
                        .set("summary", page.summary)
                        .set("is_foreign", page.is_foreign)
                        .set("questions", questions(faq))
                        .set_optional("updated", updated_html(writer.labels(), faq.updated));
  PageParts parts{page.path, page.path, page.title, page.summary};
  parts.main = writer.fill("faq.html", view);
  parts.json_ld = writer.web_page_ld("FAQPage", parts);
  parts.json_ld["mainEntity"] = questions_ld(faq);
  return writer.page(parts);
}

Rendered render_agent_access(PageWriter& writer, const content::Page& page) {
  const auto view = View()
                        .set_optional("profile_summary", linked_text(writer.site().profile_summary))
                        // The descriptions of the tools are those that agents get, in English.
                        .set("is_translated", !is_english(writer.site().language))
                        .set("labels_language", writer.labels().language())
                        .set("errors", errors(writer))
                        .set("tools", tools());
  PageParts parts{page.path, page.path, page.title, page.summary};
  parts.main = writer.fill("agent-access.html", view);
  parts.json_ld = writer.web_page_ld("TechArticle", parts);
  parts.script_labels = script_labels(writer.labels());
  return writer.page(parts);
}

Rendered render_not_found(PageWriter& writer) {
  PageParts parts{std::string(documents::kNotFoundPath),
                  {},
                  std::string(writer.labels().text("not_found_title")),
                  std::string(writer.labels().text("not_found_text"))};
  parts.address = PageAddress::none;
  parts.main = writer.fill("not-found.html", View());
  parts.json_ld = {{"@context", "https://schema.org"}, {"@type", "WebPage"}, {"name", parts.title}};
  return writer.page(parts);
}

Rendered render_problems(const documents::HostView& view) {
  PageWriter writer(view);
  const std::string title = "A file has a mistake";
  PageParts parts{std::string(documents::kNotFoundPath), {}, title, title};
  parts.address = PageAddress::none;
  parts.main = writer.fill("problems.html", View().set("problems", items_of("text", view.settings.preview.problems)));
  return writer.page(parts);
}

}  // namespace agent_access::pages
