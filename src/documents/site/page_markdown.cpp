#include "documents/site/page_markdown.hpp"

#include <string_view>
#include <vector>

#include "content/labels.hpp"
#include "documents/browser_tools.hpp"
#include "documents/markdown_parts.hpp"
#include "documents/paths.hpp"
#include "documents/site/home_markdown.hpp"
#include "documents/site/label_markdown.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

using content::Labels;

std::string block(const std::string& text) { return text.empty() ? text : text + "\n\n"; }

std::string title_of(std::string_view title) { return "# " + render::markdown_text(title) + "\n\n"; }

std::string part(std::string_view heading, const std::string& text) {
  if (text.empty()) return {};
  return std::string("## ").append(heading).append("\n\n").append(text).append(text.ends_with("\n\n") ? "" : "\n");
}

std::string part(const Labels& labels, std::string_view name, const std::string& text) {
  return part(label_markdown(labels, name), text);
}

std::string comma_list(const std::vector<std::string>& texts) {
  std::string line;
  for (const auto& text : texts) line += (line.empty() ? "" : ", ") + text;
  return render::markdown_text(line);
}

std::string address(const std::string& url) { return url.empty() ? url : render::markdown_link("", url); }

struct MarkdownFact {
  std::string_view label;
  std::string text;  ///< Markdown; empty: no line
};

std::string facts_of(const Labels& labels, const std::vector<MarkdownFact>& facts) {
  std::string lines;
  for (const auto& [label, text] : facts) {
    if (!text.empty()) lines.append("- ").append(label_markdown(labels, label)).append(": ").append(text).append("\n");
  }
  return lines;
}

std::string updated_line(const Labels& labels, const content::Date& date) {
  return date.empty() ? date : label_markdown(labels, "updated", {{"date", render::markdown_text(date)}}) + "\n";
}

std::string position_lines(const Labels& labels, const content::Cv& cv) {
  std::string lines;
  for (const auto& position : cv.positions) {
    lines += "- " + render::markdown_text(position.title);
    if (!position.organisation.empty()) lines += ", " + render::markdown_text(position.organisation);
    lines += " (" + render::markdown_text(position.from) + " – " +
             (position.until.empty() ? label_markdown(labels, "today") : render::markdown_text(position.until)) + ")";
    if (!position.summary.empty()) lines += ": " + render::markdown_text(position.summary);
    lines += "\n";
  }
  return lines;
}

/// "- name (detail)"; "- name" without a detail.
std::string detailed_line(const std::string& name, const std::string& detail) {
  return "- " + name + (detail.empty() ? "" : " (" + render::markdown_text(detail) + ")") + "\n";
}

std::string cv_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  const content::Cv& cv = view.content.site.cv.value();
  std::string education;
  for (const auto& entry : cv.education) {
    education += detailed_line(render::markdown_text(entry.degree) + ", " + render::markdown_text(entry.institution),
                               entry.date);
  }
  std::string skills;
  for (const auto& area : cv.skills) {
    skills +=
        "- " + render::markdown_text(area.area) + (area.items.empty() ? "" : ": " + comma_list(area.items)) + "\n";
  }
  std::string languages;
  for (const auto& entry : cv.languages) languages += detailed_line(render::markdown_text(entry.language), entry.level);
  std::string awards;
  for (const auto& award : cv.awards) awards += detailed_line(render::markdown_text(award.name), award.date);
  return title_of(page.title) + block(render::markdown_text(view.content.site.owner.name)) +
         block(render::markdown_text(cv.summary)) + part(labels, "positions", position_lines(labels, cv)) +
         part(labels, "education", education) + part(labels, "skills", skills) + part(labels, "languages", languages) +
         part(labels, "awards", awards);
}

std::string faq_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  std::string out = "# " + label_markdown(labels, "faq_heading") + "\n\n" + block(render::markdown_text(page.summary));
  for (const auto& entry : view.content.faq.questions) {
    out += part(render::markdown_text(entry.question), block(render::markdown_text(entry.answer)));
  }
  return out + updated_line(labels, view.content.faq.updated);
}

std::string contact_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  const content::Contact& contact = view.content.site.contact;
  std::string channels;
  for (const auto& link : contact.channels) channels += "- " + render::markdown_link(link.title, link.url) + "\n";
  std::string ways;
  if (!contact.email.empty()) ways += block(render::markdown_link(contact.email, "mailto:" + contact.email));
  ways += block(render::markdown_text(contact.note)) + part(labels, "other_ways", channels);
  const std::string name = render::markdown_text(view.content.site.owner.name);
  const std::string agents = block(label_markdown(labels, "contact_agents_text", {{"name", name}})) + "[" +
                             label_markdown(labels, "agent_title") + "](" +
                             view.url(text_path_of(view.settings, "/agent-access")) + ")\n";
  const std::string lead = ways.empty() ? label_markdown(labels, "contact_none") : render::markdown_text(page.summary);
  return title_of(page.title) + block(lead) + ways + part(labels, "contact_agents", agents);
}

/// The command of step `number`, from 0, as fenced code.
std::string command_block(const HostView& view, std::size_t number) {
  const std::string commands = quick_start(view);
  std::size_t from = 0;
  for (; number > 0; --number) from = commands.find('\n', from) + 1;
  return "```sh\n" + commands.substr(from, commands.find('\n', from) + 1 - from) + "```\n\n";
}

std::string steps_markdown(const HostView& view, const Labels& labels) {
  std::string out;
  std::size_t number = 0;
  for (const std::string name : {"step_register", "step_token", "step_profile"}) {
    out += part(std::to_string(number + 1) + ". " + label_markdown(labels, name),
                block(label_markdown(labels, name + "_text")) + command_block(view, number));
    ++number;
  }
  return out;
}

std::string link_to_document(const HostView& view, std::string_view title, std::string_view path) {
  return render::markdown_link(title, view.url(path));
}

std::string agent_access_markdown(const HostView& view, const content::Page& page, const Labels& labels) {
  const std::string name = render::markdown_text(view.content.site.owner.name);
  const std::string web_mcp = render::markdown_link("WebMCP", kWebMcpUri);
  const std::string module =
      "```html\n<script type=\"module\" src=\"" + view.url(kBrowserToolsPath) + "\"></script>\n```\n\n";
  const std::string links = label_markdown(labels, "embed_links",
                                           {{"auth", link_to_document(view, "auth.md", kAuthMdPath)},
                                            {"openapi", link_to_document(view, "openapi.json", "/openapi.json")},
                                            {"jwks", link_to_document(view, "jwks.json", kJwksPath)}});
  return title_of(page.title) + block(render::markdown_text(view.content.site.profile_summary)) +
         block(label_markdown(labels, "agent_lead", {{"name", name}})) + steps_markdown(view, labels) +
         part(labels, "errors_table", error_table(view)) +
         part(labels, "tools_title", block(label_markdown(labels, "tools_text", {{"webmcp", web_mcp}})) + tool_list()) +
         part(labels, "embed_title", block(label_markdown(labels, "embed_text")) + module + links + "\n");
}

/// Title, summary, text and facts of a work.
std::string work_markdown(std::string_view title, const std::string& summary, const content::Paragraphs& text,
                          const std::string& facts) {
  return title_of(title) + block(render::markdown_text(summary)) + paragraphs(text) + facts;
}

}  // namespace

std::string page_markdown(const HostView& view, const content::Page& page) {
  const Labels labels(view.content.site);
  const std::string head = title_of(page.title) + block(render::markdown_text(page.summary));
  if (page.slug == "home") return render_home_markdown(view);
  if (page.slug == "publications") return head + publication_items(view);
  if (page.slug == "projects") return head + project_items(view);
  if (page.slug == "cv") return cv_markdown(view, page, labels);
  if (page.slug == "faq") return faq_markdown(view, page, labels);
  if (page.slug == "contact") return contact_markdown(view, page, labels);
  return page.slug == "agent-access" ? agent_access_markdown(view, page, labels) : std::string();
}

std::string page_markdown(const HostView& view, const content::Publication& publication) {
  const Labels labels(view.content.site);
  return work_markdown(
      publication.title, publication.summary, publication.text,
      facts_of(labels, {{"published", render::markdown_text(publication.date)},
                        {"where", render::markdown_text(publication.venue)},
                        {publication.authors.size() == 1 ? "author" : "authors", comma_list(publication.authors)},
                        {"read_it", address(publication.url)},
                        {"topics", comma_list(publication.topics)}}));
}

std::string page_markdown(const HostView& view, const content::Project& project) {
  const Labels labels(view.content.site);
  return work_markdown(project.title, project.summary, project.text,
                       facts_of(labels, {{"status", render::markdown_text(project.status)},
                                         {"since", render::markdown_text(project.date)},
                                         {"written_in", render::markdown_text(project.language)},
                                         {"licence", render::markdown_text(project.licence)},
                                         {"website", address(project.url)},
                                         {"source_code", address(project.repository)},
                                         {"topics", comma_list(project.topics)}}));
}

}  // namespace agent_access::documents
