#include "commands/token_input.hpp"

#include <array>
#include <iostream>

#include "app/deployment/material.hpp"
#include "app/deployment/system_clock.hpp"
#include "app/text/text_table.hpp"
#include "commands/token_command.hpp"
#include "documents/metadata/metadata.hpp"

namespace agent_access::commands {
namespace {

/// Longer than any valid token: a longer one is refused for its size.
constexpr std::size_t kMaxInput = 16UL * 1024;

std::string read_token(std::istream& input) {
  std::array<char, kMaxInput> buffer{};
  input.read(buffer.data(), buffer.size());
  return {buffer.data(), static_cast<std::size_t>(input.gcount())};
}

base::Result<void, app::Problems> take_configuration(const TokenInputOptions& options, TokenInspectOptions& inspect) {
  const auto config = app::load_config(options.sources);
  if (!config) return base::Failure<app::Problems>(config.error());
  std::vector<std::string> warnings;
  const auto plan = app::load_key_plan(*config, warnings);
  if (!plan) return base::Failure<app::Problems>(plan.error());
  const auto schedule = app::make_schedule(*plan, app::SystemClock{}.now());
  if (!schedule) return base::Failure<app::Problems>({"keys: " + std::string(app::describe(schedule.error()))});
  inspect.jwks_json = documents::render_jwks(*schedule);
  if (!inspect.base_urls.empty()) return {};
  const auto settings = app::load_settings(*config);
  if (!settings) return base::Failure<app::Problems>(settings.error());
  for (const auto& base_url : settings->base_urls) inspect.base_urls.push_back(base_url.text());
  return {};
}

}  // namespace

int run_token_input(const TokenInputOptions& options, std::istream& input) {
  TokenInspectOptions inspect;
  inspect.jwks_url = options.jwks_url;
  inspect.base_urls = options.base_urls;
  inspect.ca_file = options.ca_file;
  inspect.json = options.json;
  inspect.now = app::SystemClock{}.now().time_since_epoch().count();
  if (options.jwks_url.empty()) {
    if (const auto taken = take_configuration(options, inspect); !taken) {
      app::print_lines(taken.error(), "agent-access: ");
      return 1;
    }
  }
  inspect.token = read_token(input);
  return run_token_inspect(inspect);
}

}  // namespace agent_access::commands
