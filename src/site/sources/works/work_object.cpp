#include "site/sources/works/work_object.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/members.hpp"
#include "json/place.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/texts/author_line.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/works/addresses.hpp"
#include "site/sources/works/work_types.hpp"

namespace agent_access::sources {
namespace {

namespace bj = boost::json;

constexpr std::string_view kTitle = "title name short-title publication";
constexpr std::string_view kAuthors = "author authors";
/// One of them, beside a title, makes an object a work.
constexpr std::string_view kOfWorks =
    "author authors issued DOI doi journal venue conference booktitle container-title citation paperurl "
    "publication_types";
/// What site generators keep beside a work.
constexpr std::string_view kOfGenerators =
    "layout collection permalink publishDate image img teaser thumbnail preview featured highlight selected weight "
    "order "
    "draft header comments share bibtex bibtexurl url_cite";

/// What names it in its file.
constexpr std::string_view kKeys = "citation-key id key bibkey citekey slug";

struct ObjectText {
  std::string_view names;
  std::string Work::* member;
};
constexpr auto kMembers = std::to_array<ObjectText>({{"event-title event", &Work::event},
                                                     {"collection-title series", &Work::series},
                                                     {"volume", &Work::volume},
                                                     {"issue number", &Work::number},
                                                     {"chapter-number chapter", &Work::chapter},
                                                     {"edition", &Work::edition},
                                                     {"publisher", &Work::publisher},
                                                     {"institution school", &Work::institution},
                                                     {"publisher-place location address", &Work::location},
                                                     {"genre thesis-type", &Work::genre},
                                                     {"ISBN isbn", &Work::isbn},
                                                     {"ISSN issn", &Work::issn},
                                                     {"language", &Work::language},
                                                     {"award", &Work::award}});

/// Members that are a text in one file, a title or pages, and an address in another.
constexpr auto kTextOrAddress = std::to_array<LinkNames>({{"paper", "PDF"}, {"page", "Website"}});

bool holds_address(const ForeignObject& in, std::string_view name) {
  const auto text = json::text_at(in.object(), name);
  return text.contains("://") || text.starts_with("www.") || text.starts_with('/') || text.starts_with("./");
}

std::string name_of_member(ForeignObject& in) {
  auto given = in.text("given given-names firstName firstname first_name given_name givenName first");
  std::vector<std::string> family;
  for (const auto* part : {"dropping-particle", "non-dropping-particle name-particle",
                           "family family-names lastName lastname last_name family_name familyName last"}) {
    if (auto text = in.text(part); !text.empty()) family.push_back(std::move(text));
  }
  const auto suffix = in.text("suffix name-suffix");
  auto name = in.text("literal name fullname fullName full_name");
  if (!family.empty()) name = name_of(base::joined(family, " "), given);
  if (!family.empty() && !suffix.empty()) name += " " + suffix;
  if (name.empty()) name = std::move(given);
  const auto alias = in.text("alias");
  return name.empty() ? alias : name;
}

/// A text with all names, or a list of persons.
std::vector<std::string> people(ForeignObject& in, std::string_view role) {
  const auto* const value = in.value(role);
  if (value == nullptr) return {};
  NameList list;
  const auto* const texts = value->if_array();
  const auto& line = texts != nullptr && texts->size() == 1 ? texts->front() : *value;
  if (line.is_string()) {
    list = authors_in_line(line.get_string());
  } else {
    in.each(role, [&](ForeignObject& person) {
      person.ignore_others();
      auto name = person.is_text() ? author_name(person.value("name")->get_string()) : name_of_member(person);
      const bool is_rest = has_word("others|et al.|et al", name, '|');
      list.has_more = list.has_more || is_rest;
      if (name.empty()) person.note({}, "has no name; left out");
      if (!is_rest && !name.empty()) list.names.push_back(std::move(name));
    });
  }
  if (list.has_more) in.note({}, "names not all authors (\"and others\"); those that it names are taken");
  return std::move(list.names);
}

void set_title(ForeignObject& in, Work& work) {
  work.title = in.text(kTitle);
  if (work.title.empty() && !holds_address(in, "paper")) work.title = in.text("paper");
  if (const auto more = in.text("subtitle"); !work.title.contains(more)) work.title += ": " + more;
  while (work.title.ends_with(',')) work.title.pop_back();
}

/// An unknown type is "other"; an unknown category is one of the owner.
std::string set_type(ForeignObject& in, Work& work) {
  constexpr std::string_view kType = "type entrytype ENTRYTYPE";
  auto type = base::lower_case(in.text(kType));
  const auto category = base::lower_case(in.text("category publication_types collection kind"));
  work.type = work_type(type);
  if (work.type.empty()) work.type = work_type(category);
  if (work.type.empty() && !type.empty()) {
    work.type = "other";
    in.leave_out(kType, json::quoted_name(type) + " is not a known type; taken as \"other\"");
  }
  return type;
}

void set_date(ForeignObject& in, Work& work) {
  constexpr std::string_view kDates =
      "issued published published-print published-online created releaseDate date date-released date-published year "
      "publishDate pubdate";
  for (const auto& name : words_in(kDates, ' ')) {
    const auto* const value = in.value(name);
    if (value == nullptr) continue;
    const auto date = in.date(name, {}, read_work_date);
    if (!date || (date->date.empty() && date->status.empty())) continue;
    work.date = name == "releaseDate" ? month_of_day(date->date) : date->date;
    work.status = date->status;
    static_cast<void>(in.value(name + " " + std::string(kDates)));  // which others say something else
    break;
  }
  if (const auto month = in.text("month"); !month.empty()) work.date = with_month(work.date, month, in.text("day"));
  for (const auto* name : {"status", "note"}) {
    // "in-press" of CITATION.cff.
    std::string text(json::text_at(in.object(), name));
    std::ranges::replace(text, '-', ' ');
    const auto date = work.date.empty() && work.status.empty() ? read_date(text) : std::nullopt;
    if (!date || date->status.empty()) continue;
    work.status = date->status;
    in.ignore(name);
  }
}

/// "11–20" of {"start": 11, "end": 20}, or what `pages` says.
std::string pages_of(ForeignObject& in) {
  const auto start = in.text("start");
  const auto end = in.text("end");
  const auto pages = in.text(holds_address(in, "page") ? "pages" : "page pages");
  return start.empty() ? pages : start + (end.empty() || end == start ? "" : "–" + end);
}

void set_container(ForeignObject& in, std::string_view type, Work& work) {
  work.journal = in.text("journal journal-title journaltitle");
  work.book = in.text("booktitle book proceedings conference");
  if (!work.journal.empty() || !work.book.empty()) {
    static_cast<void>(in.value("journal journal-title journaltitle booktitle book proceedings conference venue"));
  } else {
    const bool is_journal = type.starts_with("article") || type.contains("journal") || type.starts_with("review");
    const bool has_title = in.value("title name") != nullptr;
    (is_journal ? work.journal : work.book) =
        in.text(has_title ? "container-title venue publication" : "container-title venue");
  }
  for (const auto& row : kMembers) work.*row.member = in.text(row.names);
  work.pages = pages_of(in);
}

/// The year behind a place of a venue, if nothing goes on behind it.
std::string year_behind(const std::string& venue, std::size_t begin) {
  constexpr std::size_t kDigits = 4;
  const auto text = begin == std::string::npos ? std::string() : venue.substr(begin + 1);
  const auto year = text.substr(0, kDigits);
  const bool is_recent = year.starts_with("19") || year.starts_with("20");
  const bool is_whole = text.size() <= kDigits || std::string_view(").,; ").contains(text[kDigits]);
  return is_recent && is_whole && content::is_date(year) ? year : std::string();
}

/// Of a work without a date the year that its venue names: "J. Ex. 16 (2020), 146", "ICEX, 2023."
void take_year_of_venue(Work& work) {
  for (const auto* venue : {&work.journal, &work.book, &work.event}) {
    if (!work.date.empty() || !work.status.empty()) return;
    work.date = year_behind(*venue, venue->rfind('('));
    if (work.date.empty()) work.date = year_behind(*venue, venue->find_last_of(" ,"));
  }
}

/// "PDF" of "pdf"; another text as it is.
std::string link_title(std::string title) {
  const auto lower = base::lower_case(title);
  const auto* const row =
      std::ranges::find_if(kLinkNames, [&](const LinkNames& each) { return has_word(each.names, lower); });
  return row == kLinkNames.end() ? std::move(title) : std::string(row->title);
}

bool has_objects(const bj::value& value) {
  const auto* const list = value.if_array();
  return value.is_object() ||
         (list != nullptr && std::ranges::any_of(*list, [](const bj::value& item) { return item.is_object(); }));
}

/// The addresses in a list of {"type": "pdf", "url": …} or of texts, or an object {"pdf": …}.
void add_links(ForeignObject& in, std::string_view name, AddressList& list, Work& work) {
  const auto* const value = in.object().if_contains(name);
  if (value == nullptr || (name != "links" && !has_objects(*value))) return;
  in.each(name, [&](ForeignObject& link) {
    link.ignore_others();
    if (link.is_text()) {
      for (const auto& url : name == "tags" ? std::vector<std::string>() : link.urls("name")) list.add(url);
      return;
    }
    auto title = link_title(link.text("label title name text type tag"));
    if (has_word("bibtex bib cite", base::lower_case(title))) return;
    for (const auto& url : link.urls("url link href value")) {
      title.empty() ? list.add(url) : list.add_link(title, url);
    }
    if (work.journal.empty() && work.book.empty()) work.book = link.text("display");
    for (const auto& row : kLinkNames) {
      for (const auto& url : link.urls(row.names)) list.add_link(row.title, url);
    }
  });
}

void set_addresses(ForeignObject& in, Work& work) {
  AddressList list(work);
  const auto doi = in.text("DOI doi");
  if (!doi.empty() && !list.add_doi(doi)) in.leave_out("DOI doi", json::quoted_name(doi) + " is not a DOI; left out");
  for (const auto* name : {"URL url", "paperurl paper_url", "link", "website"}) {
    if (const auto* const value = in.value(name); value == nullptr || has_objects(*value)) continue;
    for (const auto& url : in.urls(name)) list.add(url);
  }
  in.each("identifiers", [&](ForeignObject& identifier) {
    identifier.ignore_others();
    const auto type = identifier.text("type");
    const auto value = identifier.text("value");
    if (type == "doi" && (work.doi.empty() ? list.add_doi(value) : bare_doi(value) == work.doi)) return;
    if (const auto urls = addresses_in(type == "url" ? value : ""); !urls.empty()) return list.add(urls.front());
    identifier.note({}, std::string(kNoPlace), NoteKind::expected);
  });
  for (const auto* name : {"link", "links", "tags"}) add_links(in, name, list, work);
  for (const auto& row : kLinkNames) {
    for (const auto& name : words_in(row.names, ' ')) {
      for (const auto& url : in.urls(name)) list.add_link(row.title, url);
    }
  }
  for (const auto& [name, title] : kTextOrAddress) {
    for (const auto& url : holds_address(in, name) ? in.urls(name) : std::vector<std::string>()) {
      list.add_link(title, url);
    }
  }
  const auto preprint = arxiv_id(in.text("arxiv preprint url_preprint"));
  const auto urls =
      preprint.empty() ? in.urls("arxiv preprint url_preprint") : std::vector{"https://arxiv.org/abs/" + preprint};
  for (const auto& url : urls) list.add_link("arXiv", url);
  list.finish(kPageTitles);
}

}  // namespace

bool is_work(const bj::object& object) {
  const auto has = [&](std::string_view names) {
    return std::ranges::any_of(words_in(names, ' '), [&](const std::string& name) {
      const auto* const value = object.if_contains(name);
      return value != nullptr && !value->is_null();
    });
  };
  return (has(kTitle) || has("paper")) && has(kOfWorks);
}

std::optional<Work> read_work(ForeignObject& in) {
  Work work;
  set_title(in, work);
  if (work.title.empty()) {
    in.note({}, "has no title; left out");
    in.ignore_others();
    return std::nullopt;
  }
  const auto type = set_type(in, work);
  set_date(in, work);
  work.authors = people(in, kAuthors);
  work.editors = people(in, "editor editors");
  set_container(in, type, work);
  take_year_of_venue(work);
  set_addresses(in, work);
  work.summary = base::joined(in.paragraphs("summary excerpt"), " ");
  work.abstract_text = base::joined(in.paragraphs("abstract description maindescription"), " ");
  const auto* const tags = in.object().if_contains("tags");
  const bool has_links = tags != nullptr && has_objects(*tags);
  work.keywords = in.words(has_links ? "keyword keywords subject topics" : "keyword keywords subject topics tags");
  work.key = in.text(kKeys);
  in.ignore(kKeys);
  in.ignore(kOfGenerators);
  return work;
}

}  // namespace agent_access::sources
