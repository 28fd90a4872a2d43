// CSL-JSON (citeproc-js.readthedocs.io), as Zotero and ORCID export it and Crossref's API answers; and FAQPage of
// schema.org as JSON-LD.
#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <utility>

#include "base/text.hpp"
#include "json/strict_json.hpp"
#include "site/content/text_form.hpp"
#include "tools/import/foreign_json.hpp"

namespace agent_access::tools {

namespace {

namespace bj = boost::json;

struct WorkType {
  std::string_view foreign;
  std::string_view own;
};
constexpr auto kTypes = std::to_array<WorkType>({{"article", "article"},
                                                 {"article-journal", "article"},
                                                 {"article-magazine", "article"},
                                                 {"article-newspaper", "article"},
                                                 {"review", "article"},
                                                 {"review-book", "article"},
                                                 {"journal-article", "article"},
                                                 {"posted-content", "article"},
                                                 {"preprint", "article"},
                                                 {"paper-conference", "article"},
                                                 {"proceedings-article", "article"},
                                                 {"book", "book"},
                                                 {"monograph", "book"},
                                                 {"edited-book", "book"},
                                                 {"reference-book", "book"},
                                                 {"chapter", "chapter"},
                                                 {"book-chapter", "chapter"},
                                                 {"book-section", "chapter"},
                                                 {"entry-encyclopedia", "chapter"},
                                                 {"entry-dictionary", "chapter"},
                                                 {"thesis", "thesis"},
                                                 {"dissertation", "thesis"},
                                                 {"report", "report"},
                                                 {"speech", "talk"},
                                                 {"patent", "patent"},
                                                 {"dataset", "dataset"},
                                                 {"software", "software"}});

std::string name_of_author(ForeignObject& in) {
  const auto literal = in.text({"literal", "name"});
  if (!literal.empty()) return literal;
  std::vector<std::string> parts;
  for (const auto* name : {"given", "dropping-particle", "non-dropping-particle", "family", "suffix"}) {
    if (auto part = in.text({name}); !part.empty()) parts.push_back(std::move(part));
  }
  return base::joined(parts, " ");
}

/// {"date-parts": [[2020, "3"]]}, {"raw": "in press"}, or a text.
std::optional<ForeignDate> date_of(ForeignObject& work) {
  constexpr std::array kNames = {"issued", "published", "published-print", "published-online", "created"};
  for (const auto* name : kNames) {
    const auto* value = work.value({name});
    if (value == nullptr) continue;
    if (!value->is_object()) return work.date({name});
    const auto* const rows = json::array_at(value->get_object(), "date-parts");
    const bool has_parts = rows != nullptr && !rows->empty() && rows->front().is_array();
    std::string text;
    for (const auto& part : has_parts ? rows->front().get_array() : bj::array()) {
      const auto number = part.is_string()  ? std::string(part.get_string())
                          : part.is_int64() ? std::to_string(part.get_int64())
                                            : std::string();
      if (!number.empty()) text += (text.empty() ? "" : "-") + number;
    }
    for (const auto* member : {"raw", "literal"}) {
      if (text.empty()) text = json::text_at(value->get_object(), member);
    }
    if (text.empty()) continue;
    auto date = read_date(text);
    if (!date) work.note(name, json::quoted_name(plain_text(text)) + " is no date; left out");
    return date;
  }
  return std::nullopt;
}

/// "Journal of Examples 12(3), 1–20".
std::string venue_of(ForeignObject& work) {
  auto venue = work.text({"container-title", "event-title", "event"});
  const auto volume = work.text({"volume"});
  const auto issue = work.text({"issue"});
  const auto pages = work.text({"page", "pages"});
  const auto publisher = work.text({"publisher", "institution"});
  if (venue.empty()) return publisher;
  if (!volume.empty()) venue += " " + volume;
  if (!issue.empty()) venue += "(" + issue + ")";
  if (!pages.empty()) venue += ", " + pages;
  return venue;
}

void read_work(ForeignObject& in, bj::object& site) {
  auto title = in.text({"title", "short-title"});
  if (const auto subtitle = in.text({"subtitle"}); !subtitle.empty() && !title.contains(subtitle))
    title += ": " + subtitle;
  if (title.empty()) return in.note({}, "has no title; left out");
  bj::object work{{"title", title}};
  const auto type = in.text({"type"});
  const auto* const known = std::ranges::find(kTypes, type, &WorkType::foreign);
  if (!type.empty()) work["type"] = known == kTypes.end() ? "other" : known->own;
  if (const auto date = date_of(in)) {
    set_text(work, "date", date->date);
    set_text(work, "status", date->status);
  }
  if (const auto status = read_date(in.text({"status"})); status && !work.contains("date"))
    set_text(work, "status", status->status);
  std::vector<std::string> authors;
  for (const auto* role : {"author", "editor"}) {
    if (!authors.empty()) continue;
    in.each({role}, [&](ForeignObject& author) {
      base::add_once(authors, name_of_author(author));
      author.ignore_others();
    });
  }
  set_texts(work, "authors", authors);
  set_text(work, "venue", venue_of(in));
  set_text(work, "summary", base::joined(in.paragraphs({"abstract"}), " "));
  const auto doi = bare_doi(in.text({"DOI", "doi"}));
  if (content::doi_fault(doi).empty()) set_text(work, "doi", doi);
  const auto url = in.url({"URL", "url"});
  if (doi.empty() || bare_doi(url).empty()) set_text(work, "url", url);
  set_texts(work, "topics", in.words({"keyword", "keywords", "subject"}));
  const auto key = in.text({"citation-key", "id"});
  set_text(work, "key", key.empty() ? doi : key);
  append(site, "publications", std::move(work));
}

/// In characters.
std::size_t length_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Appends the questions in the value, at any depth: of a page, of a graph, of a list.
void find_questions(const bj::value& value, const std::string& place, Imported& out) {
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.get_array().size(); ++i) {
      find_questions(value.get_array()[i], json::place_of_item(place, i), out);
    }
    return;
  }
  if (!value.is_object()) return;
  const auto& object = value.get_object();
  if (!is_type(object, "Question")) {
    for (const auto* name : {"@graph", "mainEntity"}) {
      if (const auto* inner = object.if_contains(name)) find_questions(*inner, json::place_of_member(place, name), out);
    }
    return;
  }
  ForeignObject in(object, place, out.notes);
  const auto question = in.text({"name", "text"});
  std::string answer;
  in.each({"acceptedAnswer", "suggestedAnswer"}, [&](ForeignObject& given) {
    if (answer.empty()) answer = base::joined(given.paragraphs({"text", "description"}), " ");
    given.ignore_others();
  });
  constexpr std::size_t kShortestQuestion = 10;
  constexpr std::size_t kShortestAnswer = 20;
  if (length_of(question) < kShortestQuestion || length_of(answer) < kShortestAnswer) {
    return in.note({}, "a question needs 10 characters and its answer 20; left out");
  }
  out.questions.emplace_back(bj::object{{"question", question}, {"answer", answer}});
}

}  // namespace

bool is_type(const bj::object& object, std::string_view type) {
  const auto types = json::texts_at(object, "@type");
  return json::text_at(object, "@type") == type || std::ranges::find(types, type) != types.end();
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
  each_object(*works, place, result.notes, [&](ForeignObject& work) {
    read_work(work, result.site);
    // Dozens of members about the record itself, of which each program writes others.
    work.ignore_others();
  });
  return result;
}

Imported read_faq_page(const bj::value& document) {
  Imported result;
  find_questions(document, {}, result);
  return result;
}

}  // namespace agent_access::tools
