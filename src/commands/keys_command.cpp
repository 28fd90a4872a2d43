#include "commands/keys_command.hpp"

#include <iostream>

#include "app/deployment/clocks.hpp"
#include "app/text/table.hpp"
#include "app/text/terminal.hpp"
#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "commands/command_line.hpp"

namespace agent_access::commands {
namespace {

struct KeysOptions {
  ConfigOption config;
  std::string at;  ///< RFC 3339 or Unix time; empty: now
  bool json = false;
};

/// A key id of 43 characters, the longest state and four times.
constexpr std::size_t kTableColumns = 142;

std::string json_time(base::Seconds time) {
  if (time == base::Seconds::max() || time == base::Seconds::min()) return "null";
  return app::in_quotes(app::format_time(time));
}

int run_keys(const KeysOptions& options) {
  const auto at = options.at.empty() ? app::SystemClock{}.now() : app::parse_time(options.at);
  if (!at) {
    std::cerr << "agent-access: --at must be a time such as 2026-01-31T12:00:00Z\n";
    return 2;
  }
  const auto config = app::load_config(options.config.sources());
  if (!config) return app::fail(config.error());
  if (!config->settings.issues_tokens()) {
    return app::fail({"keys: this service issues no tokens, so it has no keys; see access.enabled and access.issuer"});
  }
  std::vector<std::string> warnings;
  const auto plan = app::load_key_plan(*config, warnings);
  if (!plan) return app::fail(plan.error());
  app::print_lines(warnings, "agent-access: warning: ");
  const auto rows = app::list_keys(*plan, *at);
  if (!rows) return app::fail({"keys: " + std::string(app::sentence_of(rows.error()))});
  std::cout << (options.json ? render_keys_json(*rows) : render_keys(*rows, app::terminal_columns()));
  return 0;
}

}  // namespace

std::string render_keys(const std::vector<app::KeyRow>& rows, std::size_t columns) {
  app::TableRows cells{{"KEY ID", "STATE", "SIGNS FROM", "SIGNS UNTIL", "PUBLISHED FROM", "PUBLISHED UNTIL"}};
  std::string in_lines;
  for (const auto& row : rows) {
    const bool never_signs = row.signs_from == row.signs_until;
    cells.push_back({row.key_id, row.state, never_signs ? "-" : app::format_time(row.signs_from),
                     never_signs ? "-" : app::format_time(row.signs_until), app::format_time(row.published_from),
                     app::format_time(row.published_until)});
    const auto& times = cells.back();
    in_lines += row.key_id + "  " + row.state + "\n";
    in_lines += never_signs ? "" : "  signs      from " + times[2] + " until " + times[3] + "\n";
    in_lines += "  published  from " + times[4] + " until " + times[5] + "\n";
  }
  const bool is_wide = columns >= kTableColumns;
  return is_wide ? app::render_table(cells) : in_lines;
}

std::string render_keys_json(const std::vector<app::KeyRow>& rows) {
  std::string out = "{\"keys\":[";
  for (const auto& row : rows) {
    if (out.back() == '}') out += ',';
    const bool never_signs = row.signs_from == row.signs_until;
    out += "{\"kid\":" + app::in_quotes(row.key_id) + ",\"state\":" + app::in_quotes(row.state) +
           ",\"signs_from\":" + (never_signs ? "null" : json_time(row.signs_from)) +
           ",\"signs_until\":" + (never_signs ? "null" : json_time(row.signs_until)) +
           ",\"published_from\":" + json_time(row.published_from) +
           ",\"published_until\":" + json_time(row.published_until) + "}";
  }
  return out += "]}\n";
}

void add_keys(CommandLine& line) {
  auto& command = add_command(line, "keys", "List the signing keys and when each signs",
                              "keys --config agent-access.toml --at 2026-01-31T12:00:00Z");
  const auto options = std::make_shared<KeysOptions>();
  options->config.add_to(command);
  command.add_option("--at", options->at, "The time for which the keys are listed; default: now")->type_name("TIME");
  add_json_option(command, options->json);
  set_run(line, command, options, run_keys);
}

}  // namespace agent_access::commands
