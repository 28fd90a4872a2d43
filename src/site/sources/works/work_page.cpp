#include "site/sources/works/work_page.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/texts/author_line.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/texts/markup.hpp"
#include "site/sources/works/work_object.hpp"

namespace agent_access::sources {
namespace {

/// Without folders and the ending.
std::string_view stem_of(std::string_view path) noexcept {
  while (path.ends_with('/')) path.remove_suffix(1);
  path.remove_prefix(path.rfind('/') + 1);
  return path.substr(0, path.size() - ending_of_page(path).size());
}

/// What a citation names before the year, or before the title.
std::vector<std::string> authors_of_citation(std::string_view citation, std::string_view title) {
  const auto end = std::min({citation.find('('), citation.find('"'), citation.find("“"), citation.find(title)});
  if (end == std::string_view::npos) return {};
  auto names = authors_in_line(citation.substr(0, end)).names;
  // A sentence is no list of names.
  constexpr std::size_t kLongestAuthor = 60;
  const bool are_names =
      std::ranges::all_of(names, [](const std::string& name) { return name.size() <= kLongestAuthor; });
  return are_names ? std::move(names) : std::vector<std::string>();
}

/// The text of the page without its links to files and its citation.
std::vector<std::string> paragraphs_of_page(std::string_view body) {
  constexpr auto kUsual = std::to_array<std::string_view>(
      {"download", "recommended citation", "[download", "access paper", "more information here", "link to"});
  auto paragraphs = plain_paragraphs(body);
  std::erase_if(paragraphs, [&](const std::string& paragraph) {
    const auto text = base::lower_case(paragraph);
    return std::ranges::any_of(kUsual, [&](std::string_view beginning) { return text.starts_with(beginning); });
  });
  return paragraphs;
}

void complete(ForeignObject& in, std::string_view body, std::string_view file, Work& work) {
  const auto citation = in.text("citation");
  if (work.authors.empty()) work.authors = authors_of_citation(citation, work.title);
  const auto name = stem_of(file);
  if (work.date.empty() && work.status.empty() && content::is_date(name.substr(0, 10))) work.date = name.substr(0, 10);
  if (work.key.empty()) work.key = stem_of(in.text("permalink"));
  if (work.key.empty() && name != "index") work.key = name;
  for (const auto& paragraph : paragraphs_of_page(body)) {
    if (work.summary.contains(paragraph) || work.abstract_text.contains(paragraph)) continue;
    if (!work.abstract_text.empty()) work.abstract_text += ' ';
    work.abstract_text += paragraph;
  }
}

}  // namespace

std::string_view ending_of_page(std::string_view path) noexcept {
  constexpr auto kEndings = std::to_array<std::string_view>({".md", ".markdown", ".html"});
  const auto* const found =
      std::ranges::find_if(kEndings, [&](std::string_view ending) { return path.ends_with(ending); });
  return found == kEndings.end() ? std::string_view() : *found;
}

base::Result<Bibliography, std::string> read_work_page(const ForeignDocument& document, std::string_view file) {
  if (!document.value.is_object()) return base::Failure<std::string>("has no front matter with the data of a work");
  Bibliography out;
  ForeignObject in(document.value.get_object(), {}, out.notes);
  if (auto work = read_work(in)) {
    complete(in, document.body, file, *work);
    work->line = 1;
    out.works.push_back(std::move(*work));
  }
  in.finish();
  place_notes(document, out.notes);
  return finished(std::move(out), document.foreign_line);
}

}  // namespace agent_access::sources
