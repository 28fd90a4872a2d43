#include "tools/probe/run/step_report.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "json/json_text.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kMarkWidth = 6;
constexpr std::size_t kStatusWidth = 5;
constexpr std::size_t kTimeWidth = 8;
constexpr std::string_view kHeadingCode = "1";
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

std::size_t count_of(const StepReport& report, Mark mark) noexcept {
  return static_cast<std::size_t>(std::ranges::count(report.steps, mark, &Step::mark));
}

/// Milliseconds with one decimal, rounded.
std::string ms_text(std::chrono::microseconds duration) {
  const auto tenths = (duration.count() + 50) / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string row(const Step& step, std::size_t name_width, Colour colour) {
  const auto style = style_of(step.mark);
  std::string line(kIndent);
  line += painted(left_aligned(style.word, kMarkWidth), style.code, colour);
  line += left_aligned(step.name, name_width);
  line += right_aligned(step.status == 0 ? "-" : std::to_string(step.status), kStatusWidth);
  line += right_aligned(step.duration.count() == 0 ? "-" : ms_text(step.duration), kTimeWidth);
  line += "\n";
  if (!step.detail.empty()) line += std::string(kDetailIndent) + step.detail + "\n";
  if (!step.remedy.empty()) line += std::string(kDetailIndent) + "remedy: " + step.remedy + "\n";
  return line;
}

std::vector<std::string_view> groups_of(const StepReport& report) {
  std::vector<std::string_view> groups;
  for (const auto& step : report.steps) {
    if (std::ranges::find(groups, step.group) == groups.end()) groups.emplace_back(step.group);
  }
  return groups;
}

std::string total(std::size_t count, std::string_view word, Mark mark, Colour colour) {
  const auto text = std::to_string(count) + " " + std::string(word);
  return count == 0 ? text : painted(text, style_of(mark).code, colour);
}

std::string totals(const StepReport& report, Colour colour) {
  return total(report.passed(), "passed", Mark::passed, colour) + ", " +
         total(report.failed(), "failed", Mark::failed, colour) + ", " +
         total(report.warned(), report.warned() == 1 ? "warning" : "warnings", Mark::warned, colour) + ", " +
         total(report.skipped(), "skipped", Mark::skipped, colour);
}

std::string json_of(const Step& step) {
  constexpr std::string_view kOk[] = {"true", "false", "true", "null"};
  return "{\"group\":" + json::json_string(step.group) + ",\"name\":" + json::json_string(step.name) +
         ",\"ok\":" + std::string(kOk[static_cast<std::size_t>(step.mark)]) +
         ",\"status\":" + std::to_string(step.status) + ",\"ms\":" + ms_text(step.duration) +
         ",\"detail\":" + json::json_string(step.detail) + ",\"remedy\":" + json::json_string(step.remedy) + "}";
}

}  // namespace

std::size_t StepReport::passed() const noexcept { return count_of(*this, Mark::passed); }
std::size_t StepReport::failed() const noexcept { return count_of(*this, Mark::failed); }
std::size_t StepReport::warned() const noexcept { return count_of(*this, Mark::warned); }
std::size_t StepReport::skipped() const noexcept { return count_of(*this, Mark::skipped); }

Colour colour_of_standard_output() {
  const char* no_colour = std::getenv("NO_COLOR");
  const bool unwanted = no_colour != nullptr && *no_colour != '\0';
  return !unwanted && ::isatty(STDOUT_FILENO) == 1 ? Colour::ansi : Colour::none;
}

std::string render_table(const StepReport& report, Colour colour) {
  std::size_t name_width = 4;
  for (const auto& step : report.steps) name_width = std::max(name_width, step.name.size());

  std::string text = report.url + "\n\n" + std::string(kIndent) + std::string(kMarkWidth, ' ');
  text += left_aligned("step", name_width) + right_aligned("http", kStatusWidth);
  text += right_aligned("ms", kTimeWidth) + "\n";
  for (const auto group : groups_of(report)) {
    if (!group.empty()) text += std::string(kIndent) + painted(group, kHeadingCode, colour) + "\n";
    for (const auto& step : report.steps) {
      if (step.group == group) text += row(step, name_width, colour);
    }
    text += "\n";
  }
  return text + std::string(kIndent) + totals(report, colour) + "\n";
}

std::string render_json(const StepReport& report) {
  std::string text = "{\"url\":" + json::json_string(report.url);
  text += ",\"passed\":" + std::to_string(report.passed()) + ",\"failed\":" + std::to_string(report.failed());
  text += ",\"warnings\":" + std::to_string(report.warned()) + ",\"skipped\":" + std::to_string(report.skipped());
  text += ",\"steps\":[";
  for (std::size_t i = 0; i < report.steps.size(); ++i) text += (i == 0 ? "" : ",") + json_of(report.steps[i]);
  return text + "]}\n";
}

}  // namespace agent_access::tools
