#include "commands/command_line.hpp"
#include "commands/commands.hpp"

#include <iostream>

#include "app/deployment/system_clock.hpp"
#include "app/text/text.hpp"
#include "tools/export/pem_keys.hpp"

namespace agent_access::commands {
namespace {

struct KeysOptions {
  ConfigOption config;
  std::string at;  ///< RFC 3339 or Unix time; empty: now
  bool json = false;
  bool pem = false;
  std::string out;       ///< with `pem`: the folder for one file a key; empty: standard output
  std::string jwks_url;  ///< with `pem`: where the keys are published; empty: keys of the configuration
  std::string ca_file;
};

std::string json_time(base::Seconds time) {
  if (time == base::Seconds::max() || time == base::Seconds::min()) return "null";
  return app::in_quotes(app::format_time(time));
}

tools::PemKeys published_pem_keys(const app::KeyPlan& plan, base::Seconds at) {
  const auto schedule = app::make_schedule(plan, at);
  if (!schedule) return base::Failure("keys: " + std::string(app::describe(schedule.error())));
  return tools::pem_keys_of(*schedule);
}

/// Prints the keys, or writes them into the folder.
int output_pem(const KeysOptions& options, const tools::PemKeys& keys) {
  if (!keys) return app::fail({keys.error()});
  if (options.out.empty()) {
    std::cout << tools::render_pem_keys(*keys);
    return 0;
  }
  const auto change = tools::write_key_folder(*keys, options.out);
  if (!change) return app::fail({change.error()});
  std::cout << options.out << ": " << keys->size() << " keys; " << change->written << " files written, "
            << change->removed << " removed\n";
  return 0;
}

int print_listing(const KeysOptions& options, const app::KeyPlan& plan, base::Seconds at) {
  const auto rows = app::list_keys(plan, at);
  if (!rows) return app::fail({"keys: " + std::string(app::describe(rows.error()))});
  std::cout << (options.json ? render_keys_json(*rows) : render_keys(*rows));
  return 0;
}

int run_keys(const KeysOptions& options) {
  const auto at = options.at.empty() ? app::SystemClock{}.now() : app::parse_time(options.at);
  if (!at) {
    std::cerr << "agent-access: --at must be a time such as 2026-01-31T12:00:00Z\n";
    return 2;
  }
  if (!options.jwks_url.empty()) return output_pem(options, tools::fetch_pem_keys(options.jwks_url, options.ca_file));
  const auto config = app::load_config(options.config.sources());
  if (!config) return app::fail(config.error());
  std::vector<std::string> warnings;
  const auto plan = app::load_key_plan(*config, warnings);
  if (!plan) return app::fail(plan.error());
  app::print_lines(warnings, "agent-access: warning: ");
  return options.pem ? output_pem(options, published_pem_keys(*plan, *at)) : print_listing(options, *plan, *at);
}

}  // namespace

std::string render_keys(const std::vector<app::KeyRow>& rows) {
  std::vector<std::vector<std::string>> cells{
      {"KEY ID", "STATE", "SIGNS FROM", "SIGNS UNTIL", "PUBLISHED FROM", "PUBLISHED UNTIL"}};
  for (const auto& row : rows) {
    const bool never_signs = row.signs_from == row.signs_until;
    cells.push_back({row.key_id, row.state, never_signs ? "-" : app::format_time(row.signs_from),
                     never_signs ? "-" : app::format_time(row.signs_until), app::format_time(row.published_from),
                     app::format_time(row.published_until)});
  }
  return app::render_table(cells);
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
  auto& command =
      add_command(line, "keys", "List the signing keys and when each signs, or print the public ones as PEM",
                  "keys --config agent-access.toml --at 2026-01-31T12:00:00Z\n"
                  "  agent-access keys --pem --jwks https://example.com/.well-known/jwks.json --out keys");
  const auto options = std::make_shared<KeysOptions>();
  options->config.add_to(command);
  auto* const at = command.add_option("--at", options->at, "The time for which the keys are listed; default: now");
  at->type_name("TIME");
  add_json_option(command, options->json);
  auto* const pem = command.add_flag("--pem", options->pem, "Print the keys that a verifier must accept, as PEM");
  pem->excludes("--json");
  command.add_option("--out", options->out, "Write KID.pem for each key, and keys.cfg for HAProxy")
      ->needs(pem)
      ->type_name("DIR");
  auto* const jwks = command.add_option("--jwks", options->jwks_url, "Where the keys are published; needs no secret");
  jwks->needs(pem)->excludes(at)->type_name("URL");
  add_ca_file_option(command, options->ca_file)->needs(jwks);
  set_run(line, command, options, run_keys);
}

}  // namespace agent_access::commands
