#include "site/sources/works/bibtex.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/place.hpp"
#include "site/sources/texts/bibtex_names.hpp"
#include "site/sources/texts/encoding.hpp"
#include "site/sources/texts/foreign_date.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/latex.hpp"
#include "site/sources/texts/markup.hpp"
#include "site/sources/works/addresses.hpp"
#include "site/sources/works/bibtex_entries.hpp"
#include "site/sources/works/inheritance.hpp"
#include "site/sources/works/work_numbers.hpp"
#include "site/sources/works/work_types.hpp"

namespace agent_access::sources {
namespace {

struct TextRow {
  std::string_view names;  ///< of fields, with a space between them; the first that has a text counts
  std::string Work::* member;
};
constexpr auto kTexts = std::to_array<TextRow>({{"journaltitle journal shortjournal", &Work::journal},
                                                {"eventtitle", &Work::event},
                                                {"series", &Work::series},
                                                {"volume", &Work::volume},
                                                {"number issue", &Work::number},
                                                {"pages eid articleno", &Work::pages},
                                                {"chapter", &Work::chapter},
                                                {"edition", &Work::edition},
                                                {"publisher", &Work::publisher},
                                                {"institution school organization", &Work::institution},
                                                {"location address venue", &Work::location},
                                                {"isbn", &Work::isbn},
                                                {"issn", &Work::issn},
                                                {"abstract", &Work::abstract_text},
                                                {"language langid", &Work::language},
                                                {"note", &Work::note},
                                                {"award award_name", &Work::award}});

/// What biblatex calls kinds of theses and reports, and BibTeX by the type of the entry.
constexpr auto kGenres =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"phdthesis", "PhD thesis"},
                                                                  {"mastersthesis", "Master's thesis"},
                                                                  {"mathesis", "Master's thesis"},
                                                                  {"bathesis", "Bachelor's thesis"},
                                                                  {"bachelorsthesis", "Bachelor's thesis"},
                                                                  {"candthesis", "Candidate's thesis"},
                                                                  {"techreport", ""},
                                                                  {"resreport", "Research report"}});

std::string_view genre_of(std::string_view word) noexcept {
  const auto* const found = std::ranges::find(kGenres, word, &std::pair<std::string_view, std::string_view>::first);
  return found == kGenres.end() ? std::string_view() : found->second;
}

constexpr std::size_t kYearDigits = 4;   ///< "2020"
constexpr std::size_t kMonthDigits = 7;  ///< "2020-05"

/// What is noted once for a file.
struct Once {
  std::map<std::string, std::size_t, std::less<>> unplaced;  ///< fields, with the places of their notes
  std::set<std::string, std::less<>> unknown;                ///< commands
};

/// One entry as a work.
class EntryWork {
 public:
  EntryWork(const BibtexEntry& entry, Once& once, Bibliography& out) : entry_(entry), once_(once), out_(out) {}

  void run() {
    work_.line = entry_.line;
    work_.key = plain_html(entry_.key);
    set_title();
    if (work_.title.empty()) return note({}, entry_.line, "has no title; left out");
    set_type();
    for (const auto& row : kTexts) work_.*row.member = text(row.names);
    work_.pages = page_ranges(work_.pages);
    work_.isbn = without_label(work_.isbn, "isbn");
    work_.issn = without_label(work_.issn, "issn");
    set_people();
    set_date();
    set_addresses();
    for (auto& word : keywords_in(text("keywords keyword author_keywords"))) work_.keywords.push_back(std::move(word));
    note_others();
    out_.works.push_back(std::move(work_));
  }

 private:
  void note(std::string_view field, std::size_t line, std::string sentence, NoteKind kind = NoteKind::mistake) {
    auto place = work_.key;
    if (!field.empty()) place.append(place.empty() ? "" : ".").append(field);
    out_.notes.push_back({.place = std::move(place), .sentence = std::move(sentence), .line = line, .kind = kind});
  }

  /// The first of the fields that is not empty; null if there is none. Others that say something else stay unknown.
  const BibtexField* field(std::string_view names) {
    const BibtexField* first = nullptr;
    for (const auto& name : words_in(names, ' ')) {
      const auto found = entry_.fields.find(name);
      if (found == entry_.fields.end() || base::trim_white_space(found->second.value).empty()) continue;
      if (first == nullptr) found_ = found->first;
      if (first == nullptr) first = &found->second;
      if (base::trim_white_space(found->second.value) == base::trim_white_space(first->value)) {
        known_.insert(found->first);
      }
    }
    return first;
  }

  void note_unknown(const LatexText& latex, std::size_t line) {
    for (const auto& name : latex.unknown) {
      if (once_.unknown.insert(name).second) note(found_, line, "\\" + name + " is not known; its text is taken");
    }
  }
  std::string plain(const BibtexField& of) {
    const auto latex = latex_text(of.value);
    note_unknown(latex, of.line);
    const bool is_about_work = has_word("howpublished note title", found_);
    for (const auto& address : latex.addresses) {
      if (is_about_work && addresses_.size() < kMostAddresses) addresses_.push_back(address);
    }
    return plain_html(latex.text);
  }
  std::string text(std::string_view names) {
    const auto* const found = field(names);
    return found == nullptr ? std::string() : plain(*found);
  }

  /// "Title: Subtitle"; "Title? Subtitle", also if a quote ends behind the sign.
  std::string title_of(std::string_view title, std::string_view subtitle) {
    auto whole = text(title);
    const auto more = text(subtitle);
    if (whole.empty() || more.empty()) return whole;
    constexpr auto kEnds =
        std::to_array<std::string_view>({".", "?", "!", ":", ";", ",", "-", "–", "—", "…", "。", "？", "！", "："});
    std::string_view unquoted = whole;
    for (const std::string_view quote : {"”", "’", "»", "\"", "'"}) {
      if (unquoted.ends_with(quote)) unquoted.remove_suffix(quote.size());
    }
    const bool has_end = std::ranges::any_of(kEnds, [&](std::string_view end) { return unquoted.ends_with(end); });
    return whole + (has_end ? " " : ": ") + more;
  }

  /// What is a part of something does not have the title of that, but for chapters and pages of a book (btxdoc 3.1).
  void set_title() {
    work_.title = title_of("title", "subtitle");
    work_.book = title_of("booktitle", "booksubtitle");
    const auto type = work_type(entry_.type);
    const bool has_own_title = entry_.type != "inbook" || field("chapter pages") == nullptr;
    const bool is_part = (type == "article" || type == "chapter") && has_own_title;
    if (work_.title.empty() && !is_part) work_.title = std::exchange(work_.book, {});
    if (work_.title.empty() && !is_part) work_.title = title_of("maintitle", "mainsubtitle");
    if (work_.title.empty()) work_.title = text(is_part ? "shorttitle" : "issuetitle shorttitle");
    if (work_.book == work_.title) work_.book.clear();
  }

  void set_type() {
    work_.type = work_type(entry_.type);
    if (work_.type.empty()) {
      work_.type = "other";
      note({}, entry_.line, "\"" + plain_html(entry_.type) + "\" is not a known type of entry; it becomes \"other\"");
    }
    work_.genre = text("type");
    // "@misc" with "type = {dataset}".
    if (const auto named = work_type(base::lower_case(work_.genre)); work_.type == "other" && !named.empty()) {
      work_.type = named;
      work_.genre.clear();
    }
    const auto of_type = genre_of(work_.genre);
    if (!of_type.empty() || work_.genre == "techreport") work_.genre = of_type;
    if (work_.genre.empty()) work_.genre = genre_of(entry_.type);
  }

  std::vector<std::string> people(std::string_view names) {
    const auto* const found = field(names);
    if (found == nullptr) return {};
    note_unknown(latex_text(found->value), found->line);
    auto list = names_of_bibtex(found->value);
    if (!list.doubt.empty()) note(found_, found->line, list.doubt);
    if (list.has_more) {
      note({}, entry_.line, "names not all authors (\"and others\"); those that it names are taken");
    }
    return std::move(list.names);
  }
  void set_people() {
    work_.authors = people("author");
    work_.editors = people("editor");
  }

  void set_date() {
    for (const auto* const name : {"date", "year"}) {
      const auto* const found = field(name);
      if (found == nullptr) continue;
      const auto shown = plain(*found);
      const auto date = read_work_date(shown);
      if (!work_.date.empty()) {
        if (!date || date->date.substr(0, kYearDigits) != work_.date.substr(0, kYearDigits)) note_other(*found, shown);
      } else if (date) {
        work_.date = date->date;
        if (work_.status.empty()) work_.status = date->status;
      } else if (!has_word("n.d.|n. d.|no date|s.a.|s.d.|s. d.|o. j.|o.j.|undated", base::lower_case(shown), '|')) {
        note(found_, found->line, json::quoted_name(shown) + " is not a date; left out");
      }
    }
    set_month();
    if (const auto state = base::lower_case(text("pubstate")); !state.empty() && state != "published") {
      work_.status = state == "inpreparation" ? "in preparation" : state == "inpress" ? "in press" : state;
    }
    if (!work_.status.empty()) return;
    // Beside a date only a note that says nothing else.
    work_.status = work_.date.empty() ? status_in(base::lower_case(work_.note))
                                      : read_date(work_.note).value_or(ForeignDate()).status;
  }

  void note_other(const BibtexField& field, std::string_view shown) {
    note(found_, field.line, json::quoted_name(shown) + " is another time than that of the date; left out");
  }

  void set_month() {
    const auto* const found = field("month");
    if (found == nullptr) return;
    const auto month = plain(*found);
    if (work_.date.size() > kYearDigits) {
      const auto whole = with_month(work_.date.substr(0, kYearDigits), month, {});
      if (!work_.date.starts_with(whole.substr(0, kMonthDigits))) note_other(*found, month);
      return;
    }
    if (work_.date.empty()) return note("month", found->line, "has no year beside it; left out");
    work_.date = with_month(work_.date, month, text("day"));
    if (work_.date.size() > kYearDigits) return;
    note("month", found->line, json::quoted_name(month) + " is not a month; left out");
  }

  /// The addresses of a field; others are noted.
  std::vector<std::string> urls_of(std::string_view names) {
    const auto* const found = field(names);
    if (found == nullptr) return {};
    note_unknown(latex_text(found->value), found->line);
    auto urls = addresses_in(found->value);
    if (urls.empty()) {
      note(
          found_, found->line,
          json::quoted_name(plain_html(verbatim_text(found->value))) + " is no absolute address (https://…); left out");
    }
    return urls;
  }

  void set_addresses() {
    AddressList list(work_);
    if (const auto* const found = field("doi")) {
      const auto given = with_shown_entities(verbatim_text(found->value));
      note_unknown(latex_text(found->value), found->line);
      if (!list.add_doi(given)) note(found_, found->line, json::quoted_name(given) + " is not a DOI; left out");
    }
    for (const auto& url : urls_of("url")) list.add(url);
    for (const auto& row : kLinkNames) {
      for (const auto& url : urls_of(row.names)) list.add_link(row.title, url);
    }
    // Of texts whose address has no field of its own.
    const auto how = text("howpublished");
    const bool is_publisher = addresses_in(how).empty();
    if (is_publisher && work_.publisher.empty()) work_.publisher = how;
    if (is_publisher && work_.publisher != how) known_.erase("howpublished");
    for (const auto* const name : {"howpublished", "note"}) {
      const auto found = entry_.fields.find(std::string_view(name));
      if (found == entry_.fields.end() || (found->first == "note" && !found->second.value.contains("://"))) continue;
      for (const auto& url : addresses_in(found->second.value)) list.add(url);
    }
    for (const auto& address : addresses_) {
      for (const auto& url : addresses_in(address)) list.add(url);
    }
    set_eprint(list);
    // A preprint is where arXiv has it.
    list.finish(std::span(kPageTitles).first(kPageTitles.size() - (work_.doi.empty() ? 0 : 1)));
  }

  /// The address of an eprint is known only if it is one of arXiv.
  void set_eprint(AddressList& list) {
    const auto* const found = field("arxiv eprint arxivid");
    if (found == nullptr) return;
    const bool has_own_field = found_.starts_with("arxiv");
    const auto archive = base::lower_case(text("archiveprefix eprinttype archive"));
    const auto of_class = text("primaryclass eprintclass");
    work_.eprint = verbatim_text(found->value);
    const auto id = arxiv_id(work_.eprint);
    const bool is_arxiv = archive == "arxiv" || (archive.empty() && (has_own_field || !of_class.empty()));
    if (!id.empty() && (is_arxiv || base::lower_case(work_.eprint).starts_with("arxiv:"))) {
      work_.eprint = id;
      return list.add_link("arXiv", "https://arxiv.org/abs/" + id);
    }
    const auto urls = addresses_in(found->value);
    for (const auto& url : urls) list.add(url);
    if (!urls.empty()) return work_.eprint.clear();
    work_.eprint = plain_html(work_.eprint);
  }

  void note_others() {
    known_.insert("crossref");
    known_.insert("xdata");
    for (const auto& [name, field] : entry_.fields) {
      if (known_.contains(name) || base::trim_white_space(field.value).empty()) continue;
      const auto [place, is_new] = once_.unplaced.emplace(name, out_.notes.size());
      if (is_new) {
        note(name, field.line, std::string(kNoPlace), NoteKind::expected);
      } else {
        ++out_.notes[place->second].times;
      }
    }
  }

  const BibtexEntry& entry_;
  Once& once_;
  Bibliography& out_;
  Work work_{};
  std::set<std::string, std::less<>> known_;
  std::string found_;                   ///< the name of the field that was asked for last
  std::vector<std::string> addresses_;  ///< of \url and \href in texts about the whole work
};

}  // namespace

base::Result<Bibliography, std::string> read_bibtex(std::string_view bytes) {
  const auto decoded = decode_text(bytes);
  if (!decoded) return base::Failure(decoded.error());
  auto file = read_bibtex_entries(decoded->text);
  inherit_fields(file);
  Bibliography out{.works = {}, .notes = std::move(file.notes)};
  Once once;
  for (const auto& entry : file.entries) EntryWork(entry, once, out).run();
  return finished(std::move(out), decoded->foreign_line);
}

}  // namespace agent_access::sources
