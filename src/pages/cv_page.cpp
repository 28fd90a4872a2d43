#include "pages/cv_page.hpp"

#include "documents/site/json_ld.hpp"
#include "documents/text_template.hpp"
#include "pages/html.hpp"
#include "pages/layout.hpp"

namespace agent_access::pages {

namespace {

constexpr std::string_view kCvMain = R"(<article class="cv">
<header class="page-head">
<h1>CV</h1>
<p class="cv-name">{{name}}</p>
{{summary}}</header>
<div class="cv-columns">
<div>
{{positions}}{{education}}</div>
<div>
{{skills}}{{languages}}{{awards}}</div>
</div>
</article>
)";

constexpr std::string_view kEntry = R"(<li>
<p class="timeline-date">{{date}}</p>
<h3>{{title}}</h3>
{{place}}{{text}}</li>
)";

std::string section(std::string_view id, std::string_view title, const std::string& content) {
  if (content.empty()) return {};
  return "<section aria-labelledby=\"" + std::string(id) + "\">\n<h2 id=\"" + std::string(id) + "\">" +
         std::string(title) + "</h2>\n" + content + "</section>\n";
}

std::string timeline(const std::string& entries) {
  return entries.empty() ? entries : "<ol class=\"timeline\">\n" + entries + "</ol>\n";
}

std::string period(const content::Position& position) {
  return time_element(position.from) + " – " + (position.until.empty() ? "today" : time_element(position.until));
}

std::string positions(const content::Cv& cv) {
  std::string entries;
  for (const auto& position : cv.positions) {
    entries += documents::fill(kEntry, {{"date", period(position)},
                                        {"title", escape_markup(position.title)},
                                        {"place", paragraph("timeline-place", escape_markup(position.organisation))},
                                        {"text", paragraph("timeline-text", linked_text(position.summary))}});
  }
  return section("positions", "Positions", timeline(entries));
}

std::string education(const content::Cv& cv) {
  std::string entries;
  for (const auto& entry : cv.education) {
    entries += documents::fill(kEntry, {{"date", time_element(entry.date)},
                                        {"title", escape_markup(entry.degree)},
                                        {"place", paragraph("timeline-place", escape_markup(entry.institution))},
                                        {"text", ""}});
  }
  return section("education", "Education", timeline(entries));
}

std::string skills(const content::Cv& cv) {
  std::string out;
  for (const auto& area : cv.skills) out += "<h3>" + escape_markup(area.area) + "</h3>\n" + chips(area.items);
  return section("skills", "Skills", out);
}

std::string pair(const std::string& name, const std::string& html) {
  return "<div><dt>" + escape_markup(name) + "</dt><dd>" + html + "</dd></div>\n";
}

std::string pairs(const std::string& content) {
  return content.empty() ? content : "<dl class=\"pairs\">\n" + content + "</dl>\n";
}

std::string languages(const content::Cv& cv) {
  std::string out;
  for (const auto& entry : cv.languages) out += pair(entry.language, escape_markup(entry.level));
  return section("languages", "Languages", pairs(out));
}

std::string awards(const content::Cv& cv) {
  std::string out;
  for (const auto& award : cv.awards) out += pair(award.name, time_element(award.date));
  return section("awards", "Awards", pairs(out));
}

}  // namespace

documents::Rendered render_cv(const documents::HostView& view, const content::Page& page) {
  const auto& site = view.content.site;
  const content::Cv& cv = site.cv.value();
  PageParts parts{page.path, page.path, page.title, cv.summary.empty() ? page.summary : cv.summary, {}, {}};
  parts.main = documents::fill(kCvMain, {{"name", escape_markup(site.owner.name)},
                                         {"summary", paragraph("lead", linked_text(cv.summary))},
                                         {"positions", positions(cv)},
                                         {"education", education(cv)},
                                         {"skills", skills(cv)},
                                         {"languages", languages(cv)},
                                         {"awards", awards(cv)}});
  parts.json_ld = documents::json_ld(view);
  parts.og_type = "profile";
  return render_layout(view, parts);
}

}  // namespace agent_access::pages
