// `agent-access serve`: production. Everything comes from the configuration; fails without a secret.
#include <iostream>
#include <memory>

#include "app/rights/process.hpp"
#include "app/serve/runner.hpp"
#include "commands/server/server_commands.hpp"
#include "crypto/self_test.hpp"

namespace agent_access::commands {
namespace {

int run_serve(const ConfigOption& config) {
  app::harden_process();
  app::raise_descriptor_limit();
  if (const auto tested = crypto::known_answer_self_test(); !tested) {
    std::cerr << "agent-access: self-test: wrong result of " << tested.error() << "; this machine must not serve\n";
    return 1;
  }
  return app::serve(config.sources());
}

}  // namespace

void add_serve(CommandLine& line) {
  auto& command =
      add_command(line, "serve", "Serve in production", "serve --config /etc/agent-access/agent-access.toml");
  const auto config = std::make_shared<ConfigOption>();
  config->add_to(command);
  set_run(line, command, config, run_serve);
}

}  // namespace agent_access::commands
