#include "site/sources/works/citation_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/works/work_object.hpp"

namespace agent_access::sources {
namespace {

/// By the format `pages` is how many there are, though many files say which ones: "11-20".
void check_pages(ForeignObject& in, Work& work) {
  const auto pages = in.text("pages");
  if (pages.empty() || !std::ranges::all_of(pages, base::is_digit)) return;
  in.note("pages", "is the number of pages, which " + std::string(kNoPlace), NoteKind::expected);
  if (in.text("start").empty()) work.pages.clear();
}

/// A paper is in the proceedings of a conference, which the format calls a collection.
std::optional<Work> read_reference(ForeignObject& in) {
  auto work = read_work(in);
  if (work) check_pages(in, *work);
  if (!work || work->series.empty() || work->type == "book") return work;
  work->event = std::exchange(work->book, std::exchange(work->series, {}));
  return work;
}

}  // namespace

base::Result<Bibliography, std::string> read_citation_file(const ForeignDocument& document) {
  if (!document.value.is_object()) return base::Failure<std::string>("is not a CITATION.cff: expected one object");
  Bibliography out;
  ForeignObject in(document.value.get_object(), {}, out.notes);
  in.ignore("cff-version message contact commit");
  auto main = read_work(in);
  if (main && main->type.empty()) main->type = "software";
  in.each("preferred-citation", [&](ForeignObject& preferred) {
    if (auto work = read_reference(preferred)) out.works.push_back(std::move(*work));
  });
  if (main) out.works.push_back(std::move(*main));
  const auto own = out.works;
  const auto is_by_same = [&](const std::string& name) {
    return std::ranges::any_of(
        own, [&](const Work& work) { return std::ranges::find(work.authors, name) != work.authors.end(); });
  };
  in.each("references", [&](ForeignObject& reference) {
    auto work = read_reference(reference);
    if (work && std::ranges::any_of(work->authors, is_by_same)) return out.works.push_back(std::move(*work));
    reference.ignore_others();
    if (work) reference.note({}, "is a work of others; left out");
  });
  in.finish();
  place_notes(document, out.notes);
  return finished(std::move(out), document.foreign_line);
}

}  // namespace agent_access::sources
