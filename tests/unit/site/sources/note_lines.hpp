/// \file
/// Notes of readers as texts: "12 key.field: sentence x2".
#pragma once

#include <string>
#include <vector>

#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

inline std::vector<std::string> note_lines(const std::vector<SourceNote>& notes) {
  std::vector<std::string> lines;
  for (const auto& note : notes) {
    lines.push_back(std::to_string(note.line) + " " + note.place + ": " + note.sentence +
                    (note.times > 1 ? " x" + std::to_string(note.times) : ""));
  }
  return lines;
}

}  // namespace agent_access::sources
