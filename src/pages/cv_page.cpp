#include "pages/cv_page.hpp"

#include "content/labels.hpp"
#include "documents/site/json_ld.hpp"
#include "documents/text_template.hpp"
#include "pages/layout.hpp"
#include "pages/markup/html.hpp"
#include "pages/markup/label_html.hpp"

namespace agent_access::pages {

namespace {

constexpr std::string_view kCvMain = R"(<article class="cv">
<header class="page-head">
<h1>{{title}}</h1>
<p class="cv-name">{{name}}</p>
{{summary}}</header>
{{columns}}</article>
)";

constexpr std::string_view kEntry = R"(<li>
<p class="timeline-date">{{date}}</p>
<h3>{{title}}</h3>
{{place}}{{text}}</li>
)";

/// `id` is also the name of the label.
std::string section(const content::Labels& labels, const std::string& id, const std::string& content) {
  if (content.empty()) return {};
  return "<section aria-labelledby=\"" + id + "\">\n<h2 id=\"" + id + "\">" + label_html(labels, id) + "</h2>\n" +
         content + "</section>\n";
}

std::string timeline(const std::string& entries) {
  return entries.empty() ? entries : "<ol class=\"timeline\">\n" + entries + "</ol>\n";
}

std::string period(const content::Labels& labels, const content::Position& position) {
  return time_element(labels, position.from) + " – " +
         (position.until.empty() ? label_html(labels, "today") : time_element(labels, position.until));
}

std::string positions(const content::Labels& labels, const content::Cv& cv) {
  std::string entries;
  for (const auto& position : cv.positions) {
    entries +=
        documents::fill(kEntry, {{"date", period(labels, position)},
                                 {"title", render::escape_markup(position.title)},
                                 {"place", paragraph("timeline-place", render::escape_markup(position.organisation))},
                                 {"text", paragraph("timeline-text", linked_text(position.summary))}});
  }
  return section(labels, "positions", timeline(entries));
}

std::string education(const content::Labels& labels, const content::Cv& cv) {
  std::string entries;
  for (const auto& entry : cv.education) {
    entries +=
        documents::fill(kEntry, {{"date", time_element(labels, entry.date)},
                                 {"title", render::escape_markup(entry.degree)},
                                 {"place", paragraph("timeline-place", render::escape_markup(entry.institution))},
                                 {"text", ""}});
  }
  return section(labels, "education", timeline(entries));
}

/// An area without items is a text, not a heading with nothing below it.
std::string skills(const content::Labels& labels, const content::Cv& cv) {
  std::string out;
  for (const auto& area : cv.skills) {
    const std::string element = area.items.empty() ? "p" : "h3";
    out += "<" + element + ">" + render::escape_markup(area.area) + "</" + element + ">\n" + chips(area.items);
  }
  return section(labels, "skills", out);
}

std::string pair(const std::string& name, const std::string& html) {
  return "<div><dt>" + render::escape_markup(name) + "</dt><dd>" + html + "</dd></div>\n";
}

std::string pairs(const std::string& content) {
  return content.empty() ? content : "<dl class=\"pairs\">\n" + content + "</dl>\n";
}

std::string languages(const content::Labels& labels, const content::Cv& cv) {
  std::string out;
  for (const auto& entry : cv.languages) out += pair(entry.language, render::escape_markup(entry.level));
  return section(labels, "languages", pairs(out));
}

std::string awards(const content::Labels& labels, const content::Cv& cv) {
  std::string out;
  for (const auto& award : cv.awards) out += pair(award.name, time_element(labels, award.date));
  return section(labels, "awards", pairs(out));
}

std::string column(const std::string& sections) {
  return sections.empty() ? sections : "<div>\n" + sections + "</div>\n";
}

std::string cv_columns(const content::Labels& labels, const content::Cv& cv) {
  const auto both = column(positions(labels, cv) + education(labels, cv)) +
                    column(skills(labels, cv) + languages(labels, cv) + awards(labels, cv));
  return both.empty() ? both : "<div class=\"cv-columns\">\n" + both + "</div>\n";
}

}  // namespace

documents::Rendered render_cv(const documents::HostView& view, const content::Page& page) {
  const auto& site = view.content.site;
  const content::Cv& cv = site.cv.value();
  const content::Labels labels(site);
  PageParts parts{page.path, page.path, page.title, cv.summary.empty() ? page.summary : cv.summary, {}, {}};
  parts.main = documents::fill(kCvMain, {{"title", render::escape_markup(page.title)},
                                         {"name", render::escape_markup(site.owner.name)},
                                         {"summary", paragraph("lead", linked_text(cv.summary))},
                                         {"columns", cv_columns(labels, cv)}});
  parts.json_ld = documents::json_ld(view);
  parts.og_type = "profile";
  return render_layout(view, parts);
}

}  // namespace agent_access::pages
