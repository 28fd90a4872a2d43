// `agent-access reload`: looks at everything that a reload reads, and asks the running service for one if nothing is
// wrong. The unit's ExecReload, so that `systemctl reload` fails with the reasons.
#include <signal.h>
#include <sys/types.h>

#include <cerrno>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>

#include "app/certificates/tls_files.hpp"
#include "app/deployment/load.hpp"
#include "app/text/terminal.hpp"
#include "commands/server/server_commands.hpp"

namespace agent_access::commands {
namespace {

struct ReloadOptions {
  ConfigOption config;
  pid_t process = 0;
};

/// Reads with the rights of whoever calls it. A signal has no answer: the log of the service says how its reload went.
int run_reload(const ReloadOptions& options) {
  const auto config = app::load_config(options.config.sources());
  app::Report report;
  if (config) {
    const auto material = app::load_material(*config, report);
    if (material) static_cast<void>(app::load_tls(*config, *material, report));
  }
  if (const auto problems = config ? report.problems() : config.error(); !problems.empty()) {
    app::print_lines(problems, "agent-access: ");
    return app::fail({"the service was not asked to reload, and serves as before"});
  }
  const auto name = "process " + std::to_string(options.process);
  if (::kill(options.process, SIGHUP) != 0) {
    return app::fail({"cannot signal " + name + ": " + std::generic_category().message(errno)});
  }
  std::cout << name << " reloads; its log says how it went\n";
  return 0;
}

}  // namespace

void add_reload(CommandLine& line) {
  auto& command = add_command(line, "reload", "Check the files, and make the running service read them again",
                              "reload --config agent-access.toml --pid 1234");
  const auto options = std::make_shared<ReloadOptions>();
  options->config.add_to(command);
  command.add_option("--pid", options->process, "The process of the service; systemd sets it for ExecReload")
      ->envname("MAINPID")
      ->required()
      ->check(CLI::PositiveNumber.description(""))
      ->type_name("PID");
  set_run(line, command, options, run_reload);
}

}  // namespace agent_access::commands
