#include "site/sources/formats.hpp"

#include <algorithm>
#include <array>
#include <boost/json/value.hpp>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"
#include "site/sources/faq_page.hpp"
#include "site/sources/resumes/json_resume.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/works/bibtex.hpp"
#include "site/sources/works/csl.hpp"
#include "site/sources/works/publications.hpp"
#include "site/sources/works/ris.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;
using Format = base::Result<SourceFormat, std::string>;

constexpr std::array<std::string_view, 5> kNames = {"JSON Resume", "CSL-JSON", "FAQPage", "BibTeX", "RIS"};

struct OtherFile {
  std::string_view beginning;  ///< of the file, or of a line in it
  std::string_view sentence;
};
constexpr auto kBinary =
    std::to_array<OtherFile>({{"PK", "is a ZIP archive: unpack it and name a file in it"}, {"%PDF", "is a PDF"}});
constexpr auto kTexts =
    std::to_array<OtherFile>({{"cff-version:", "is a CITATION.cff: write its one work into site.json by hand"},
                              {"cv:", "seems to be YAML"},
                              {"---", "seems to be YAML"},
                              {"- title:", "seems to be YAML"},
                              {"# ", "is Markdown; an llms.txt is made from site.json"},
                              {"", "has a format that import does not know"}});

Format unknown(std::string_view what) {
  return base::Failure(std::string(what) + "; it reads JSON Resume, CSL-JSON, FAQPage (JSON-LD), BibTeX and RIS");
}

/// The JSON-LD of an HTML page as a list, on the lines of the page; any other text as it is.
std::string json_of_page(std::string_view text) {
  constexpr std::string_view kType = "application/ld+json";
  if (!base::trim_white_space(text).starts_with('<') || !text.contains(kType)) return std::string(text);
  std::string list = "[";
  const auto skip = [&](std::size_t size) {
    list.append(static_cast<std::size_t>(std::ranges::count(text.substr(0, size), '\n')), '\n');
    text.remove_prefix(std::min(size, text.size()));
  };
  while (text.contains(kType)) {
    skip(text.find('>', text.find(kType)) + 1);
    const auto content = text.substr(0, text.find("</script"));
    list.append(content).append(",");
    text.remove_prefix(content.size());
  }
  return list + "]";
}

Format format_of_json(const bj::value& document) {
  if (is_faq_page(document)) return SourceFormat::faq;
  const bool is_list = document.is_array() && !document.get_array().empty();
  const auto& value = is_list ? document.get_array().front() : document;
  const auto has = [&](std::string_view names) {
    const auto has_name = [&](const std::string& name) { return value.get_object().contains(name); };
    return value.is_object() && std::ranges::any_of(words_in(names, ' '), has_name);
  };
  if (!is_list && has("basics work education skills")) return SourceFormat::resume;
  if (has("tagline") && has("owner")) return unknown("is a site.json already");
  if (has("items message") || (has("title") && has("type DOI"))) return SourceFormat::csl;
  return unknown(has("@context") ? "is JSON-LD without a FAQPage" : "is JSON of a form that import does not know");
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

base::Result<Imported, std::string> read_works(std::string_view text, SourceFormat format) {
  auto read = format == SourceFormat::bibtex ? read_bibtex(text)
              : format == SourceFormat::ris  ? read_ris(text)
                                             : read_csl(text);
  if (!read) return base::Failure(read.error());
  Imported result{.notes = std::move(read->notes)};
  PublicationList publications(result.site, result.notes);
  for (const auto& work : read->works) publications.add(work, work.key);
  std::ranges::stable_sort(result.notes, {}, &SourceNote::line);
  return result;
}

}  // namespace

std::string_view format_name(SourceFormat format) noexcept { return kNames[static_cast<std::size_t>(format)]; }

Format detect_format(std::string_view text) {
  for (const auto& [beginning, sentence] : kBinary) {
    if (text.starts_with(beginning)) return unknown(sentence);
  }
  const bool is_ris = has_line(text, "TY  -");
  const bool is_bibtex = !is_ris && has_entry(text);
  if (text.contains('\0') && !is_ris && !is_bibtex) return unknown("is not text in UTF-8");
  const auto json = without_comments(json_of_page(text));
  const auto start = base::trim_white_space(json);
  if (start.empty()) return unknown("is empty");
  if (start.starts_with('{') || start.starts_with('[')) {
    const auto document = parse_foreign_json(json);
    return document ? format_of_json(*document) : base::Failure(document.error());
  }
  if (is_ris) return SourceFormat::ris;
  if (is_bibtex) return SourceFormat::bibtex;
  const auto* const other =
      std::ranges::find_if(kTexts, [&](const OtherFile& each) { return has_line(text, each.beginning); });
  return unknown(other->sentence);
}

base::Result<Imported, std::string> read_source(std::string_view text, SourceFormat format,
                                                std::span<const std::string> with) {
  if (format != SourceFormat::resume && format != SourceFormat::faq) return read_works(text, format);
  const auto json = without_comments(json_of_page(text));
  const auto document = parse_foreign_json(json);
  if (!document) return base::Failure(document.error());
  if (format == SourceFormat::resume && !document->is_object()) {
    return base::Failure<std::string>("is not a JSON Resume: expected one object");
  }
  auto result = format == SourceFormat::resume ? read_resume(document->get_object(), with) : read_faq_page(*document);
  json::Lines lines;
  for (const auto& note : result.notes) lines.emplace(note.place, 0);
  json::find_lines(json, lines);
  for (auto& note : result.notes) note.line = lines.at(note.place);
  std::ranges::stable_sort(result.notes, {}, &SourceNote::line);
  if (!result.site.empty() || !result.questions.empty()) return result;
  return base::Failure("has nothing of " + std::string(format_name(format)) + " that can be taken");
}

}  // namespace agent_access::sources
