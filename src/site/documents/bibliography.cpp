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
#include "site/content/work_fields.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {
namespace {

/// What BibTeX calls a kind of work, and its field for a venue that the work has instead of other fields.
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
  const bool is_article = work.type.empty() && content::has_container(work);
  const std::string_view kind = is_article ? std::string_view("article") : work.type;
  const auto* const found = std::ranges::find(kEntryKinds, kind, &EntryKind::kind);
  return found == kEntryKinds.end() ? EntryKind{kind, "misc", "howpublished"} : *found;
}

bool is_doctoral(std::string_view genre) {
  constexpr auto kWords = std::to_array<std::string_view>({"phd", "ph.d", "doct", "dokt", "diss"});
  const std::string lower = base::lower_case(genre);
  return std::ranges::any_of(kWords, [&](std::string_view word) { return lower.contains(word); });
}

/// The type of the entry: among those of the kind the one whose fields the work has.
std::string_view entry_of(const EntryKind& kind, const content::Publication& work) {
  const bool is_in_book = !work.book.empty() || !work.event.empty();
  if (kind.kind == "article" && work.journal.empty() && is_in_book) return "inproceedings";
  if (kind.kind == "chapter" && !content::has_container(work) && !work.pages.empty()) return "inbook";
  // BibTeX has names for two kinds; "@thesis" of biblatex claims none.
  if (kind.kind == "thesis" && work.genre.empty()) return "thesis";
  if (kind.kind == "thesis" && !is_doctoral(work.genre)) return "mastersthesis";
  // Its field `type` says what else a work of @misc is, so that the kind must stand here.
  const bool has_name = kind.entry == "misc" && !kind.kind.empty() && kind.kind != "other";
  return has_name && !work.genre.empty() ? kind.kind : kind.entry;
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
    case '`': return "{\\textasciigrave}";
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

/// A name that BibTeX would take for several, for a part of the list or for another name stands in braces. One with a
/// comma is that of an organization, or ends with "Jr.": given names are first.
std::string author_name(const std::string& name) {
  const std::string lower = " " + base::lower_case(name) + " ";
  const bool is_whole =
      lower.contains(" and ") || lower == " others " || name.find_first_of(",;&") != std::string::npos;
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
  /// Only the first of a name: whether it is that.
  bool add(std::string_view name, const std::string& value) {
    if (value.empty() || !names_.insert(std::string(name)).second) return false;
    fields_.push_back("  " + std::string(name) + " = {" + value + "}");
    return true;
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
    add("day", date.substr(std::min<std::size_t>(8, date.size())));
  }
  [[nodiscard]] std::string text(std::string_view kind, const std::string& key) const {
    return "\n@" + std::string(kind) + "{" + key + ",\n" + base::joined(fields_, ",\n") + "\n}\n";
  }

 private:
  std::set<std::string> names_;
  std::vector<std::string> fields_;
};

std::string name_list(const std::vector<std::string>& people) {
  std::vector<std::string> names;
  for (const auto& name : people) {
    if (!name.empty()) names.push_back(author_name(name));
  }
  return base::joined(names, " and ");
}

/// Where the work appeared. Names keep their capitals; what has a label of its own is a number or the like.
void add_fields(BibtexEntry& entry, const EntryKind& kind, const content::Publication& work) {
  for (const auto& field : content::kWorkFields<content::Publication>) {
    const std::string_view name = content::names_of(field, kind.kind).bibtex;
    std::string text = work.*field.member;
    if (field.member == &content::Publication::pages) templates::replace_all(text, "–", "--");
    if (field.label.empty()) {
      entry.add_text(name, text);
    } else {
      entry.add(name, latex_text(text));
    }
  }
  const bool has_name = !work.journal.empty() || !work.book.empty() || !work.event.empty();
  if (!has_name && work.venue != content::container_of(work)) entry.add_text(kind.venue, work.venue);
}

/// The fields of links by their titles, which `import` gives them; others stand together.
void add_links(BibtexEntry& entry, const HostView& view, const std::vector<content::Link>& links) {
  constexpr auto kFields = std::to_array<std::string_view>(
      {"html", "website", "pdf", "code", "data", "slides", "poster", "video", "demo", "blog", "supplement"});
  constexpr std::string_view kArxiv = "https://arxiv.org/abs/";
  std::vector<std::string> others;
  for (const auto& link : links) {
    const std::string title = base::lower_case(link.title);
    const std::string url = verbatim(view.address(link.url));
    if (url.starts_with(kArxiv)) {
      entry.add("eprint", url.substr(kArxiv.size()));
      entry.add("archiveprefix", "arXiv");
    } else if (std::ranges::find(kFields, title) == kFields.end() || !entry.add(title, url)) {
      others.push_back("\\url{" + url + "}");
    }
  }
  entry.add("howpublished", base::joined(others, " "));
}

std::string keyword_list(const std::vector<std::string>& topics) {
  const bool has_comma = std::ranges::any_of(topics, [](const auto& topic) { return topic.contains(','); });
  return base::joined(topics, has_comma ? "; " : ", ");
}

/// A summary, or else the whole text.
std::string abstract_of(const content::Publication& work) {
  return work.summary.empty() ? base::joined(work.text, "\n\n") : work.summary;
}

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
    BibtexEntry entry;
    entry.add_text("title", work.title);
    entry.add("author", name_list(work.authors));
    entry.add("editor", name_list(work.editors));
    add_fields(entry, kind, work);
    entry.add_date(work.date);
    if (kind.entry == "misc") entry.add("type", std::string(kind.kind));
    entry.add("note", latex_text(work.status));
    entry.add("doi", verbatim(work.doi));
    entry.add("url", verbatim(work_address(view, work)));
    add_links(entry, view, work.links);
    entry.add("abstract", latex_text(abstract_of(work)));
    entry.add("keywords", latex_text(keyword_list(work.topics)));
    text += entry.text(entry_of(kind, work), entry_key(work, keys));
  }
  return text;
}

}  // namespace agent_access::documents
