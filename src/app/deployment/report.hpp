/// \file
/// What a load finds out about a deployment, line by line. `check` prints a report, and what serves logs its warnings.
/// A value; not thread safe. The text of a line says by itself what it is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/value_rules.hpp"

namespace agent_access::app {

struct ReportLine {
  enum class Grade : std::uint8_t {
    ok,
    info,     ///< right, but the owner may not know
    warning,  ///< valid, and probably not meant
    defect,   ///< wrong, and yet better served than not: `check` fails, what serves logs a warning
    failure,  ///< cannot be served
  };
  Grade grade;
  std::string subject;  ///< the part of the deployment: "site", "tls"
  std::string text;

  bool operator==(const ReportLine&) const = default;
};

class Report {
 public:
  static constexpr std::size_t kMostWarnings = 10;

  void ok(std::string_view subject, std::string_view text) { add(ReportLine::Grade::ok, subject, text); }
  void info(std::string_view subject, std::string_view text) { add(ReportLine::Grade::info, subject, text); }
  void warn(std::string_view subject, std::string_view text) { add(ReportLine::Grade::warning, subject, text); }
  void warn_all(std::string_view subject, const std::vector<std::string>& texts);
  void find_defect(std::string_view subject, std::string_view text) { add(ReportLine::Grade::defect, subject, text); }
  void fail(std::string_view subject, std::string_view text) { add(ReportLine::Grade::failure, subject, text); }
  void fail_all(std::string_view subject, const Problems& problems);

  [[nodiscard]] const std::vector<ReportLine>& lines() const noexcept { return lines_; }
  /// The texts of the failures: nothing may be served while there is one.
  [[nodiscard]] Problems problems() const;
  /// The texts of the warnings and defects, for a log: of each subject the first kMostWarnings, then how many there
  /// are.
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  void add(ReportLine::Grade grade, std::string_view subject, std::string_view text);

  std::vector<ReportLine> lines_;
};

}  // namespace agent_access::app
