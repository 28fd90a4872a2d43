#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>

#include "app/serve/signals.hpp"
#include "commands/server/check_machine.hpp"
#include "commands/server/server_commands.hpp"

namespace {

constexpr agent_access::commands::FurtherCommands kServerCommands{
    .add_dev = agent_access::commands::add_dev,
    .add_serve = agent_access::commands::add_serve,
    .add_health = agent_access::commands::add_health,
    .add_reload = agent_access::commands::add_reload,
    .add_reference = agent_access::commands::add_reference,
};

}  // namespace

int main(int argument_count, char** arguments) {
  // First of all: a SIGHUP that comes before would end the process. The other commands end at a signal.
  const std::string_view command = argument_count > 1 ? arguments[1] : "";
  if (command == "serve" || command == "dev") agent_access::app::block_signals();
  try {
    return agent_access::commands::run_command_line(argument_count, arguments, kServerCommands,
                                                    std::make_shared<agent_access::commands::ServingMachine>());
  } catch (const std::bad_alloc&) {
    std::cerr << "agent-access: out of memory\n";
    return 1;
  } catch (const std::system_error& error) {
    const bool is_thread = error.code() == std::errc::resource_unavailable_try_again;
    std::cerr << "agent-access: "
              << (is_thread
                      ? "no thread can be started; raise the limit of processes (TasksMax, ulimit -u) or of memory"
                      : error.what())
              << '\n';
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "agent-access: " << error.what() << '\n';
    return 1;
  }
}
