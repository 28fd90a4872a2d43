#include "app/cli/keys_command.hpp"

#include <iostream>

#include "app/deployment/system_clock.hpp"
#include "app/report/text_table.hpp"
#include "app/report/value_text.hpp"

namespace agent_access::app {
namespace {

std::string json_time(base::Seconds time) {
  if (time == base::Seconds::max() || time == base::Seconds::min()) return "null";
  return in_quotes(format_time(time));
}

}  // namespace

std::string render_keys(const std::vector<KeyRow>& rows) {
  std::vector<std::vector<std::string>> cells{
      {"KEY ID", "STATE", "SIGNS FROM", "SIGNS UNTIL", "PUBLISHED FROM", "PUBLISHED UNTIL"}};
  for (const auto& row : rows) {
    const bool never_signs = row.signs_from == row.signs_until;
    cells.push_back({row.key_id, row.state, never_signs ? "-" : format_time(row.signs_from),
                     never_signs ? "-" : format_time(row.signs_until), format_time(row.published_from),
                     format_time(row.published_until)});
  }
  return render_table(cells);
}

std::string render_keys_json(const std::vector<KeyRow>& rows) {
  std::string out = "{\"keys\":[";
  for (const auto& row : rows) {
    if (out.back() == '}') out += ',';
    const bool never_signs = row.signs_from == row.signs_until;
    out += "{\"kid\":" + in_quotes(row.key_id) + ",\"state\":" + in_quotes(row.state) +
           ",\"signs_from\":" + (never_signs ? "null" : json_time(row.signs_from)) +
           ",\"signs_until\":" + (never_signs ? "null" : json_time(row.signs_until)) +
           ",\"published_from\":" + json_time(row.published_from) +
           ",\"published_until\":" + json_time(row.published_until) + "}";
  }
  return out += "]}\n";
}

int run_keys(const KeysOptions& options) {
  const auto at = options.at.empty() ? SystemClock{}.now() : parse_time(options.at);
  if (!at) {
    std::cerr << "agent-access: --at must be a time such as 2026-01-31T12:00:00Z\n";
    return 2;
  }
  const auto config = load_config(options.sources);
  if (!config) {
    print_lines(config.error(), "agent-access: ");
    return 1;
  }
  std::vector<std::string> warnings;
  const auto plan = load_key_plan(*config, warnings);
  if (!plan) {
    print_lines(plan.error(), "agent-access: ");
    return 1;
  }
  print_lines(warnings, "agent-access: warning: ");
  const auto rows = list_keys(*plan, *at);
  if (!rows) {
    std::cerr << "agent-access: keys: " << describe(rows.error()) << '\n';
    return 1;
  }
  std::cout << (options.json ? render_keys_json(*rows) : render_keys(*rows));
  return 0;
}

}  // namespace agent_access::app
