/// \file
/// What a reader of an owner's file has to say about it. Thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::sources {

/// Something that was left out or changed, and why.
struct SourceNote {
  std::string place = {};  ///< "work[2].startDate", or the key of a work; empty: the file
  std::string sentence;
  std::size_t line = 0;   ///< 0: not known
  std::size_t times = 1;  ///< for items of one list
};

/// Of one file.
inline constexpr std::size_t kMostNotes = 1'000;
/// Of a member or field that no reader asks for.
inline constexpr std::string_view kNoPlace = "has no place in site.json; left out";

/// Adds a note, or counts it with one that differs only in the numbers of items.
void add_note(std::vector<SourceNote>& notes, SourceNote note);

}  // namespace agent_access::sources
