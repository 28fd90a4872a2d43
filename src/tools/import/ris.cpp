#include "tools/import/ris.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/sources/foreign_date.hpp"
#include "site/sources/foreign_json.hpp"
#include "site/sources/markup.hpp"
#include "site/sources/works.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;

/// Where a file has an entry.
struct Origin {
  std::size_t line = 0;
  std::string type;
  std::string key;
};

struct RisEntry {
  Origin origin;
  std::multimap<std::string, std::string, std::less<>> fields;

  [[nodiscard]] std::vector<std::string> all(std::string_view tags) const {
    std::vector<std::string> texts;
    for (const auto& tag : sources::words_in(tags, ' ')) {
      const auto [begin, end] = fields.equal_range(tag);
      for (auto field = begin; field != end; ++field) texts.push_back(field->second);
    }
    return texts;
  }
  [[nodiscard]] std::string first(std::string_view tags) const {
    auto texts = all(tags);
    return texts.empty() ? std::string() : std::move(texts.front());
  }
};

std::vector<RisEntry> entries_in(std::string_view ris) {
  if (ris.starts_with("\xEF\xBB\xBF")) ris.remove_prefix(3);
  std::vector<RisEntry> entries;
  for (std::size_t number = 1; !ris.empty(); ++number) {
    const auto end = std::min(ris.find('\n'), ris.size());
    const auto line = base::trim_white_space(ris.substr(0, end));
    ris.remove_prefix(std::min(end + 1, ris.size()));
    if (line.size() < 5 || line.substr(2, 3) != "  -") continue;
    const auto tag = line.substr(0, 2);
    const std::string value(base::trim_white_space(line.substr(5)));
    if (tag == "TY") entries.push_back({.origin = {.line = number, .type = value, .key = {}}, .fields = {}});
    if (entries.empty() || value.empty()) continue;
    if (tag == "ID") entries.back().origin.key = value;
    entries.back().fields.emplace(tag, value);
  }
  return entries;
}

/// The entries of BibTeX, "@article{KEY,", by their keys.
std::multimap<std::string, Origin, std::less<>> origins_in(std::string_view bibtex) {
  std::multimap<std::string, Origin, std::less<>> origins;
  Origin origin{.line = 1, .type = {}, .key = {}};
  std::size_t seen = 0;
  for (auto at = bibtex.find('@'); at != std::string_view::npos; at = bibtex.find('@', at + 1)) {
    origin.line += static_cast<std::size_t>(std::ranges::count(bibtex.substr(seen, at - seen), '\n'));
    seen = at;
    const auto open = bibtex.find_first_of("{(", at);
    if (open == std::string_view::npos) break;
    origin.type = base::trim_white_space(bibtex.substr(at + 1, open - at - 1));
    origin.key = base::trim_white_space(bibtex.substr(open + 1, bibtex.find_first_of(",})", open) - open - 1));
    origins.emplace(origin.key, origin);
  }
  return origins;
}

/// "xml2ris" knows fewer types, and no lines. Of a key that bibutils made unique ("KEYa") the last letter is its own.
void find_origins(std::string_view original, ImportFormat format, std::vector<RisEntry>& entries) {
  if (format == ImportFormat::ris) {
    auto found = entries_in(original);
    for (std::size_t i = 0; found.size() == entries.size() && i < entries.size(); ++i) {
      entries[i].origin = std::move(found[i].origin);
    }
    return;
  }
  auto origins = origins_in(original);
  for (auto& [origin, fields] : entries) {
    auto found = origins.lower_bound(origin.key);
    if ((found == origins.end() || found->first != origin.key) && !origin.key.empty()) {
      found = origins.find(origin.key.substr(0, origin.key.size() - 1));
    }
    if (found == origins.end()) continue;
    origin.line = found->second.line;
    origin.type = found->second.type;
    const auto next = std::next(found);
    if (next != origins.end() && next->first == found->first) origins.erase(found);
  }
}

/// "Last, First, Jr." as "First Last, Jr.".
std::string name_of_author(const std::string& text) {
  const auto comma = text.find(',');
  if (comma == std::string::npos) return text;
  const auto second = std::min(text.find(',', comma + 1), text.size());
  return std::string(base::trim(text.substr(comma + 1, second - comma - 1))) + " " + text.substr(0, comma) +
         text.substr(second);
}

/// The most exact date that can be read: "2020/03/", else "2020".
std::string date_of(const RisEntry& entry) {
  std::string date;
  for (auto text : entry.all("DA PY Y1")) {
    while (text.ends_with('/')) text.pop_back();
    if (date.empty() || (!sources::read_date(date) && sources::read_date(text))) date = std::move(text);
  }
  return date;
}

/// Members of CSL; fields that are not for works get the names that their notes show.
bj::object csl_of(const RisEntry& entry) {
  using Pair = std::pair<std::string_view, std::string_view>;
  bj::object work;
  for (const auto& [name, tags] : std::to_array<Pair>({{"title", "TI T1"},
                                                       {"container-title", "JO JF T2 BT"},
                                                       {"volume", "VL"},
                                                       {"issue", "IS"},
                                                       {"genre", "U1"},
                                                       {"abstract", "AB N2"},
                                                       {"doi", "DO"},
                                                       {"isbn", "SN"},
                                                       {"address", "CY"},
                                                       {"file", "L1"},
                                                       {"language", "LA"}})) {
    sources::set_text(work, name, entry.first(tags));
  }
  const auto last = entry.first("EP");
  const auto pages = entry.first("SP");
  sources::set_text(work, "page", last.empty() || last == pages || pages.empty() ? pages : pages + "–" + last);
  sources::set_text(work, "type", entry.origin.type);
  sources::set_text(work, "id", entry.origin.key);
  sources::set_text(work, "year", date_of(entry));
  sources::set_texts(work, "note", entry.all("N1"));
  auto urls = entry.all("UR");
  // Of "howpublished", if it is an address.
  const auto publisher = entry.first("PB");
  const bool is_address = publisher.starts_with("http");
  if (is_address) urls.push_back(publisher);
  if (!is_address) sources::set_text(work, "publisher", publisher);
  sources::set_texts(work, "url", urls);
  for (const auto& text : entry.all("KW")) {
    for (const auto& word : sources::keywords_in(text)) sources::append(work, "keyword", bj::value(word));
  }
  for (const auto& [name, tags] : std::to_array<Pair>({{"author", "AU A1"}, {"editor", "ED A2"}})) {
    for (const auto& text : entry.all(tags)) sources::append(work, name, bj::value(name_of_author(text)));
  }
  return work;
}

}  // namespace

sources::Imported read_ris(std::string_view ris, std::string_view original, ImportFormat format) {
  sources::Imported result;
  auto entries = entries_in(ris);
  for (auto& entry : entries) entry.origin.line = 0;
  find_origins(original, format, entries);
  sources::WorkReader reader(result.site);
  std::map<std::string, std::size_t> unplaced;  // the first note about each field
  for (const auto& entry : entries) {
    const auto work = csl_of(entry);
    std::vector<sources::SourceNote> notes;
    const auto place = sources::plain_text(entry.origin.key);
    sources::ForeignObject in(work, place, notes);
    reader.read(in);
    in.finish();
    for (auto& note : notes) {
      note.line = entry.origin.line;
      if (note.sentence == sources::kNoPlace) {
        const auto [first, is_new] = unplaced.emplace(note.place.substr(place.size()), result.notes.size());
        if (!is_new) {
          ++result.notes[first->second].times;
          continue;
        }
      }
      result.notes.push_back(std::move(note));
    }
  }
  std::ranges::stable_sort(result.notes, {}, &sources::SourceNote::line);
  return result;
}

}  // namespace agent_access::tools
