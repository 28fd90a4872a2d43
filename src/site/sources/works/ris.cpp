#include "site/sources/works/ris.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "json/place.hpp"
#include "site/sources/texts/encoding.hpp"
#include "site/sources/texts/foreign_date.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/markup.hpp"
#include "site/sources/texts/names.hpp"
#include "site/sources/works/addresses.hpp"
#include "site/sources/works/work_types.hpp"

namespace agent_access::sources {
namespace {

struct RisEntry {
  std::size_t line = 0;
  std::multimap<std::string, std::string, std::less<>> values;  ///< by tag, in the order of the file
};

/// "TY" of "TY  - JOUR"; the value is behind it. Nothing without a tag.
std::optional<std::string_view> tag_of(std::string_view line) {
  const auto is_tag_character = [](char c) { return base::is_upper(c) || base::is_digit(c); };
  const auto dash = line.find('-');
  if (line.size() < 4 || !base::is_upper(line[0]) || !is_tag_character(line[1]) || !base::is_blank(line[2])) {
    return std::nullopt;
  }
  const bool has_value = dash != std::string_view::npos && base::trim(line.substr(2, dash - 2)).empty() &&
                         (dash + 1 == line.size() || base::is_blank(line[dash + 1]));
  return has_value ? std::optional(line.substr(0, 2)) : std::nullopt;
}

/// Texts before the first TY are no part of an entry.
std::vector<RisEntry> entries_in(std::string_view text) {
  std::vector<RisEntry> entries;
  std::string* last = nullptr;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = base::trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto tag = tag_of(line);
    if (tag == "ER") last = nullptr;
    if (!tag && last != nullptr) last->append("\n").append(line);
    if (tag == "TY") entries.push_back({.line = number, .values = {}});
    if (!tag || tag == "ER" || entries.empty()) continue;
    const auto value = base::trim(line.substr(line.find('-') + 1));
    last = &entries.back().values.emplace(*tag, value)->second;
  }
  return entries;
}

/// One entry as a work.
class RisWork {
 public:
  RisWork(const RisEntry& entry, std::map<std::string, std::size_t, std::less<>>& unplaced, Bibliography& out)
      : entry_(entry), unplaced_(unplaced), out_(out) {}

  void run() {
    const auto type = base::lower_case(first("TY"));
    work_.line = entry_.line;
    work_.key = first("ID");
    work_.title = first("TI T1 CT BT ST");
    if (work_.key.empty()) work_.key = bare_doi(first("DO"));
    if (work_.title.empty()) return note({}, "has no title; left out");
    work_.type = work_type(type);
    if (work_.type.empty()) work_.type = "other";
    set_container(type);
    set_people();
    set_date();
    set_addresses();
    work_.abstract_text = first("AB N2");
    work_.language = first("LA");
    work_.note = first("N1");
    for (const auto& text : all("KW")) {
      for (auto& word : keywords_in(text)) work_.keywords.push_back(std::move(word));
    }
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

  /// The texts of the tags, which have a space between them.
  std::vector<std::string> all(std::string_view tags) {
    std::vector<std::string> texts;
    for (auto& tag : words_in(tags, ' ')) {
      const auto [begin, end] = entry_.values.equal_range(tag);
      for (auto value = begin; value != end; ++value) {
        if (auto text = plain_html(value->second); !text.empty()) texts.push_back(std::move(text));
      }
      known_.insert(std::move(tag));
    }
    return texts;
  }
  std::string first(std::string_view tags) {
    auto texts = all(tags);
    return texts.empty() ? std::string() : std::move(texts.front());
  }

  void set_container(std::string_view type) {
    const bool is_journal = has_word("abst ejour inpr jfull jour mgzn news", type);
    const auto whole = first("T2 JO JF BT JA J2 J1");
    const auto proceedings = first("C3");
    if (is_journal) {
      work_.journal = whole;
    } else {
      work_.book = proceedings.empty() ? whole : proceedings;
      if (!proceedings.empty()) work_.event = whole;
    }
    if (work_.book == work_.title) work_.book.clear();
    work_.series = first("T3");
    work_.volume = first("VL");
    work_.number = first("IS M1");
    work_.edition = first("ET");
    (work_.type == "thesis" ? work_.institution : work_.publisher) = first("PB");
    work_.location = first("CY PP");
    work_.genre = first("M3");
    const auto begin = first("SP");
    const auto end = first("EP");
    work_.pages = end.empty() || end == begin || begin.empty() ? begin : begin + "–" + end;
    (is_journal ? work_.issn : work_.isbn) = first("SN");
  }

  std::vector<std::string> people(std::string_view tags) {
    std::vector<std::string> names;
    for (const auto& text : all(tags)) {
      if (text == "others" || text == "et al.") {
        note({}, "names not all authors (\"and others\"); those that it names are taken");
      } else {
        names.push_back(name_of_ris(text));
      }
    }
    std::erase(names, std::string());
    return names;
  }
  void set_people() {
    work_.authors = people("AU A1");
    work_.editors = people("ED A2");
  }

  /// The most exact date that can be read.
  void set_date() {
    for (const auto& text : all("DA PY Y1")) {
      const auto date = read_work_date(text);
      if (!date) note("date", json::quoted_name(text) + " is not a date; left out");
      if (date && date->date.size() > work_.date.size()) work_.date = date->date;
      if (date && work_.status.empty()) work_.status = date->status;
    }
    if (work_.date.empty() && work_.status.empty()) work_.status = status_in(base::lower_case(first("N1")));
  }

  void set_addresses() {
    AddressList list(work_);
    const auto doi = first("DO");
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

  void note_others() {
    for (const auto& [tag, value] : entry_.values) {
      if (known_.contains(tag) || base::trim_white_space(value).empty()) continue;
      known_.insert(tag);
      const auto [place, is_new] = unplaced_.emplace(tag, out_.notes.size());
      if (is_new) {
        note(tag, std::string(kNoPlace), NoteKind::expected);
      } else {
        ++out_.notes[place->second].times;
      }
    }
  }

  const RisEntry& entry_;
  std::map<std::string, std::size_t, std::less<>>& unplaced_;
  Bibliography& out_;
  Work work_{};
  std::set<std::string, std::less<>> known_;
};

}  // namespace

base::Result<Bibliography, std::string> read_ris(std::string_view bytes) {
  const auto decoded = decode_text(bytes);
  if (!decoded) return base::Failure(decoded.error());
  auto entries = entries_in(decoded->text);
  Bibliography out;
  if (entries.size() > kMostWorks) {
    out.notes.push_back(
        {.sentence = "has more than 50,000 entries; the others are left out", .line = entries[kMostWorks].line});
    entries.resize(kMostWorks);
  }
  std::map<std::string, std::size_t, std::less<>> unplaced;
  for (const auto& entry : entries) RisWork(entry, unplaced, out).run();
  return finished(std::move(out), decoded->foreign_line);
}

}  // namespace agent_access::sources
