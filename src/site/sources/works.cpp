#include "site/sources/works.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/foreign_date.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

struct WorkType {
  std::string_view own;
  std::string_view foreign;  ///< of CSL, Crossref, BibTeX and RIS, in lower case
};
constexpr auto kTypes = std::to_array<WorkType>(
    {{"article",
      "article article-journal article-magazine article-newspaper review review-book journal-article posted-content "
      "preprint paper-conference proceedings-article conference inproceedings abst conf cpaper ejour inpr jfull jour "
      "mgzn news"},
     {"book", "book monograph edited-book reference-book booklet collection mvbook proceedings ebook edbook"},
     {"chapter",
      "chapter book-chapter book-section entry-encyclopedia entry-dictionary inbook incollection inreference chap "
      "echap encyc"},
     {"thesis", "thesis dissertation mastersthesis phdthesis thes"},
     {"report", "report manual techreport govdoc press rprt"},
     {"talk", "speech presentation talk slide"},
     {"patent", "patent pat"},
     {"dataset", "dataset data"},
     {"software", "software comp"}});

std::string_view type_of(std::string_view foreign) {
  const auto lower = base::lower_case(foreign);
  const auto* const found =
      std::ranges::find_if(kTypes, [&](const WorkType& type) { return has_word(type.foreign, lower); });
  return found == kTypes.end() ? std::string_view("other") : found->own;
}

std::string name_of_author(ForeignObject& in) {
  auto name = in.text("literal name");
  for (const auto* part : {"given", "dropping-particle", "non-dropping-particle", "family", "suffix"}) {
    const auto text = name.empty() || name.back() == ' ' ? in.text(part) : std::string();
    if (!text.empty()) name += text + " ";
  }
  return std::string(base::trim(name));
}

std::vector<std::string> authors_of(ForeignObject& in) {
  std::vector<std::string> authors;
  for (const auto* role : {"author authors", "editor"}) {
    const auto* const value = authors.empty() ? in.value(role) : nullptr;
    if (value != nullptr && value->is_string()) authors = in.words(role);
    if (value == nullptr || value->is_string()) continue;
    in.each(role, [&](ForeignObject& author) {
      author.ignore_others();
      const auto name = name_of_author(author);
      if (name != "others" && name != "et al.") return base::add_once(authors, name);
      in.note({}, "names not all authors (\"and others\"); those that it names are taken");
    });
  }
  return authors;
}

void set_date(ForeignObject& in, bj::object& work) {
  for (const auto* name :
       {"issued", "published", "published-print", "published-online", "created", "releaseDate", "date", "year"}) {
    const auto date = work.contains("date") || work.contains("status") ? std::nullopt : in.date(name);
    if (!date) continue;
    set_text(work, "date", name == std::string_view("releaseDate") ? month_of_day(date->date) : date->date);
    set_text(work, "status", date->status);
  }
  for (const auto& text : work.contains("date") ? std::vector<std::string>() : in.paragraphs("status note")) {
    if (const auto date = read_date(text)) set_text(work, "status", date->status);
  }
}

/// "Journal of Examples 12(3), 1–20"; else the publisher, for a thesis with its kind.
std::string venue_of(ForeignObject& in) {
  auto venue = in.text("container-title event-title event venue journal");
  const auto volume = in.text("volume");
  const auto issue = in.text("issue");
  const auto pages = in.text("page pages");
  const auto publisher = in.text("publisher institution");
  if (venue.empty()) {
    std::vector<std::string> parts;
    for (const auto& part : {in.text("genre"), publisher}) base::add_once(parts, part);
    return base::joined(parts);
  }
  if (!volume.empty()) venue += " " + volume;
  if (!issue.empty()) venue += "(" + issue + ")";
  if (!pages.empty()) venue += ", " + pages;
  return venue;
}

/// The first address that does not repeat the DOI is that of the work.
void set_addresses(ForeignObject& in, bj::object& work) {
  auto doi = bare_doi(in.text("DOI doi"));
  const auto urls = in.urls("URL url website");
  for (const auto& url : urls) {
    if (doi.empty()) doi = bare_doi(url);
  }
  if (content::doi_fault(doi).empty()) set_text(work, "doi", doi);
  for (const auto& url : urls) {
    if (!doi.empty() && !bare_doi(url).empty()) continue;
    if (!work.contains("url")) {
      work["url"] = url;
    } else {
      const bool is_arxiv = url.contains("arxiv.org/");
      append(work, "links", bj::object{{"title", is_arxiv ? "arXiv" : "Further address"}, {"url", url}});
    }
  }
}

/// The whole work.
void leave_out(ForeignObject& in, std::string sentence) {
  in.note({}, std::move(sentence));
  in.ignore_others();
}

}  // namespace

std::string WorkReader::double_of(const std::string& doi, std::string& key) {
  const auto [first, is_new] = dois_.emplace(comparison_form(doi), key);
  if (!doi.empty() && !is_new) return "has the DOI of " + json::quoted_name(first->second) + "; left out";
  if (!key.empty() && keys_[key]++ > 0) key += "#" + std::to_string(keys_[key]);
  return {};
}

void WorkReader::read(ForeignObject& in) {
  auto title = in.text("title name short-title");
  if (const auto more = in.text("subtitle"); !title.contains(more)) title += ": " + more;
  if (title.empty()) return leave_out(in, "has no title; left out");
  bj::object work{{"title", title}};
  if (const auto type = in.text("type"); !type.empty()) work["type"] = type_of(type);
  set_date(in, work);
  set_texts(work, "authors", authors_of(in));
  set_text(work, "venue", venue_of(in));
  set_text(work, "summary", base::joined(in.paragraphs("abstract summary description"), " "));
  set_addresses(in, work);
  set_texts(work, "topics", in.words("keyword keywords subject"));
  const std::string doi(json::text_at(work, "doi"));
  auto key = in.text("citation-key id");
  if (key.empty()) key = doi;
  if (auto reason = double_of(doi, key); !reason.empty()) return leave_out(in, std::move(reason));
  set_text(work, "key", key);
  append(site_, "publications", std::move(work));
}

Imported read_csl(const bj::value& document) {
  Imported result;
  const bj::value* works = &document;
  std::string place;
  for (const auto* name : {"message", "items"}) {
    const auto* const inner = works->is_object() ? works->get_object().if_contains(name) : nullptr;
    if (inner == nullptr) continue;
    works = inner;
    place = json::place_of_member(place, name);
  }
  WorkReader reader(result.site);
  each_object(*works, place, result.notes, [&](ForeignObject& work) {
    reader.read(work);
    // Dozens of members about the record itself, of which each program writes others.
    work.ignore_others();
  });
  return result;
}

}  // namespace agent_access::sources
