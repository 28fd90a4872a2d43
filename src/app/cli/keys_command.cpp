#include "app/cli/keys_command.hpp"

#include <iostream>

#include "app/deployment/system_clock.hpp"
#include "app/export/pem_keys.hpp"
#include "app/report/text_table.hpp"
#include "app/report/value_text.hpp"

namespace agent_access::app {
namespace {

std::string json_time(base::Seconds time) {
  if (time == base::Seconds::max() || time == base::Seconds::min()) return "null";
  return in_quotes(format_time(time));
}

PemKeys published_pem_keys(const KeyPlan& plan, base::Seconds at) {
  const auto schedule = make_schedule(plan, at);
  if (!schedule) return base::Failure("keys: " + std::string(describe(schedule.error())));
  return pem_keys_of(*schedule);
}

/// Prints the keys, or writes them into the folder.
int give_pem(const KeysOptions& options, const PemKeys& keys) {
  if (!keys) return fail({keys.error()});
  if (options.out.empty()) {
    std::cout << render_pem_keys(*keys);
    return 0;
  }
  const auto change = write_key_folder(*keys, options.out);
  if (!change) return fail({change.error()});
  std::cout << options.out << ": " << keys->size() << " keys; " << change->written << " files written, "
            << change->removed << " removed\n";
  return 0;
}

int print_listing(const KeysOptions& options, const KeyPlan& plan, base::Seconds at) {
  const auto rows = list_keys(plan, at);
  if (!rows) return fail({"keys: " + std::string(describe(rows.error()))});
  std::cout << (options.json ? render_keys_json(*rows) : render_keys(*rows));
  return 0;
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
  if (!options.jwks_url.empty()) return give_pem(options, fetch_pem_keys(options.jwks_url, options.ca_file));
  const auto config = load_config(options.sources);
  if (!config) return fail(config.error());
  std::vector<std::string> warnings;
  const auto plan = load_key_plan(*config, warnings);
  if (!plan) return fail(plan.error());
  print_lines(warnings, "agent-access: warning: ");
  return options.pem ? give_pem(options, published_pem_keys(*plan, *at)) : print_listing(options, *plan, *at);
}

}  // namespace agent_access::app
