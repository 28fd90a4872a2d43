#include "commands/server/server_commands.hpp"

#include <chrono>
#include <iostream>

#include "app/text/terminal.hpp"
#include "app/text/words.hpp"
#include "base/endpoint.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"
#include "tools/client/client.hpp"
#include "tools/proxies/proxy_site.hpp"

namespace agent_access::commands {
namespace {

struct HealthOptions {
  ConfigOption config;  ///< for listen.admin
  bool json = false;
};

/// The error_description of an error response, or its status.
std::string reason_of(const tools::ClientResponse& answer) {
  const auto body = json::read_object(answer.body);
  const auto description = body ? json::find_text(*body, "error_description") : std::nullopt;
  const auto status = "status " + std::to_string(answer.status);
  return description ? status + ": " + app::printable(*description) : status;
}

std::string health_json(bool is_ready, const std::string& reason) {
  return is_ready ? R"({"ready":true})" : R"({"ready":false,"reason":)" + app::in_quotes(reason) + "}";
}

/// Requests /readyz from the admin listener: 1 when the service is not ready or sends no response within three seconds.
int run_health(const HealthOptions& options) {
  const auto config = app::load_config(options.config.sources());
  if (!config) return app::fail(config.error());
  const auto endpoint = base::parse_endpoint(config->listen_admin);
  if (!endpoint) {
    std::cerr << "agent-access: listen.admin is empty; there is no admin listener\n";
    return 1;
  }
  tools::ClientRequest request;
  request.url = "http://" + base::to_text(tools::upstream_of(*endpoint)) + "/readyz";
  request.timeout = std::chrono::seconds{3};
  const auto answer = tools::fetch(request);
  const bool is_ready = answer && answer->status == 200;
  const auto reason = is_ready ? std::string() : answer ? reason_of(*answer) : answer.error().detail;
  std::cout << (options.json ? health_json(is_ready, reason) : is_ready ? "ready" : "not ready: " + reason) << '\n';
  return is_ready ? 0 : 1;
}

}  // namespace

void add_health(CommandLine& line) {
  auto& command = add_command(line, "health", "Ask the admin listener whether the service is ready",
                              "health --config agent-access.toml");
  const auto options = std::make_shared<HealthOptions>();
  options->config.add_to(command);
  add_json_option(command, options->json);
  set_run(line, command, options, run_health);
}

}  // namespace agent_access::commands
