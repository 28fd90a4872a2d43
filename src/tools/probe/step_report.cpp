#include "tools/probe/step_report.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ranges>
#include <string_view>
#include <utility>

#include "base/unicode/unicode.hpp"
#include "base/visible_text.hpp"
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

std::string painted(std::string_view text, std::string_view code, Coloring coloring) {
  if (coloring == Coloring::none) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string left_aligned(std::string_view text, std::size_t width) {
  const auto columns = base::columns_of(text);
  return std::string(text) + std::string(width > columns ? width - columns : 0, ' ');
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

/// Milliseconds with one decimal, rounded.
std::string ms_text(std::chrono::microseconds duration) {
  const auto tenths = (duration.count() + 50) / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

/// A line below the name of a step.
std::string below(std::string_view text, std::size_t columns) {
  return std::string(kDetailIndent) + app::wrapped(base::visible_text(text), kDetailIndent.size(), columns) + "\n";
}

std::string row(const Step& step, std::size_t name_width, Coloring coloring, std::size_t columns) {
  const auto style = style_of(step.mark);
  const auto name = app::lines_of(base::visible_text(step.name), name_width);
  std::string line(kIndent);
  line += painted(left_aligned(style.word, kMarkWidth), style.code, coloring);
  line += left_aligned(name.front(), name_width);
  line += right_aligned(step.status == 0 ? "-" : std::to_string(step.status), kStatusWidth);
  line += right_aligned(step.duration.count() == 0 ? "-" : ms_text(step.duration), kTimeWidth);
  line += "\n";
  for (const auto& rest : name | std::views::drop(1)) line += std::string(kDetailIndent) + rest + "\n";
  if (!step.detail.empty()) line += below(step.detail, columns);
  if (!step.remedy.empty()) line += below("remedy: " + step.remedy, columns);
  return line;
}

/// The width of the longest name, or as much as the other columns leave.
std::size_t name_width_of(const StepReport& report, std::size_t columns) {
  constexpr std::size_t kOthers = kIndent.size() + kMarkWidth + kStatusWidth + kTimeWidth;
  constexpr std::size_t kNarrowest = 20;
  std::size_t width = 4;
  for (const auto& step : report.steps) width = std::max(width, base::columns_of(step.name));
  return std::min(width, columns > kOthers + kNarrowest ? columns - kOthers : kNarrowest);
}

std::vector<std::string_view> groups_of(const StepReport& report) {
  std::vector<std::string_view> groups;
  for (const auto& step : report.steps) {
    if (std::ranges::find(groups, step.group) == groups.end()) groups.emplace_back(step.group);
  }
  return groups;
}

std::string total(const StepReport& report, Mark mark, std::string_view word, Coloring coloring) {
  const auto count = report.count(mark);
  const auto text = std::to_string(count) + " " + std::string(word);
  return count == 0 ? text : painted(text, style_of(mark).code, coloring);
}

std::string totals(const StepReport& report, Coloring coloring) {
  const auto* warnings = report.count(Mark::warned) == 1 ? "warning" : "warnings";
  return total(report, Mark::passed, "passed", coloring) + ", " + total(report, Mark::failed, "failed", coloring) +
         ", " + total(report, Mark::warned, warnings, coloring) + ", " +
         total(report, Mark::skipped, "skipped", coloring);
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

Coloring coloring_of_standard_output() {
  const char* no_color = std::getenv("NO_COLOR");
  const bool unwanted = no_color != nullptr && *no_color != '\0';
  return !unwanted && ::isatty(STDOUT_FILENO) == 1 ? Coloring::ansi : Coloring::none;
}

std::string render_table(const StepReport& report, Coloring coloring, std::size_t columns) {
  const auto name_width = name_width_of(report, columns);
  std::string text = report.url + "\n\n" + std::string(kIndent) + std::string(kMarkWidth, ' ');
  text += left_aligned("step", name_width) + right_aligned("http", kStatusWidth);
  text += right_aligned("ms", kTimeWidth) + "\n";
  for (const auto group : groups_of(report)) {
    if (!group.empty()) text += std::string(kIndent) + painted(group, kHeadingCode, coloring) + "\n";
    for (const auto& step : report.steps) {
      if (step.group == group) text += row(step, name_width, coloring, columns);
    }
    text += "\n";
  }
  return text + std::string(kIndent) + totals(report, coloring) + "\n";
}

std::string render_json(const StepReport& report) {
  std::string text = "{\"url\":" + json::json_string(report.url);
  for (const auto& [name, mark] : {std::pair{"passed", Mark::passed}, std::pair{"failed", Mark::failed},
                                   std::pair{"warnings", Mark::warned}, std::pair{"skipped", Mark::skipped}}) {
    text += ",\"" + std::string(name) + "\":" + std::to_string(report.count(mark));
  }
  text += ",\"steps\":[";
  for (std::size_t i = 0; i < report.steps.size(); ++i) text += (i == 0 ? "" : ",") + json_of(report.steps[i]);
  return base::visible_text(text) + "]}\n";
}

}  // namespace agent_access::tools
