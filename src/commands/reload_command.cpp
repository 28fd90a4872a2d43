#include "commands/command_line.hpp"

#include <poll.h>
#include <signal.h>

#include <cerrno>
#include <iostream>
#include <optional>
#include <system_error>

#include "app/serve/reload_record.hpp"
#include "app/text/text.hpp"
#include "base/descriptor.hpp"

// The header of glibc 2.36 (Debian 12) does not say that its functions are those of C.
extern "C" {
#include <sys/pidfd.h>
}

namespace agent_access::commands {
namespace {

using namespace std::chrono_literals;

struct ReloadOptions {
  std::filesystem::path folder{"/run/agent-access"};  ///< where the service writes its record: its runtime folder
  std::chrono::seconds timeout{60};                   ///< for the outcome
};

constexpr std::chrono::milliseconds kReadEvery = 20ms;

int explain_missing_record(const std::filesystem::path& folder) {
  const auto file = folder / app::kReloadRecordName;
  return app::fail(
      {"cannot read " + app::shown(file) +
       "; the service writes it if it has a runtime folder (in a unit: RuntimeDirectory=agent-access). Is it "
       "running? Without such a folder: kill -HUP PID, and look into the log"});
}

/// True if the process ended within the time.
bool ends_within(int process, std::chrono::milliseconds time) noexcept {
  pollfd watched{.fd = process, .events = POLLIN, .revents = 0};
  return ::poll(&watched, 1, static_cast<int>(time.count())) > 0;
}

/// The record after a reload that began after `before` was read; that one has read every file anew.
std::optional<app::ReloadRecord> wait_for_outcome(const ReloadOptions& options, const app::ReloadRecord& before,
                                                  int process) {
  const auto end = std::chrono::steady_clock::now() + options.timeout;
  while (std::chrono::steady_clock::now() < end) {
    const bool has_ended = ends_within(process, kReadEvery);
    auto now = app::read_reload_record(options.folder);
    if (now && now->process == before.process && now->ended > before.begun) return now;
    if (has_ended) return std::nullopt;
  }
  return std::nullopt;
}

int report(const app::ReloadRecord& outcome) {
  if (outcome.problems.empty()) {
    std::cout << "reloaded\n";
    for (const auto& name : outcome.needs_restart) std::cout << name << " takes effect after a restart\n";
    return 0;
  }
  app::print_lines(outcome.problems, "agent-access: reload failed: ");
  std::cerr << "agent-access: the previous configuration is still served\n";
  return 1;
}

/// Makes the running service reload, waits for the outcome, and fails if the reload failed. The unit's ExecReload, so
/// that `systemctl reload` fails with it. Needs the record of the service (app/serve/reload_record.hpp) and the right
/// to signal it: its user, or root.
int run_reload(const ReloadOptions& options) {
  const auto before = app::read_reload_record(options.folder);
  if (!before) return explain_missing_record(options.folder);
  const auto name = "process " + std::to_string(before->process);
  const base::Descriptor process(::pidfd_open(before->process, 0));
  if (process.number() < 0 || ::pidfd_send_signal(process.number(), SIGHUP, nullptr, 0) != 0) {
    return app::fail({"cannot signal " + name + ": " + std::generic_category().message(errno)});
  }
  const auto outcome = wait_for_outcome(options, *before, process.number());
  if (outcome) return report(*outcome);
  return app::fail({name + " reported no outcome within " + std::to_string(options.timeout.count()) +
                    " seconds, or ended; its log says more (journalctl -u agent-access)"});
}

}  // namespace

void add_reload(CommandLine& line) {
  auto& command = add_command(line, "reload", "Make the running service reload; fails if the reload fails", "reload");
  const auto options = std::make_shared<ReloadOptions>();
  command.add_option("--runtime-directory", options->folder, "The folder in which the service records reloads")
      ->envname("RUNTIME_DIRECTORY")
      ->type_name("DIR")
      ->capture_default_str();
  set_run(line, command, options, run_reload);
}

}  // namespace agent_access::commands
