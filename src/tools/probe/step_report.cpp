#include "tools/probe/step_report.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

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
  std::string_view ok;    // in JSON
};
/// In the order of the enumerators.
constexpr std::array<MarkStyle, 4> kStyles{
    {{"ok", "32", "true"}, {"FAIL", "31", "false"}, {"warn", "33", "true"}, {"skip", "2", "null"}}};

const MarkStyle& style_of(Mark mark) noexcept { return kStyles[static_cast<std::size_t>(mark)]; }

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

std::string total(const StepReport& report, Mark mark, std::string_view word, Colour colour) {
  const auto count = report.count(mark);
  const auto text = std::to_string(count) + " " + std::string(word);
  return count == 0 ? text : painted(text, style_of(mark).code, colour);
}

std::string totals(const StepReport& report, Colour colour) {
  const auto* warnings = report.count(Mark::warned) == 1 ? "warning" : "warnings";
  return total(report, Mark::passed, "passed", colour) + ", " + total(report, Mark::failed, "failed", colour) + ", " +
         total(report, Mark::warned, warnings, colour) + ", " + total(report, Mark::skipped, "skipped", colour);
}

std::string json_of(const Step& step) {
  return "{\"group\":" + json::json_string(step.group) + ",\"name\":" + json::json_string(step.name) +
         ",\"ok\":" + std::string(style_of(step.mark).ok) + ",\"status\":" + std::to_string(step.status) +
         ",\"ms\":" + ms_text(step.duration) + ",\"detail\":" + json::json_string(step.detail) +
         ",\"remedy\":" + json::json_string(step.remedy) + "}";
}

}  // namespace

std::size_t StepReport::count(Mark mark) const noexcept {
  return static_cast<std::size_t>(std::ranges::count(steps, mark, &Step::mark));
}

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
  for (const auto& [name, mark] : {std::pair{"passed", Mark::passed}, std::pair{"failed", Mark::failed},
                                   std::pair{"warnings", Mark::warned}, std::pair{"skipped", Mark::skipped}}) {
    text += ",\"" + std::string(name) + "\":" + std::to_string(report.count(mark));
  }
  text += ",\"steps\":[";
  for (std::size_t i = 0; i < report.steps.size(); ++i) text += (i == 0 ? "" : ",") + json_of(report.steps[i]);
  return text + "]}\n";
}

}  // namespace agent_access::tools
