#include "site/sources/formats.hpp"

#include <algorithm>
#include <array>
#include <boost/json/value.hpp>
#include <iterator>
#include <utility>

#include "base/ascii.hpp"
#include "site/sources/data_format.hpp"
#include "site/sources/language.hpp"
#include "site/sources/questions.hpp"
#include "site/sources/resumes/alfolio.hpp"
#include "site/sources/resumes/json_resume.hpp"
#include "site/sources/resumes/rendercv.hpp"
#include "site/sources/resumes/withheld_number.hpp"
#include "site/sources/texts/foreign_document.hpp"
#include "site/sources/translations.hpp"
#include "site/sources/works/bibtex.hpp"
#include "site/sources/works/citation_file.hpp"
#include "site/sources/works/publications.hpp"
#include "site/sources/works/ris.hpp"
#include "site/sources/works/work_list.hpp"
#include "site/sources/works/work_page.hpp"

namespace agent_access::sources {
namespace {

using Format = base::Result<SourceFormat, std::string>;
using Works = base::Result<Bibliography, std::string>;

struct FormatName {
  SourceFormat format;
  std::string_view name;
};
constexpr auto kNames = std::to_array<FormatName>({{SourceFormat::resume, "JSON Resume"},
                                                   {SourceFormat::rendercv, "RenderCV"},
                                                   {SourceFormat::alfolio, "CV of al-folio"},
                                                   {SourceFormat::csl, "CSL-JSON"},
                                                   {SourceFormat::works, "list of works"},
                                                   {SourceFormat::work_page, "page of a work"},
                                                   {SourceFormat::citation_file, "CITATION.cff"},
                                                   {SourceFormat::faq, "questions and answers"},
                                                   {SourceFormat::bibtex, "BibTeX"},
                                                   {SourceFormat::ris, "RIS"}});
static_assert(base::is_complete(kNames, &FormatName::format));

struct OtherFile {
  std::string_view beginning;  ///< of the file, or of a line in it
  std::string_view sentence;
};
constexpr auto kBinary =
    std::to_array<OtherFile>({{"PK", "is a ZIP archive: unpack it and name a file in it"}, {"%PDF", "is a PDF"}});
constexpr auto kTexts = std::to_array<OtherFile>(
    {{"# ", "is Markdown; an llms.txt is made from site.json"}, {"", "has a format that import does not know"}});

Format unknown(std::string_view what) {
  return base::Failure(std::string(what) +
                       "; it reads JSON Resume, RenderCV, al-folio's cv.yml, lists of works or of questions (each as "
                       "JSON or YAML), CSL-JSON, CITATION.cff, FAQPage (JSON-LD), academicpages' publications (.md), "
                       "BibTeX and RIS");
}

/// Whether a line begins with the mark, after white space or a byte order mark.
bool has_line(std::string_view text, std::string_view mark) {
  for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    const auto line = text.substr(0, at).substr(text.substr(0, at).rfind('\n') + 1);
    if (base::trim(line).empty() || line == "\xEF\xBB\xBF") return true;
  }
  return false;
}

/// An "@" with a word and a brace.
bool has_entry(std::string_view text) {
  for (auto at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
    auto rest = text.substr(at + 1, 40);
    while (!rest.empty() && base::is_letter(rest.front())) rest.remove_prefix(1);
    if (rest.size() < 39 && base::trim_white_space(rest).find_first_of("{(") == 0) return true;
  }
  return false;
}

Format format_of_text(std::string_view text) {
  const auto document = read_foreign_document(text);
  if (!document) return base::Failure(document.error());
  auto format = format_of_data(*document);
  return format ? format : unknown(format.error());
}

base::Result<Imported, std::string> publications_of(Works works) {
  if (!works) return base::Failure(std::move(works.error()));
  Imported result{.notes = std::move(works->notes)};
  PublicationList publications(result.site, result.notes);
  for (const auto& work : works->works) publications.add(work, work.key);
  set_language(result, works->works);
  std::ranges::stable_sort(result.notes, {}, &SourceNote::line);
  return result;
}

/// A CV in the language that it names or has.
Imported read_cv(const boost::json::value& document, SourceFormat format, std::span<const std::string> with) {
  std::vector<SourceNote> notes;
  const auto [cv, language] = in_one_language(document, notes);
  auto result = format == SourceFormat::alfolio    ? read_alfolio_cv(cv, with)
                : format == SourceFormat::rendercv ? read_rendercv(cv.get_object(), with)
                                                   : read_resume(cv.get_object(), with);
  std::ranges::move(notes, std::back_inserter(result.notes));
  result.withheld_numbers = withheld_numbers(cv, with);
  note_withheld_numbers(cv, result.withheld_numbers, result.site, result.notes);
  if (!language.empty() && !result.site.empty()) result.site["language"] = language;
  return result;
}

/// The readers of what is not a bibliography.
base::Result<Imported, std::string> read_others(const ForeignDocument& document, SourceFormat format,
                                                std::span<const std::string> with) {
  if (format != SourceFormat::faq && format != SourceFormat::alfolio && !document.value.is_object()) {
    return base::Failure("is not " + std::string(format_name(format)) + ": expected one object");
  }
  auto result = format == SourceFormat::faq ? read_questions(document.value) : read_cv(document.value, format, with);
  if (document.foreign_line > 0) {
    result.notes.push_back({.sentence = std::string(kForeignBytes), .line = document.foreign_line});
  }
  if (!base::trim_white_space(document.body).empty()) {
    result.notes.push_back({.sentence = "the text below the front matter is left out", .line = document.body_line});
  }
  place_notes(document, result.notes);
  set_language(result);
  if (!result.site.empty() || !result.questions.empty()) return result;
  return base::Failure("has nothing of " + std::string(format_name(format)) + " that can be taken");
}

}  // namespace

std::string_view format_name(SourceFormat format) noexcept { return kNames[static_cast<std::size_t>(format)].name; }

Format detect_format(std::string_view text) {
  for (const auto& [beginning, sentence] : kBinary) {
    if (text.starts_with(beginning)) return unknown(sentence);
  }
  const bool is_ris = has_line(text, "TY  -");
  const bool is_bibtex = !is_ris && has_entry(text);
  if (text.contains('\0') && !is_ris && !is_bibtex) return unknown("is not text in UTF-8");
  if (base::trim_white_space(text).empty()) return unknown("is empty");
  // Data may hold a text in BibTeX.
  const auto of_data = seems_data(text) ? format_of_text(text) : base::Failure(std::string());
  if (of_data) return of_data;
  const bool has_data = !of_data.error().empty();
  if (is_ris) return SourceFormat::ris;
  if (is_bibtex && (!has_data || text.contains("\n@"))) return SourceFormat::bibtex;
  if (has_data) return of_data;
  const auto* const other =
      std::ranges::find_if(kTexts, [&](const OtherFile& each) { return has_line(text, each.beginning); });
  return unknown(other->sentence);
}

base::Result<Imported, std::string> read_source(std::string_view text, SourceFormat format,
                                                std::span<const std::string> with, std::string_view file) {
  if (format == SourceFormat::bibtex) return publications_of(read_bibtex(text));
  if (format == SourceFormat::ris) return publications_of(read_ris(text));
  const auto document = read_foreign_document(text);
  if (!document) return base::Failure(document.error());
  switch (format) {
    case SourceFormat::csl: return publications_of(read_work_list(*document, OtherMembers::without_record));
    case SourceFormat::works: return publications_of(read_work_list(*document, OtherMembers::noted));
    case SourceFormat::work_page: return publications_of(read_work_page(*document, file));
    case SourceFormat::citation_file: return publications_of(read_citation_file(*document));
    default: return read_others(*document, format, with);
  }
}

}  // namespace agent_access::sources
