#include "tools/import/formats.hpp"

#include <algorithm>
#include <array>
#include <boost/json/value.hpp>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "json/reader.hpp"
#include "site/sources/bibtex.hpp"
#include "site/sources/csl.hpp"
#include "site/sources/foreign_json.hpp"
#include "site/sources/json_resume.hpp"
#include "site/sources/publications.hpp"
#include "site/sources/ris.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;
using Format = base::Result<ImportFormat, std::string>;

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

bool is_type(const bj::object& object, std::string_view type) {
  const auto types = json::texts_at(object, "@type");
  return json::text_at(object, "@type") == type || std::ranges::find(types, type) != types.end();
}

bool is_faq(const bj::value& value) {
  if (value.is_array()) return std::ranges::any_of(value.get_array(), is_faq);
  if (!value.is_object()) return false;
  const auto& object = value.get_object();
  return is_type(object, "FAQPage") || is_type(object, "Question") || object.contains("@graph");
}

Format format_of_json(const bj::value& document) {
  if (is_faq(document)) return ImportFormat::faq;
  const bool is_list = document.is_array() && !document.get_array().empty();
  const auto& value = is_list ? document.get_array().front() : document;
  const auto has = [&](std::string_view names) {
    const auto has_name = [&](const std::string& name) { return value.get_object().contains(name); };
    return value.is_object() && std::ranges::any_of(sources::words_in(names, ' '), has_name);
  };
  if (!is_list && has("basics work education skills")) return ImportFormat::resume;
  if (has("tagline") && has("owner")) return unknown("is a site.json already");
  if (has("items message") || (has("title") && has("type DOI"))) return ImportFormat::csl;
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

/// Appends the questions in the value, at any depth: of a page, of a graph, of a list.
void find_questions(const bj::value& value, const std::string& place, sources::Imported& out) {
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.get_array().size(); ++i) {
      find_questions(value.get_array()[i], json::place_of_item(place, i), out);
    }
  }
  if (!value.is_object()) return;
  const auto& object = value.get_object();
  if (!is_type(object, "Question")) {
    for (const auto* name : {"@graph", "mainEntity"}) {
      if (const auto* inner = object.if_contains(name)) find_questions(*inner, json::place_of_member(place, name), out);
    }
    return;
  }
  sources::ForeignObject in(object, place, out.notes);
  const auto question = in.text("name text");
  std::string answer;
  in.each("acceptedAnswer suggestedAnswer", [&](sources::ForeignObject& given) {
    if (answer.empty()) answer = base::joined(given.paragraphs("text description name"), " ");
    given.ignore_others();
  });
  constexpr std::size_t kShortestQuestion = 10;
  constexpr std::size_t kShortestAnswer = 20;
  if (base::characters_in(question) < kShortestQuestion || base::characters_in(answer) < kShortestAnswer) {
    return in.note({}, "a question needs 10 characters and its answer 20; left out");
  }
  out.questions.emplace_back(bj::object{{"question", question}, {"answer", answer}});
}

base::Result<sources::Imported, std::string> read_works(std::string_view text, ImportFormat format) {
  auto read = format == ImportFormat::bibtex ? sources::read_bibtex(text)
              : format == ImportFormat::ris  ? sources::read_ris(text)
                                             : sources::read_csl(text);
  if (!read) return base::Failure(read.error());
  sources::Imported result{.notes = std::move(read->notes)};
  sources::PublicationList publications(result.site, result.notes);
  for (const auto& work : read->works) publications.add(work, work.key);
  std::ranges::stable_sort(result.notes, {}, &sources::SourceNote::line);
  return result;
}

}  // namespace

std::string_view name_of(ImportFormat format) noexcept { return kNames[static_cast<std::size_t>(format)]; }

Format detect_format(std::string_view text) {
  for (const auto& [beginning, sentence] : kBinary) {
    if (text.starts_with(beginning)) return unknown(sentence);
  }
  const bool is_ris = has_line(text, "TY  -");
  const bool is_bibtex = !is_ris && has_entry(text);
  if (text.contains('\0') && !is_ris && !is_bibtex) return unknown("is not text in UTF-8");
  const auto json = sources::without_comments(json_of_page(text));
  const auto start = base::trim_white_space(json);
  if (start.empty()) return unknown("is empty");
  if (start.starts_with('{') || start.starts_with('[')) {
    const auto document = sources::parse_foreign_json(json);
    return document ? format_of_json(*document) : base::Failure(document.error());
  }
  if (is_ris) return ImportFormat::ris;
  if (is_bibtex) return ImportFormat::bibtex;
  const auto* const other =
      std::ranges::find_if(kTexts, [&](const OtherFile& each) { return has_line(text, each.beginning); });
  return unknown(other->sentence);
}

base::Result<sources::Imported, std::string> read_import(std::string_view text, ImportFormat format,
                                                         std::span<const std::string> with) {
  if (format != ImportFormat::resume && format != ImportFormat::faq) return read_works(text, format);
  const auto json = sources::without_comments(json_of_page(text));
  const auto document = sources::parse_foreign_json(json);
  if (!document) return base::Failure(document.error());
  if (format == ImportFormat::resume && !document->is_object()) {
    return base::Failure<std::string>("is not a JSON Resume: expected one object");
  }
  auto result =
      format == ImportFormat::resume ? sources::read_resume(document->get_object(), with) : read_faq_page(*document);
  json::Lines lines;
  for (const auto& note : result.notes) lines.emplace(note.place, 0);
  json::find_lines(json, lines);
  for (auto& note : result.notes) note.line = lines.at(note.place);
  std::ranges::stable_sort(result.notes, {}, &sources::SourceNote::line);
  if (!result.site.empty() || !result.questions.empty()) return result;
  return base::Failure("has nothing of " + std::string(name_of(format)) + " that can be taken");
}

sources::Imported read_faq_page(const bj::value& document) {
  sources::Imported result;
  find_questions(document, {}, result);
  return result;
}

}  // namespace agent_access::tools
