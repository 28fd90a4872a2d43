#include "documents/site.hpp"
#include "pages/html.hpp"
#include "pages/renderers.hpp"

namespace agent_access::pages {

namespace {

using render::View;

std::vector<View> positions(const content::Labels& labels, const content::Cv& cv) {
  std::vector<View> items;
  for (const auto& position : cv.positions) {
    items.push_back(View()
                        .set("from", time_element(labels, position.from))
                        .set_optional("until", time_element(labels, position.until))
                        .set("title", position.title)
                        .set_optional("organisation", position.organisation)
                        .set_optional("summary", linked_text(position.summary)));
  }
  return items;
}

std::vector<View> education(const content::Labels& labels, const content::Cv& cv) {
  std::vector<View> items;
  for (const auto& entry : cv.education) {
    items.push_back(View()
                        .set("date", time_element(labels, entry.date))
                        .set("degree", entry.degree)
                        .set_optional("institution", entry.institution));
  }
  return items;
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

}  // namespace

documents::Rendered render_cv(PageWriter& writer, const content::Page& page) {
  const content::Cv& cv = writer.site().cv.value();
  const bool has_history = !cv.positions.empty() || !cv.education.empty();
  const bool has_abilities = !cv.skills.empty() || !cv.languages.empty() || !cv.awards.empty();
  auto view = View()
                  .set("title", page.title)
                  .set("name", writer.site().owner.name)
                  .set_optional("summary", linked_text(cv.summary))
                  .set("has_history", has_history)
                  .set("has_abilities", has_abilities)
                  .set("has_columns", has_history || has_abilities);
  set_items(view, "positions", positions(writer.labels(), cv));
  set_items(view, "education", education(writer.labels(), cv));
  set_items(view, "skills", skills(cv));
  set_items(view, "languages", languages(cv));
  set_items(view, "awards", awards(writer.labels(), cv));
  PageParts parts{page.path, page.path, page.title, cv.summary.empty() ? page.summary : cv.summary};
  parts.main = writer.fill("cv.html", view);
  parts.json_ld = documents::json_ld(writer.host());
  parts.og_type = "profile";
  return writer.page(parts);
}

}  // namespace agent_access::pages
