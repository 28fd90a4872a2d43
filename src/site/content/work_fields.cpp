#include "site/content/work_fields.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "site/templates/text.hpp"

namespace agent_access::content {
namespace {

constexpr auto kNamesOfKinds = std::to_array<FieldNames>({
    {"chapter", "book", "booktitle", "citation_inbook_title"},
    {"thesis", "institution", "school", "citation_dissertation_institution"},
    {"report", "institution", "institution", "citation_technical_report_institution"},
    {"report", "number", "number", "citation_technical_report_number"},
    {"patent", "number", "number", "citation_patent_number"},
});

bool is_article(const Publication& work) noexcept { return work.type.empty() || work.type == "article"; }

bool has_numbered_genre(const Publication& work) noexcept { return !work.genre.empty() && !work.number.empty(); }

}  // namespace

FieldNames names_of(const WorkField<Publication>& field, std::string_view kind) noexcept {
  const auto* const found = std::ranges::find_if(
      kNamesOfKinds, [&](const FieldNames& names) { return names.kind == kind && names.name == field.name; });
  return found == kNamesOfKinds.end() ? FieldNames{kind, field.name, field.bibtex, field.meta} : *found;
}

bool has_container(const Publication& work) noexcept {
  if (!work.journal.empty() || !work.book.empty() || !work.event.empty()) return true;
  return !work.venue.empty() && work.venue != work.institution && work.venue != work.publisher;
}

const std::string& periodical_of(const Publication& work) noexcept {
  const bool has_number = !work.volume.empty() || !work.number.empty();
  const bool has_other = !work.journal.empty() || !work.book.empty() || !work.event.empty();
  return !has_other && has_number && is_article(work) && has_container(work) ? work.venue : work.journal;
}

std::string venue_text(const Publication& work) {
  if (has_container(work)) {
    std::string text = work.venue;
    if (!work.volume.empty()) text += " " + work.volume;
    if (!work.number.empty()) text += "(" + work.number + ")";
    if (!work.pages.empty()) text += ", " + work.pages;
    return text;
  }
  std::vector<std::string> parts;
  base::add_once(parts, has_numbered_genre(work) ? work.genre + " " + work.number : work.genre);
  base::add_once(parts, work.institution);
  base::add_once(parts, work.publisher);
  return templates::list_text(parts);
}

bool is_in_venue_text(const WorkField<Publication>& field, const Publication& work) noexcept {
  switch (field.part) {
    case FieldPart::container: return work.*field.member == work.venue;
    case FieldPart::position:
      return has_container(work) || (field.member == &Publication::number && has_numbered_genre(work));
    case FieldPart::imprint: return !has_container(work);
    case FieldPart::further: break;
  }
  return false;
}

}  // namespace agent_access::content
