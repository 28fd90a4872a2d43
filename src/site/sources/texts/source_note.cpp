#include "site/sources/texts/source_note.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"

namespace agent_access::sources {
namespace {

/// "work[2].startDate" as "work[].startDate".
std::string without_numbers(std::string_view place) {
  std::string out;
  bool is_in_brackets = false;
  for (const char c : place) {
    if (c == ']') is_in_brackets = false;
    if (!is_in_brackets || !base::is_digit(c)) out += c;
    if (c == '[') is_in_brackets = true;
  }
  return out;
}

}  // namespace

void add_note(std::vector<SourceNote>& notes, SourceNote note) {
  if (notes.size() > kMostNotes) return;
  if (notes.size() == kMostNotes) note = {.sentence = "has more than 1,000 notes; these are the first"};
  const auto same = [&](const SourceNote& other) {
    return other.sentence == note.sentence && without_numbers(other.place) == without_numbers(note.place);
  };
  const auto found = note.place.contains('[') ? std::ranges::find_if(notes, same) : notes.end();
  if (found == notes.end()) return notes.push_back(std::move(note));
  ++found->times;
}

}  // namespace agent_access::sources
