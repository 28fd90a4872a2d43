#include "app/deployment/report.hpp"

#include <map>

namespace agent_access::app {

void Report::warn_all(std::string_view subject, const std::vector<std::string>& texts) {
  for (const auto& text : texts) warn(subject, text);
}

void Report::fail_all(std::string_view subject, const Problems& problems) {
  for (const auto& problem : problems) fail(subject, problem);
}

Problems Report::problems() const {
  Problems problems;
  for (const auto& line : lines_) {
    if (line.grade == ReportLine::Grade::failure) problems.push_back(line.text);
  }
  return problems;
}

std::vector<std::string> Report::warnings() const {
  std::vector<std::string> warnings;
  std::map<std::string_view, std::size_t> counts;
  for (const auto& line : lines_) {
    const bool is_warning = line.grade == ReportLine::Grade::warning || line.grade == ReportLine::Grade::defect;
    if (is_warning && ++counts[line.subject] <= kMostWarnings) warnings.push_back(line.text);
  }
  for (const auto& [subject, count] : counts) {
    if (count <= kMostWarnings) continue;
    warnings.push_back(std::string(subject) + ": and " + std::to_string(count - kMostWarnings) +
                       " more warnings; `agent-access check` has all");
  }
  return warnings;
}

void Report::add(ReportLine::Grade grade, std::string_view subject, std::string_view text) {
  lines_.push_back({grade, std::string(subject), std::string(text)});
}

}  // namespace agent_access::app
