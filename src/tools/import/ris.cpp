// RIS as `xml2ris` of bibutils prints it, "TY  - JOUR" a line.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/text_form.hpp"
#include "tools/import/foreign_json.hpp"

namespace agent_access::tools {

namespace {

namespace bj = boost::json;

/// A name in RIS or of an entry in BibTeX, and the one in site.json.
struct Kind {
  std::string_view foreign;
  std::string_view own;
};
constexpr auto kRisKinds = std::to_array<Kind>(
    {{"ABST", "article"},   {"BOOK", "book"},     {"CHAP", "chapter"},  {"COMP", "software"}, {"CONF", "article"},
     {"CPAPER", "article"}, {"DATA", "dataset"},  {"EBOOK", "book"},    {"ECHAP", "chapter"}, {"EDBOOK", "book"},
     {"EJOUR", "article"},  {"ENCYC", "chapter"}, {"GOVDOC", "report"}, {"INPR", "article"},  {"JFULL", "article"},
     {"JOUR", "article"},   {"MGZN", "article"},  {"NEWS", "article"},  {"PAT", "patent"},    {"PRESS", "report"},
     {"RPRT", "report"},    {"SLIDE", "talk"},    {"THES", "thesis"}});
constexpr auto kBibKinds = std::to_array<Kind>({{"article", "article"},      {"book", "book"},
                                                {"booklet", "book"},         {"collection", "book"},
                                                {"conference", "article"},   {"data", "dataset"},
                                                {"dataset", "dataset"},      {"inbook", "chapter"},
                                                {"incollection", "chapter"}, {"inproceedings", "article"},
                                                {"inreference", "chapter"},  {"manual", "report"},
                                                {"mastersthesis", "thesis"}, {"mvbook", "book"},
                                                {"patent", "patent"},        {"phdthesis", "thesis"},
                                                {"presentation", "talk"},    {"proceedings", "book"},
                                                {"report", "report"},        {"review", "article"},
                                                {"software", "software"},    {"talk", "talk"},
                                                {"techreport", "report"},    {"thesis", "thesis"}});

template <std::size_t Count>
std::string_view kind_in(const std::array<Kind, Count>& kinds, std::string_view foreign) {
  const auto* const found = std::ranges::find(kinds, foreign, &Kind::foreign);
  return found == kinds.end() ? std::string_view("other") : found->own;
}

using Fields = std::multimap<std::string, std::string, std::less<>>;

struct Entry {
  Fields fields;
  // Of the original file:
  std::string key;   ///< empty: the file gives none
  std::string type;  ///< in lower case of BibTeX, in upper case of RIS
  std::size_t line = 0;
};

std::string_view next_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// False for a line without a tag. The value may be empty.
bool read_tag(std::string_view line, std::string& tag, std::string_view& value) {
  if (line.size() < 5 || line.substr(2, 3) != "  -") return false;
  tag = line.substr(0, 2);
  value = base::trim_white_space(line.substr(5));
  return true;
}

std::vector<Entry> entries_in(std::string_view ris) {
  if (ris.starts_with("\xEF\xBB\xBF")) ris.remove_prefix(3);
  std::vector<Entry> entries;
  std::string tag;
  std::string_view value;
  while (!ris.empty()) {
    if (!read_tag(next_line(ris), tag, value)) continue;
    if (tag == "TY") entries.emplace_back();
    if (!entries.empty() && !value.empty()) entries.back().fields.emplace(tag, value);
  }
  return entries;
}

std::string first_of(const Entry& entry, std::initializer_list<std::string_view> tags) {
  for (const auto tag : tags) {
    // Of equal tags the first one in the text.
    if (const auto found = entry.fields.lower_bound(tag); found != entry.fields.end() && found->first == tag) {
      return found->second;
    }
  }
  return {};
}

/// "@article{KEY," in the file; for a key that bibutils made unique ("KEYa") the entry without its last letter.
void find_bibtex(std::string_view original, std::vector<Entry>& entries) {
  std::map<std::string, std::vector<std::pair<std::size_t, std::string>>, std::less<>> places;
  std::size_t line = 0;
  while (!original.empty()) {
    auto text = base::trim_white_space(next_line(original));
    ++line;
    for (auto at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
      const auto open = text.find_first_of("{(", at);
      if (open == std::string_view::npos) break;
      const auto type = base::lower_case(base::trim(text.substr(at + 1, open - at - 1)));
      auto key = base::trim(text.substr(open + 1, text.find(',', open) - open - 1));
      if (key.empty()) {
        auto rest = original;
        key = base::trim_white_space(next_line(rest));
        key = key.substr(0, key.find(','));
      }
      places[std::string(key)].emplace_back(line, type);
    }
  }
  std::map<std::string, std::size_t, std::less<>> used;
  for (auto& entry : entries) {
    entry.key = first_of(entry, {"ID"});
    auto found = places.find(entry.key);
    if (found == places.end() && !entry.key.empty()) found = places.find(entry.key.substr(0, entry.key.size() - 1));
    if (found == places.end()) continue;
    const auto index = std::min(used[found->first]++, found->second.size() - 1);
    entry.line = found->second[index].first;
    entry.type = found->second[index].second;
  }
}

/// The entries of RIS come in the order of the file.
void find_ris(std::string_view original, std::vector<Entry>& entries) {
  std::vector<Entry> found;
  std::string tag;
  std::string_view value;
  for (std::size_t line = 1; !original.empty(); ++line) {
    const auto text = next_line(original);
    const auto start = text.find("TY  -");
    if (!read_tag(start == std::string_view::npos ? text : text.substr(start), tag, value)) continue;
    if (tag == "TY") found.push_back({.fields = {}, .key = {}, .type = std::string(value), .line = line});
    if (tag == "ID" && !found.empty()) found.back().key = value;
  }
  for (std::size_t i = 0; found.size() == entries.size() && i < entries.size(); ++i) {
    entries[i].key = found[i].key;
    entries[i].type = found[i].type;
    entries[i].line = found[i].line;
  }
}

/// "Last, First, Jr." as "First Last, Jr.".
std::string name_of_author(std::string_view text) {
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return plain_text(text);
  const auto rest = text.substr(comma + 1);
  const auto second = std::min(rest.find(','), rest.size());
  const auto given = base::trim(rest.substr(0, second));
  return plain_text(std::string(given) + " " + std::string(text.substr(0, comma)) + std::string(rest.substr(second)));
}

/// "Journal of Examples 12(3), 1–20".
std::string venue_of(const Entry& entry) {
  auto publisher = plain_text(first_of(entry, {"PB"}));
  // Of "howpublished".
  if (publisher.starts_with("http")) publisher.clear();
  const auto thesis = plain_text(first_of(entry, {"U1"}));
  auto venue = plain_text(first_of(entry, {"JO", "JF", "T2", "BT"}));
  if (venue.empty()) return thesis.empty() || publisher.empty() ? thesis + publisher : thesis + ", " + publisher;
  const auto volume = first_of(entry, {"VL"});
  const auto issue = first_of(entry, {"IS"});
  const auto start = first_of(entry, {"SP"});
  const auto end = first_of(entry, {"EP"});
  if (!volume.empty()) venue += " " + volume;
  if (!issue.empty()) venue += "(" + issue + ")";
  if (!start.empty()) venue += ", " + start;
  if (!start.empty() && !end.empty() && start != end) venue += "–" + end;
  return venue;
}

class WorkReader {
 public:
  WorkReader(const Entry& entry, ImportFormat format, std::vector<ImportNote>& notes)
      : entry_(entry), format_(format), notes_(notes) {}

  void read(bj::object& site) {
    const auto title = plain_text(first_of(entry_, {"TI", "T1"}));
    if (title.empty()) return note("has no title; left out");
    bj::object work{{"title", title}};
    const auto type = entry_.type.empty() ? first_of(entry_, {"TY"}) : entry_.type;
    const bool is_bibtex = format_ == ImportFormat::bibtex && !entry_.type.empty();
    work["type"] = is_bibtex ? kind_in(kBibKinds, type) : kind_in(kRisKinds, type);
    add_date(work);
    add_authors(work);
    set_text(work, "venue", venue_of(entry_));
    set_text(work, "summary", plain_text(first_of(entry_, {"AB", "N2"})));
    const auto doi = bare_doi(first_of(entry_, {"DO"}));
    if (content::doi_fault(doi).empty()) set_text(work, "doi", doi);
    add_addresses(work, doi);
    std::vector<std::string> topics;
    for (const auto& text : all("KW")) {
      for (const auto& word : keywords_in(text)) base::add_once(topics, word);
    }
    set_texts(work, "topics", topics);
    const bool has_key = base::is_utf8(entry_.key) && !content::has_control_character(entry_.key);
    set_text(work, "key", entry_.key.empty() || !has_key ? doi : entry_.key);
    append(site, "publications", std::move(work));
  }

 private:
  void note(std::string sentence) {
    add_note(notes_, {.place = entry_.key, .sentence = std::move(sentence), .line = entry_.line});
  }
  [[nodiscard]] std::vector<std::string> all(std::string_view tag) const {
    std::vector<std::string> texts;
    const auto [begin, end] = entry_.fields.equal_range(tag);
    for (auto field = begin; field != end; ++field) texts.push_back(field->second);
    return texts;
  }

  /// "DA" is the exact one, "2020/03/"; a note can say "forthcoming".
  void add_date(bj::object& work) {
    for (const auto* tag : {"DA", "PY", "Y1"}) {
      auto text = first_of(entry_, {tag});
      while (text.ends_with('/')) text.pop_back();
      const auto date = read_date(text);
      if (!date) continue;
      set_text(work, "date", date->date);
      set_text(work, "status", date->status);
      return;
    }
    const auto year = first_of(entry_, {"PY", "DA"});
    if (!year.empty()) note("year: \"" + plain_text(year) + "\" is no date; left out");
    for (const auto& text : all("N1")) {
      if (const auto date = read_date(text)) set_text(work, "status", date->status);
    }
  }

  void add_authors(bj::object& work) {
    std::vector<std::string> authors;
    for (const auto* tag : {"AU", "A1", "ED", "A2"}) {
      if (!authors.empty()) break;
      for (const auto& text : all(tag)) {
        if (text != "others" && text != "et al.")
          base::add_once(authors, name_of_author(text));
        else
          note("names not all authors (\"and others\"); those that it names are taken");
      }
    }
    set_texts(work, "authors", authors);
  }

  /// The first address that does not repeat the DOI is that of the work.
  void add_addresses(bj::object& work, std::string_view doi) {
    auto addresses = all("UR");
    if (const auto publisher = first_of(entry_, {"PB"}); publisher.starts_with("http")) addresses.push_back(publisher);
    for (const auto& text : addresses) {
      const auto url = absolute_url(text);
      if (!url) {
        note("url: \"" + plain_text(text) + "\" is no address; left out");
        continue;
      }
      if (!doi.empty() && !bare_doi(*url).empty()) continue;
      if (!work.contains("url")) {
        work["url"] = *url;
      } else if (work["url"].get_string() != *url) {
        const bool is_arxiv = url->contains("arxiv.org/");
        append(work, "links", {{"title", is_arxiv ? "arXiv" : "Further address"}, {"url", *url}});
      }
    }
  }

  const Entry& entry_;
  ImportFormat format_;
  std::vector<ImportNote>& notes_;
};

}  // namespace

Imported read_ris(std::string_view ris, std::string_view original, ImportFormat format) {
  Imported result;
  auto entries = entries_in(ris);
  if (format == ImportFormat::bibtex) {
    find_bibtex(original, entries);
  } else {
    find_ris(original, entries);
  }
  for (const auto& entry : entries) result.lines.emplace(entry.key, entry.line);
  for (const auto& entry : entries) WorkReader(entry, format, result.notes).read(result.site);
  std::ranges::stable_sort(result.notes, {}, &ImportNote::line);
  return result;
}

}  // namespace agent_access::tools
