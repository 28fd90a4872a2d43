#include "app/step_report.hpp"

#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdlib>

namespace agent_access::app {
namespace {

constexpr std::size_t kMarkWidth = 6;
constexpr std::string_view kIndent = "  ";
constexpr std::string_view kDetailIndent = "        ";

struct MarkStyle {
  std::string_view word;
  std::string_view code;  // of ECMA-48 SGR
};

MarkStyle style_of(Mark mark) noexcept {
  switch (mark) {
    case Mark::passed:
      return {"ok", "32"};
    case Mark::failed:
      return {"FAIL", "31"};
    case Mark::warned:
      return {"warn", "33"};
    case Mark::skipped:
      return {"skip", "2"};
  }
  return {"", "0"};
}

std::string painted(std::string_view text, std::string_view code, Colour colour) {
  if (colour == Colour::none) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string left_aligned(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::size_t count_of(const StepReport& report, std::initializer_list<Mark> marks) noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(
      report.steps, [&](const Step& step) { return std::ranges::find(marks, step.mark) != marks.end(); }));
}

std::string row(const Step& step, std::size_t name_width, Colour colour) {
  const auto style = style_of(step.mark);
  std::string line(kIndent);
  line += painted(left_aligned(style.word, kMarkWidth), style.code, colour);
  line += left_aligned(step.name, name_width);
  line += right_aligned(step.status == 0 ? "-" : std::to_string(step.status), 5);
  line += right_aligned(step.mark == Mark::skipped ? "-" : std::to_string(step.duration.count()), 7);
  line += "\n";
  if (!step.detail.empty()) line += std::string(kDetailIndent) + step.detail + "\n";
  if (!step.remedy.empty()) line += std::string(kDetailIndent) + "remedy: " + step.remedy + "\n";
  return line;
}

}  // namespace

std::size_t StepReport::passed() const noexcept { return count_of(*this, {Mark::passed, Mark::warned}); }
std::size_t StepReport::failed() const noexcept { return count_of(*this, {Mark::failed}); }
std::size_t StepReport::skipped() const noexcept { return count_of(*this, {Mark::skipped}); }

Colour colour_of_standard_output() {
  const char* no_colour = std::getenv("NO_COLOR");
  const bool unwanted = no_colour != nullptr && *no_colour != '\0';
  return !unwanted && ::isatty(STDOUT_FILENO) == 1 ? Colour::ansi : Colour::none;
}

std::string render_table(const StepReport& report, Colour colour) {
  std::size_t name_width = 4;
  for (const auto& step : report.steps) name_width = std::max(name_width, step.name.size());

  std::string text = report.url + "\n\n" + std::string(kIndent) + std::string(kMarkWidth, ' ');
  text += left_aligned("step", name_width) + " http     ms\n";
  for (const auto& step : report.steps) text += row(step, name_width, colour);

  text += "\n" + std::string(kIndent);
  text += painted(std::to_string(report.passed()) + " passed", style_of(Mark::passed).code, colour) + ", ";
  const auto failed = std::to_string(report.failed()) + " failed";
  text += report.failed() == 0 ? failed : painted(failed, style_of(Mark::failed).code, colour);
  if (report.skipped() > 0) text += ", " + std::to_string(report.skipped()) + " not run";
  return text + "\n";
}

std::string render_json(const StepReport& report) {
  boost::json::array steps;
  for (const auto& step : report.steps) {
    boost::json::object entry;
    entry["name"] = step.name;
    entry["ok"] =
        step.mark == Mark::skipped ? boost::json::value(nullptr) : boost::json::value(step.mark != Mark::failed);
    entry["status"] = step.status;
    entry["ms"] = step.duration.count();
    entry["detail"] = step.detail;
    entry["remedy"] = step.remedy;
    steps.emplace_back(std::move(entry));
  }
  boost::json::object object;
  object["url"] = report.url;
  object["passed"] = report.passed();
  object["failed"] = report.failed();
  object["steps"] = std::move(steps);
  return boost::json::serialize(object) + "\n";
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string result(text.substr(0, limit));
  std::ranges::replace_if(result, [](char c) { return c < ' ' || c > '~'; }, '?');
  if (text.size() > limit) result += "...";
  return result;
}

}  // namespace agent_access::app
