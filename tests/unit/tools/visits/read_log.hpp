// What a log says, for tests of its readers.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "tools/visits/log_reader.hpp"

namespace agent_access::tools {

/// What each line says, in order.
inline std::vector<LogLine> read_log(std::string_view log) {
  std::vector<LogLine> lines;
  LogReader reader([&lines](const LogLine& line) { lines.push_back(line); });
  while (!log.empty()) {
    const auto end = log.find('\n');
    reader.add_line(log.substr(0, end));
    log.remove_prefix(end == std::string_view::npos ? log.size() : end + 1);
  }
  reader.end();
  return lines;
}

/// What a log of one line says; of another one, NoVisit::blank.
inline LogLine read_line(std::string_view line) {
  const auto lines = read_log(line);
  return lines.size() == 1 ? lines.front() : LogLine(NoVisit::blank);
}

/// The visit of a log of one line; a failure if there is none.
inline Visit visit_in(std::string_view line) {
  const auto read = read_line(line);
  const auto* const visit = std::get_if<Visit>(&read);
  EXPECT_NE(visit, nullptr) << line;
  return visit == nullptr ? Visit() : *visit;
}

/// Why a log of one line has no visit; a failure if it has one.
inline NoVisit reason_of(std::string_view line) {
  const auto read = read_line(line);
  const auto* const reason = std::get_if<NoVisit>(&read);
  EXPECT_NE(reason, nullptr) << line;
  return reason == nullptr ? NoVisit::blank : *reason;
}

}  // namespace agent_access::tools
