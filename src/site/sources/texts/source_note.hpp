/// \file
/// What a reader of an owner's file has to say about it. Thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::sources {

enum class NoteKind : std::uint8_t {
  mistake,
  expected,  ///< what has no place in site.json, what is published only if the owner asks, the language as guessed
};

/// Something that was left out or changed, and why.
struct SourceNote {
  std::string place = {};  ///< "work[2].startDate", or the key of a work; empty: the file
  std::string sentence;
  std::size_t line = 0;   ///< 0: not known
  std::size_t times = 1;  ///< for items of one list
  NoteKind kind = NoteKind::mistake;
};

/// Of one file.
inline constexpr std::size_t kMostNotes = 1'000;
/// Of a member or field that no reader asks for.
inline constexpr std::string_view kNoPlace = "has no place in site.json; left out";

/// Of the first line with such bytes, as decode_text() (encoding.hpp) finds it.
inline constexpr std::string_view kForeignBytes = "is not UTF-8; such bytes are read as Windows-1252 (Latin-1)";

/// Adds a note, or counts it with one that differs only in the numbers of items. After kMostNotes it only says so.
void add_note(std::vector<SourceNote>& notes, SourceNote note);

}  // namespace agent_access::sources
