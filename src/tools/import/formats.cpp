#include <algorithm>
#include <array>
#include <boost/json/value.hpp>
#include <utility>

#include "base/ascii.hpp"
#include "json/strict_json.hpp"
#include "tools/import/bibutils.hpp"
#include "tools/import/foreign_json.hpp"
#include "tools/import/imported.hpp"

namespace agent_access::tools {

namespace {

namespace bj = boost::json;

constexpr std::string_view kFormats = "JSON Resume, CSL-JSON, FAQPage (JSON-LD), BibTeX and RIS";

base::Result<ImportFormat, std::string> unknown(std::string_view what) {
  return base::Failure(std::string(what) + "; it reads " + std::string(kFormats));
}

/// The JSON-LD of an HTML page as a list, on the lines of the page; any other text as it is.
std::string json_of_page(std::string_view text) {
  constexpr std::string_view kType = "application/ld+json";
  if (!base::trim_white_space(text).starts_with('<') || !text.contains(kType)) return std::string(text);
  std::string list = "[";
  const auto skip = [&](std::size_t size) {
    for (const char c : text.substr(0, size)) list.append(c == '\n' ? 1 : 0, c);
    text.remove_prefix(std::min(size, text.size()));
  };
  while (text.contains(kType)) {
    skip(text.find(kType));
    skip(std::min(text.find('>'), text.size() - 1) + 1);
    const auto content = text.substr(0, text.find("</script"));
    list.append(content).append(",");
    text.remove_prefix(content.size());
  }
  return list + "]";
}

bool is_faq(const bj::value& value) {
  if (value.is_array()) return std::ranges::any_of(value.get_array(), is_faq);
  if (!value.is_object()) return false;
  const auto& object = value.get_object();
  return is_type(object, "FAQPage") || is_type(object, "Question") || object.contains("@graph");
}

base::Result<ImportFormat, std::string> format_of_json(const bj::value& document) {
  if (is_faq(document)) return ImportFormat::faq;
  const auto* value = &document;
  if (value->is_array() && !value->get_array().empty()) value = &value->get_array().front();
  if (!value->is_object()) return unknown("is JSON of a form that import does not know");
  const auto& object = value->get_object();
  for (const auto* name : {"basics", "work", "education", "skills"}) {
    if (object.contains(name) && document.is_object()) return ImportFormat::resume;
  }
  if (object.contains("tagline") && object.contains("owner")) return unknown("is a site.json already");
  const bool has_works = object.contains("items") || object.contains("message");
  if (has_works || (object.contains("title") && (object.contains("type") || object.contains("DOI")))) {
    return ImportFormat::csl;
  }
  if (object.contains("@context")) return unknown("is JSON-LD without a FAQPage");
  return unknown("is JSON of a form that import does not know");
}

/// Whether a line begins with the mark, after white space.
bool has_line(std::string_view text, std::string_view mark) {
  for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    const auto before = text.substr(0, at);
    const auto line = before.substr(before.rfind('\n') + 1);
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

}  // namespace

std::string_view name_of(ImportFormat format) noexcept {
  constexpr std::array<std::string_view, 5> kNames = {"JSON Resume", "CSL-JSON", "FAQPage", "BibTeX", "RIS"};
  return kNames[static_cast<std::size_t>(format)];
}

base::Result<ImportFormat, std::string> detect_format(std::string_view text) {
  if (text.starts_with("PK")) return unknown("is a ZIP archive: unpack it and name a file in it");
  if (text.starts_with("%PDF")) return unknown("is a PDF");
  if (text.contains('\0')) return unknown("is no text in UTF-8");
  const auto json = json_of_page(text);
  std::string_view start = json;
  if (start.starts_with("\xEF\xBB\xBF")) start.remove_prefix(3);
  start = base::trim_white_space(start);
  if (start.empty()) return unknown("is empty");
  if (start.starts_with('{') || start.starts_with('[') || start.starts_with("//") || start.starts_with("/*")) {
    const auto document = parse_foreign_json(json);
    return document ? format_of_json(*document) : base::Failure(document.error());
  }
  if (has_line(text, "TY  -")) return ImportFormat::ris;
  if (has_entry(text)) return ImportFormat::bibtex;
  if (has_line(text, "cff-version:")) return unknown("is a CITATION.cff: write its one work into site.json by hand");
  if (has_line(text, "cv:") || start.starts_with("---") || start.starts_with("- title:"))
    return unknown("seems to be YAML");
  if (start.starts_with("# ")) return unknown("is Markdown; an llms.txt is made from site.json");
  return unknown("has a format that import does not know");
}

base::Result<Imported, std::string> read_import(std::string_view text, ImportFormat format,
                                                const PrivateParts& wanted) {
  if (format == ImportFormat::bibtex || format == ImportFormat::ris) {
    std::vector<ImportNote> complaints;
    const auto ris = normalized_ris(text, format, complaints);
    if (!ris) return base::Failure(ris.error());
    auto result = read_ris(*ris, text, format);
    result.notes.insert(result.notes.begin(), complaints.begin(), complaints.end());
    if (!result.site.contains("publications")) return base::Failure<std::string>("has no entry that can be read");
    return result;
  }
  const auto json = json_of_page(text);
  const auto document = parse_foreign_json(json);
  if (!document) return base::Failure(document.error());
  if (format == ImportFormat::resume && !document->is_object()) {
    return base::Failure<std::string>("is no JSON Resume: expected one object");
  }
  auto result = format == ImportFormat::resume ? read_resume(document->get_object(), wanted)
                : format == ImportFormat::csl  ? read_csl(*document)
                                               : read_faq_page(*document);
  set_lines(json, result.notes);
  if (result.site.empty() && result.questions.empty()) {
    return base::Failure("has nothing of " + std::string(name_of(format)) + " that can be taken");
  }
  return result;
}

}  // namespace agent_access::tools
