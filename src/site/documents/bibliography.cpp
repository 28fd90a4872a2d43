#include "site/documents/bibliography.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/pages.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::documents {
namespace {

/// What BibTeX calls a kind of work, and its field for the venue.
struct EntryKind {
  std::string_view kind;
  std::string_view entry;
  std::string_view venue;
};

/// All other kinds are @misc.
constexpr auto kEntryKinds = std::to_array<EntryKind>({
    {"article", "article", "journal"},
    {"book", "book", "publisher"},
    {"chapter", "incollection", "booktitle"},
    {"thesis", "phdthesis", "school"},
    {"report", "techreport", "institution"},
    {"patent", "patent", "organization"},
});

EntryKind entry_kind_of(const content::Publication& work) {
  const std::string_view kind = work.type.empty() && !work.venue.empty() ? std::string_view("article") : work.type;
  const auto* const found = std::ranges::find(kEntryKinds, kind, &EntryKind::kind);
  return found == kEntryKinds.end() ? EntryKind{kind, "misc", "howpublished"} : *found;
}

/// What stands in LaTeX for a character that means something there. BibTeX counts braces also behind a backslash, so
/// that "\{" would open a group.
std::string_view latex_of(char c) {
  switch (c) {
    case '\\': return "$\\backslash$";
    case '{': return "{\\textbraceleft}";
    case '}': return "{\\textbraceright}";
    case '~': return "{\\textasciitilde}";
    case '^': return "{\\textasciicircum}";
    case '#': return "\\#";
    case '$': return "\\$";
    case '%': return "\\%";
    case '&': return "\\&";
    case '_': return "\\_";
    default: return {};
  }
}

std::string latex_text(std::string_view text) {
  std::string out;
  for (const char& c : text) {
    const std::string_view command = latex_of(c);
    out += command.empty() ? std::string_view(&c, 1) : command;
  }
  return out;
}

/// An address or a DOI, which styles print as it is.
std::string verbatim(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '{') {
      out += "%7B";
    } else if (c == '}') {
      out += "%7D";
    } else if (c == '\\') {
      out += "%5C";
    } else {
      out += c;
    }
  }
  return out;
}

/// A name that BibTeX would take for several, or for a part of the list, stands in braces.
std::string author_name(const std::string& name) {
  constexpr auto kMostCommas = 2;
  const std::string lower = " " + base::lower_case(name) + " ";
  const bool is_whole = lower.contains(" and ") || lower == " others " || std::ranges::count(name, ',') > kMostCommas;
  return is_whole ? "{" + latex_text(name) + "}" : latex_text(name);
}

/// The key of the file from which the work came, or its slug. BibTeX compares keys without case.
std::string entry_key(const content::Publication& work, std::set<std::string>& taken) {
  const auto is_plain = [](char c) { return base::is_alphanumeric(c) || std::string_view("-_:.+/").contains(c); };
  const bool has_key = !work.key.empty() && std::ranges::all_of(work.key, is_plain);
  std::string key = has_key ? work.key : work.slug;
  for (int i = 1; !taken.insert(base::lower_case(key)).second; ++i) {
    key = i == 1 ? work.slug : work.slug + "-" + std::to_string(i);
  }
  return key;
}

class BibtexEntry {
 public:
  /// A text, which keeps its capitals.
  void add_text(std::string_view name, std::string_view text) {
    if (!text.empty()) add(name, "{" + latex_text(text) + "}");
  }
  void add(std::string_view name, const std::string& value) {
    if (!value.empty()) fields_.push_back("  " + std::string(name) + " = {" + value + "}");
  }
  /// The month as the macro that every style knows.
  void add_date(const content::Date& date) {
    constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                          "jul", "aug", "sep", "oct", "nov", "dec"};
    add("year", date.substr(0, 4));
    if (const auto month =
            base::whole_number<std::size_t>(std::string_view(date).substr(std::min<std::size_t>(5, date.size()), 2))) {
      fields_.push_back("  month = " + std::string(kMonths.at(*month - 1)));
    }
  }
  [[nodiscard]] std::string text(std::string_view kind, const std::string& key) const {
    return "\n@" + std::string(kind) + "{" + key + ",\n" + base::joined(fields_, ",\n") + "\n}\n";
  }

 private:
  std::vector<std::string> fields_;
};

/// Where the work itself is, or else its page; the DOI has a field of its own.
std::string work_address(const HostView& view, const content::Publication& work) {
  if (!work.url.empty()) return view.address(work.url);
  const std::string path = path_of(view.settings, work);
  return path.empty() ? path : view.url(path);
}

}  // namespace

std::string render_bibliography(const HostView& view) {
  std::string text = "% " + view.url(kBibliographyPath) + "\n";
  std::set<std::string> keys;
  for (const auto& work : view.content.site.publications) {
    const EntryKind kind = entry_kind_of(work);
    std::vector<std::string> authors;
    for (const auto& name : work.authors) {
      if (!name.empty()) authors.push_back(author_name(name));
    }
    BibtexEntry entry;
    entry.add_text("title", work.title);
    entry.add("author", base::joined(authors, " and "));
    entry.add_text(kind.venue, work.venue);
    entry.add_date(work.date);
    if (kind.entry == "misc") entry.add("type", std::string(kind.kind));
    entry.add("note", latex_text(work.status));
    entry.add("doi", verbatim(work.doi));
    entry.add("url", verbatim(work_address(view, work)));
    entry.add("abstract", latex_text(work.summary));
    entry.add("keywords", latex_text(base::joined(work.topics)));
    text += entry.text(kind.entry, entry_key(work, keys));
  }
  return text;
}

}  // namespace agent_access::documents
