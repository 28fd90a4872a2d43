#include "site/sources/works/work.hpp"

#include <algorithm>
#include <utility>

namespace agent_access::sources {

base::Result<Bibliography, std::string> finished(Bibliography bibliography, std::size_t foreign_line) {
  auto& notes = bibliography.notes;
  if (foreign_line > 0) {
    notes.push_back({.sentence = std::string(kForeignBytes), .line = foreign_line});
  }
  std::ranges::stable_sort(notes, {}, &SourceNote::line);
  if (notes.size() > kMostNotes) {
    const auto others = notes.size() - kMostNotes;
    notes.resize(kMostNotes);
    notes.push_back({.sentence = "and " + std::to_string(others) + " further notes"});
  }
  if (!bibliography.works.empty()) return bibliography;
  std::string error = "has no entry that can be read";
  if (!notes.empty()) {
    const auto& first = notes.front();
    error +=
        "; line " + std::to_string(first.line) + ": " + first.place + (first.place.empty() ? "" : " ") + first.sentence;
  }
  return base::Failure(std::move(error));
}

}  // namespace agent_access::sources
