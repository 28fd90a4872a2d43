#include "documents/site/content_markdown.hpp"

#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "content/pages.hpp"
#include "documents/markdown_parts.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

std::string section(std::string_view heading, const std::string& text) {
  if (text.empty()) return {};
  std::string out = "## " + std::string(heading) + "\n\n" + text;
  return out += out.ends_with("\n\n") ? "" : "\n";
}

std::string subsection(std::string_view heading, const std::string& items) {
  if (items.empty()) return {};
  return "### " + std::string(heading) + "\n\n" + items + "\n";
}

std::string paragraph(std::string_view text) {
  return text.empty() ? std::string() : render::markdown_text(text) + "\n\n";
}

/// "- Label: text\n"; empty without a text.
std::string fact(std::string_view label, std::string_view text) {
  if (text.empty()) return {};
  return "- " + std::string(label) + ": " + render::markdown_text(text) + "\n";
}

std::string link_items(const std::vector<content::Link>& links) {
  std::string items;
  for (const auto& link : links) items += "- " + render::markdown_link(link.title, link.url) + "\n";
  return items;
}

std::string address_fact(std::string_view label, const std::string& url) {
  return url.empty() ? std::string() : "- " + std::string(label) + ": " + render::markdown_link("", url) + "\n";
}

std::string page_fact(const HostView& view, const std::string& path) {
  return path.empty() ? std::string() : address_fact("Page", view.url(path));
}

std::string position_items(const content::Cv& cv) {
  std::string items;
  for (const auto& position : cv.positions) {
    const std::string until = position.until.empty() ? "today" : position.until;
    items += "- " + render::markdown_text(position.title);
    if (!position.organisation.empty()) items += ", " + render::markdown_text(position.organisation);
    items += " (" + render::markdown_text(position.from) + " to " + render::markdown_text(until) + ")";
    if (!position.summary.empty()) items += ": " + render::markdown_text(position.summary);
    items += "\n";
  }
  return items;
}

std::string education_items(const content::Cv& cv) {
  std::string items;
  for (const auto& education : cv.education) {
    items += "- " + render::markdown_text(education.degree) + ", " + render::markdown_text(education.institution);
    items += education.date.empty() ? "\n" : " (" + render::markdown_text(education.date) + ")\n";
  }
  return items;
}

std::string award_items(const content::Cv& cv) {
  std::string items;
  for (const auto& award : cv.awards) {
    items += "- " + render::markdown_text(award.name) +
             (award.date.empty() ? "" : " (" + render::markdown_text(award.date) + ")") + "\n";
  }
  return items;
}

std::string skill_items(const content::Cv& cv) {
  std::string items;
  for (const auto& skill : cv.skills) {
    items += "- " + render::markdown_text(skill.area) + ": " + render::markdown_text(base::joined(skill.items)) + "\n";
  }
  return items;
}

std::string language_items(const content::Cv& cv) {
  std::string items;
  for (const auto& spoken : cv.languages) {
    items += "- " + render::markdown_text(spoken.language);
    items += spoken.level.empty() ? "\n" : " (" + render::markdown_text(spoken.level) + ")\n";
  }
  return items;
}

/// The facts, an empty line, and the texts.
std::string work(std::string_view title, const std::string& facts, std::string_view summary,
                 const content::Paragraphs& text) {
  return "### " + render::markdown_text(title) + "\n\n" + (facts.empty() ? "" : facts + "\n") + paragraph(summary) +
         paragraphs(text);
}

}  // namespace

std::string about_section(const HostView& view) {
  const content::Site& site = view.content.site;
  const content::Owner& owner = site.owner;
  std::string facts = fact("Name", owner.name) + fact("Job title", owner.job_title) +
                      fact("Works for", owner.works_for) + fact("Location", owner.location) +
                      fact("Knows about", base::joined(owner.knows_about));
  for (const auto& url : owner.same_as) facts += address_fact("Also at", url);
  return section("About", paragraph(site.tagline) + paragraph(owner.summary) + paragraphs(owner.about) + facts + "\n" +
                              subsection("Links", link_items(site.links)));
}

std::string contact_section(const HostView& view) {
  const content::Contact& contact = view.content.site.contact;
  return section("Contact", paragraph(contact.note) + fact("E-mail", contact.email) + link_items(contact.channels));
}

std::string cv_section(const HostView& view) {
  if (!view.content.site.cv) return {};
  const content::Cv& cv = *view.content.site.cv;
  return section("CV", paragraph(cv.summary) + subsection("Positions", position_items(cv)) +
                           subsection("Education", education_items(cv)) + subsection("Skills", skill_items(cv)) +
                           subsection("Languages", language_items(cv)) + subsection("Awards", award_items(cv)));
}

std::string publications_section(const HostView& view) {
  std::string works;
  for (const auto& publication : view.content.site.publications) {
    const std::string facts = fact("Date", publication.date) + fact("Authors", base::joined(publication.authors)) +
                              fact("Venue", publication.venue) + fact("Topics", base::joined(publication.topics)) +
                              page_fact(view, path_of(view.settings, publication)) +
                              address_fact("Published at", publication.url);
    works += work(publication.title, facts, publication.summary, publication.text);
  }
  return section("Publications", works);
}

std::string projects_section(const HostView& view) {
  std::string works;
  for (const auto& project : view.content.site.projects) {
    const std::string facts = fact("Date", project.date) + fact("Status", project.status) +
                              fact("Language", project.language) + fact("Licence", project.licence) +
                              fact("Topics", base::joined(project.topics)) +
                              page_fact(view, path_of(view.settings, project)) + address_fact("Site", project.url) +
                              address_fact("Source", project.repository);
    works += work(project.title, facts, project.summary, project.text);
  }
  return section("Projects", works);
}

std::string faq_section(const HostView& view) {
  std::string questions;
  for (const auto& question : view.content.faq.questions) {
    questions += "### " + render::markdown_text(question.question) + "\n\n" + paragraph(question.answer);
  }
  return section("FAQ", questions);
}

}  // namespace agent_access::documents
