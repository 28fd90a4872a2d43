#include "app/check/report_text.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <string_view>

#include "app/text/table.hpp"
#include "base/ascii.hpp"
#include "base/visible_text.hpp"

namespace agent_access::app {
namespace {

std::string_view word_of(ReportLine::Grade grade) noexcept {
  switch (grade) {
    case ReportLine::Grade::ok: return "ok";
    case ReportLine::Grade::info: return "info";
    case ReportLine::Grade::warning: return "warn";
    case ReportLine::Grade::defect:
    case ReportLine::Grade::failure: return "FAIL";
  }
  return {};
}

/// The text without its subject, which stands before it.
std::string_view text_of(const ReportLine& line) noexcept {
  const std::string_view text = line.text;
  return text.starts_with(line.subject + ": ") ? text.substr(line.subject.size() + 2) : text;
}

std::string padded(std::string text, std::size_t columns) {
  text.resize(std::max(text.size(), columns), ' ');
  return text;
}

}  // namespace

std::string render_report(const Report& report, std::size_t columns) {
  constexpr std::size_t kGradeColumns = 6;
  constexpr std::size_t kSubjectColumns = 14;
  std::string out;
  for (const auto& line : report.lines()) {
    const auto start =
        padded(std::string(word_of(line.grade)), kGradeColumns) + padded(line.subject, kSubjectColumns) + ' ';
    out += start + wrapped(base::visible_text(text_of(line)), start.size(), columns) + '\n';
  }
  return out;
}

std::string render_report_json(const Report& report) {
  boost::json::array results;
  for (const auto& line : report.lines()) {
    results.push_back(
        {{"grade", base::lower_case(word_of(line.grade))}, {"subject", line.subject}, {"text", text_of(line)}});
  }
  const bool is_good = !has_failed(report);
  return base::visible_text(
             boost::json::serialize(boost::json::object{{"ok", is_good}, {"results", std::move(results)}})) +
         '\n';
}

bool has_failed(const Report& report) {
  return std::ranges::any_of(report.lines(), [](const ReportLine& line) { return word_of(line.grade) == "FAIL"; });
}

}  // namespace agent_access::app
