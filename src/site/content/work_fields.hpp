/// \file
/// What a publication says about where it appeared: a row for each member of site.json, with its names in other
/// formats. The loader, the readers of bibliographies, the view, /publications.bib and the pages go through this table;
/// JSON-LD, which nests, names the members itself. Thread safe.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "site/content/content.hpp"

namespace agent_access::content {

enum class FieldPart : std::uint8_t {
  container,  ///< the name of what has the work as a part
  position,   ///< where in the container it is
  imprint,    ///< who has published a work that stands alone, and what it is
  further,
};

/// `Work`: a Publication, or another type with these members.
template <class Work>
struct WorkField {
  std::string_view name;  ///< in site.json
  std::string Work::* member;
  FieldPart part;
  std::string_view bibtex;      ///< the field of BibTeX or BibLaTeX
  std::string_view meta = {};   ///< the element of a page for Google Scholar: "citation_volume"; empty: none
  std::string_view label = {};  ///< before its text on the page of the work: the name of a label, or a text
};

template <class Work>
inline constexpr auto kWorkFields = std::to_array<WorkField<Work>>({
    {"journal", &Work::journal, FieldPart::container, "journal", "citation_journal_title"},
    {"book", &Work::book, FieldPart::container, "booktitle", "citation_conference_title"},
    {"event", &Work::event, FieldPart::container, "eventtitle", "citation_conference_title"},
    {"volume", &Work::volume, FieldPart::position, "volume", "citation_volume", "volume"},
    {"number", &Work::number, FieldPart::position, "number", "citation_issue", "number"},
    {"pages", &Work::pages, FieldPart::position, "pages", {}, "pages"},
    {"genre", &Work::genre, FieldPart::imprint, "type"},
    {"institution", &Work::institution, FieldPart::imprint, "organization"},
    {"publisher", &Work::publisher, FieldPart::imprint, "publisher", "citation_publisher"},
    {"series", &Work::series, FieldPart::further, "series", "citation_series_title"},
    {"edition", &Work::edition, FieldPart::further, "edition", {}, "edition"},
    {"isbn", &Work::isbn, FieldPart::further, "isbn", "citation_isbn", "ISBN"},
    {"issn", &Work::issn, FieldPart::further, "issn", "citation_issn", "ISSN"},
    {"award", &Work::award, FieldPart::further, "award", {}, "awards"},
});

/// The names of a field that are others for works of one kind.
struct FieldNames {
  std::string_view kind;  ///< "thesis"
  std::string_view name;
  std::string_view bibtex;
  std::string_view meta;
};

/// The names of the field for a work of that kind, which may be empty.
[[nodiscard]] FieldNames names_of(const WorkField<Publication>& field, std::string_view kind) noexcept;

/// What a work is part of, or without that who has published it; may be empty.
template <class Work>
[[nodiscard]] const std::string& container_of(const Work& work) noexcept {
  for (const auto* name : {&work.journal, &work.book, &work.event, &work.institution}) {
    if (!name->empty()) return *name;
  }
  return work.publisher;
}

/// Whether the venue is something that has the work as a part.
[[nodiscard]] bool has_container(const Publication& work) noexcept;

/// The periodical: its journal, or of an article with a volume or number the venue that it has instead.
[[nodiscard]] const std::string& periodical_of(const Publication& work) noexcept;

/// "Journal of Examples 12(3), 1–20"; of a work that stands alone its genre and who has published it: "PhD thesis,
/// University of Example".
[[nodiscard]] std::string venue_text(const Publication& work);
/// Whether that text has the field, if the work has it.
[[nodiscard]] bool is_in_venue_text(const WorkField<Publication>& field, const Publication& work) noexcept;

}  // namespace agent_access::content
