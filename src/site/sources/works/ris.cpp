#include "site/sources/works/ris.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/place.hpp"
#include "site/sources/texts/encoding.hpp"
#include "site/sources/texts/foreign_date.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/markup.hpp"
#include "site/sources/texts/names.hpp"
#include "site/sources/works/addresses.hpp"
#include "site/sources/works/ris_entries.hpp"
#include "site/sources/works/work_types.hpp"

namespace agent_access::sources {
namespace {

/// "1234-567X" of ISO 3297, also without the hyphen, and what stands behind it.
bool is_issn(std::string_view text) {
  std::string digits(text.substr(0, text.find(' ')));
  if (digits.find('-') == 4) digits.erase(4, 1);
  return digits.size() == 8 && std::ranges::all_of(digits.substr(0, 7), base::is_digit) &&
         (base::is_digit(digits.back()) || base::upper(digits.back()) == 'X');
}

/// "978-92-4-156533-2", of 10 or 13 digits, the last of ten also an X.
bool is_isbn(std::string_view text) {
  const auto is_of_isbn = [](char c) { return base::is_digit(c) || base::upper(c) == 'X'; };
  const auto digits = std::ranges::count_if(text, is_of_isbn);
  const bool has_others = !std::ranges::all_of(text, [&](char c) { return is_of_isbn(c) || c == '-' || c == ' '; });
  return !has_others && (digits == 10 || digits == 13);
}

bool has_year(std::string_view text) { return !std::ranges::search_n(text, 4, true, {}, base::is_digit).empty(); }

/// A name without "et al." behind it; nothing is left of "others".
std::string_view without_others(std::string_view name) {
  const auto lower = " " + base::lower_case(name);
  for (const std::string_view rest : {" et al.", " et al", " and others"}) {
    if (lower.ends_with(rest)) return base::trim(name.substr(0, lower.size() - rest.size()));
  }
  return lower == " others" ? std::string_view() : name;
}

/// One entry as a work.
class RisWork {
 public:
  RisWork(RisEntry& entry, std::map<std::string, std::size_t, std::less<>>& unplaced, Bibliography& out)
      : entry_(entry), unplaced_(unplaced), out_(out), type_(base::lower_case(first("TY"))) {}

  void run() {
    work_.line = entry_.line;
    work_.key = first("ID");
    work_.title = first("TI T1 CT BT ST");
    if (work_.key.empty()) work_.key = bare_doi(first("DO"));
    if (work_.title.empty()) return note({}, "has no title; left out");
    set_type();
    set_container();
    set_numbers();
    set_pages();
    set_people();
    set_date();
    set_addresses();
    work_.abstract_text = first("AB N2");
    work_.language = first("LA");
    work_.note = base::joined(all("N1"), " ");
    set_keywords();
    note_others();
    out_.works.push_back(std::move(work_));
  }

 private:
  void note(std::string_view tag, std::string sentence, NoteKind kind = NoteKind::mistake) {
    auto place = work_.key;
    if (!tag.empty()) place.append(place.empty() ? "" : ".").append(tag);
    out_.notes.push_back(
        {.place = std::move(place), .sentence = std::move(sentence), .line = entry_.line, .kind = kind});
  }

  /// The fields with one of the tags, which have a space between them, in the order of the tags.
  std::vector<RisField*> fields(std::string_view tags) {
    std::vector<RisField*> found;
    for (const auto& tag : words_in(tags, ' ')) {
      for (auto& field : entry_.fields) {
        if (field.tag == tag) found.push_back(&field);
      }
    }
    return found;
  }
  std::vector<std::string> all(std::string_view tags) {
    std::vector<std::string> texts;
    for (auto* const field : fields(tags)) {
      field->is_taken = true;
      if (auto text = plain_html(field->value); !text.empty()) texts.push_back(std::move(text));
    }
    return texts;
  }
  /// The first that is not empty; others with the same text need no note.
  std::string first(std::string_view tags) {
    std::string found;
    for (auto* const field : fields(tags)) {
      auto text = plain_html(field->value);
      field->is_taken = field->is_taken || found.empty() || text == found;
      if (found.empty()) found = std::move(text);
    }
    return found;
  }

  void set_type() {
    work_.type = work_type(type_);
    if (!work_.type.empty()) return;
    work_.type = "other";
    note("TY", json::quoted_name(first("TY")) + " is not a known type; taken as \"other\"");
  }
  [[nodiscard]] bool is_one_of(std::string_view types) const { return has_word(types, work_.type); }
  [[nodiscard]] bool is_in_journal() const { return has_word("abst ejour inpr jfull jour mgzn news", type_); }

  void set_container() {
    // T2 is the series of what stands alone, and the department of a thesis.
    const auto whole = first(is_one_of("book report software thesis") ? "JF BT JO JA J2 J1" : "T2 JF BT JO JA J2 J1");
    const auto proceedings = first("C3");
    if (is_in_journal()) {
      work_.journal = whole;
    } else {
      work_.book = proceedings.empty() ? whole : proceedings;
      if (!proceedings.empty()) work_.event = whole;
    }
    if (work_.book == work_.title) work_.book.clear();
    work_.series = first(is_one_of("book report software") ? "T2 T3" : "T3");
    work_.edition = first("ET");
    (is_one_of("report thesis") ? work_.institution : work_.publisher) = first("PB");
    work_.location = first("CY PP");
    if (auto genre = first("M3"); bare_doi(genre).empty()) work_.genre = std::move(genre);
  }

  /// SN is an ISBN, an ISSN, or the number of a report or a patent.
  void set_numbers() {
    work_.volume = first("VL");
    work_.number = first("IS M1");
    for (auto* const field : fields("SN")) {
      const auto text = plain_html(field->value);
      const bool has_issn = is_in_journal() || (is_issn(text) && !is_one_of("patent"));
      const bool has_number = is_one_of("patent") || (is_one_of("report") && !is_isbn(text));
      auto& to = has_issn ? work_.issn : has_number ? work_.number : work_.isbn;
      field->is_taken = to.empty() || to == text;
      if (to.empty()) to = text;
    }
  }

  /// SP may have both pages; alone it is the number of pages of a book.
  void set_pages() {
    const auto has_dash = [](std::string_view text) { return text.contains('-') || text.contains("–"); };
    const auto end = first("EP");
    const auto given = fields("SP");
    const bool is_count = is_one_of("book thesis") && end.empty() && !given.empty() && !has_dash(given.front()->value);
    if (is_count) return;
    const auto begin = first("SP");
    const bool is_range = has_dash(begin) && !has_dash(end);
    work_.pages = end.empty() || end == begin || begin.empty() || is_range ? begin : begin + "–" + end;
    if (is_range && !begin.ends_with(end)) note("EP", std::string(kNoPlace), NoteKind::expected);
  }

  std::vector<std::string> people(std::string_view tags) {
    std::vector<std::string> names;
    bool has_more = false;
    for (const auto& text : all(tags)) {
      const auto several = words_in(text, ';');
      if (several.size() > 1) note({}, json::quoted_name(text) + " is read as several names; write a line for each");
      for (const auto& each : several) {
        const auto name = without_others(each);
        has_more = has_more || name.size() < each.size();
        names.push_back(name_of_ris(name));
      }
    }
    if (has_more) note({}, "names not all authors (\"and others\"); those that it names are taken");
    std::erase(names, std::string());
    return names;
  }
  void set_people() {
    work_.authors = people("AU A1");
    // A2 is the editor of what contains the work: of a book with a series, that one's; of others it is not an editor.
    const bool is_whole = is_one_of("book report thesis patent talk");
    const bool has_editor = !fields("ED A3 T2 T3").empty();
    work_.editors = people(is_one_of("book") ? (has_editor ? "ED A3" : "A2") : is_whole ? "ED" : "ED A2");
  }

  /// The most exact date that can be read; "MAY 15" is one of the year that another tag has.
  void set_date() {
    std::vector<std::string> days;
    for (auto& text : all("PY Y1 DA")) {
      const auto date = read_work_date(text);
      if (!date || (!date->date.empty() && !has_year(text))) {
        days.push_back(std::move(text));
        continue;
      }
      if (date->date.size() > work_.date.size()) work_.date = date->date;
      if (work_.status.empty()) work_.status = date->status;
    }
    const auto year = work_.date.substr(0, 4);
    for (const auto& text : days) {
      const auto date = with_month(year, text, {});
      if (date.size() <= year.size()) note("date", json::quoted_name(text) + " is not a date; left out");
      if (date.size() > work_.date.size()) work_.date = date;
    }
    if (work_.date.empty() && work_.status.empty()) {
      work_.status = status_in(base::lower_case(base::joined(all("N1"), " ")));
    }
  }

  void set_addresses() {
    AddressList list(work_);
    auto doi = first("DO");
    if (doi.empty()) doi = bare_doi(first("M3"));
    if (!doi.empty() && !list.add_doi(doi)) note("DO", json::quoted_name(doi) + " is not a DOI; left out");
    const auto add = [&](std::string_view tags, auto use) {
      for (const auto& text : all(tags)) {
        const auto urls = addresses_in(text);
        if (urls.empty()) note(tags, json::quoted_name(text) + " is no absolute address (https://…); left out");
        for (const auto& url : urls) use(url);
      }
    };
    add("UR", [&](const std::string& url) { list.add(url); });
    add("L1", [&](const std::string& url) { list.add_link("PDF", url); });
    add("L2", [&](const std::string& url) { list.add_link("Full text", url); });
    list.finish({});
  }

  /// Each is a line, or they have separators.
  void set_keywords() {
    for (auto* const field : fields("KW")) {
      field->is_taken = true;
      const auto text = plain_html(field->value);
      const auto lines = text.contains(';') ? std::vector{text} : words_in(field->value, '\n');
      for (const auto& line : lines) {
        for (auto& word : keywords_in(plain_html(line))) work_.keywords.push_back(std::move(word));
      }
    }
  }

  void note_others() {
    std::set<std::string, std::less<>> noted;
    for (const auto& field : entry_.fields) {
      const bool is_empty = base::trim_white_space(field.value).empty();
      if (field.is_taken || is_empty || !noted.insert(field.tag).second) continue;
      const auto same = fields(field.tag);
      const bool is_further = std::ranges::any_of(same, [](const RisField* each) { return each->is_taken; });
      const auto [place, is_new] = unplaced_.emplace(field.tag + (is_further ? "+" : ""), out_.notes.size());
      if (is_new) {
        note(field.tag, std::string(is_further ? kFurther : kNoPlace), NoteKind::expected);
      } else {
        ++out_.notes[place->second].times;
      }
    }
  }

  static constexpr std::string_view kFurther = "has more than one value; the first is taken";

  RisEntry& entry_;
  std::map<std::string, std::size_t, std::less<>>& unplaced_;
  Bibliography& out_;
  std::string type_;  ///< in lower case
  Work work_{};
};

}  // namespace

base::Result<Bibliography, std::string> read_ris(std::string_view bytes) {
  const auto decoded = decode_text(bytes);
  if (!decoded) return base::Failure(decoded.error());
  Bibliography out;
  auto entries = entries_of_ris(decoded->text, out.notes);
  if (entries.size() > kMostWorks) {
    out.notes.push_back(
        {.sentence = "has more than 50,000 entries; the others are left out", .line = entries[kMostWorks].line});
    entries.resize(kMostWorks);
  }
  std::map<std::string, std::size_t, std::less<>> unplaced;
  for (auto& entry : entries) RisWork(entry, unplaced, out).run();
  return finished(std::move(out), decoded->foreign_line);
}

}  // namespace agent_access::sources
