/// \file
/// Notes of readers as texts: "12 key.field: sentence x2". What a reader of works returns, without its error.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "site/sources/works/work.hpp"

namespace agent_access::sources {

inline std::vector<std::string> note_lines(const std::vector<SourceNote>& notes) {
  std::vector<std::string> lines;
  for (const auto& note : notes) {
    lines.push_back(std::to_string(note.line) + " " + note.place + ": " + note.sentence +
                    (note.times > 1 ? " x" + std::to_string(note.times) : ""));
  }
  return lines;
}

/// Fails the test if there is an error.
inline Bibliography bibliography_in(base::Result<Bibliography, std::string> read) {
  EXPECT_TRUE(read) << read.error();
  return read ? std::move(*read) : Bibliography();
}

}  // namespace agent_access::sources
