#include <exception>
#include <iostream>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/path_text.hpp"
#include "commands/package/packaged_commands.hpp"

namespace {

/// With paths as the program has them, also in "--config=C:\site\agent-access.toml". No other argument has backslashes.
std::vector<std::string> with_posix_paths(std::span<char* const> arguments) {
  std::vector<std::string> converted;
  for (const std::string_view argument : arguments) {
    const auto before = argument.starts_with("--") ? argument.find('=') + 1 : 0;
    converted.push_back(std::string(argument.substr(0, before)) +
                        agent_access::app::posix_path(argument.substr(before)));
  }
  return converted;
}

}  // namespace

int main(int argument_count, char** arguments) {
  try {
    auto converted = with_posix_paths({arguments, static_cast<std::size_t>(argument_count)});
    std::vector<char*> pointers;
    for (auto& argument : converted) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    return agent_access::commands::run_command_line(argument_count, pointers.data(),
                                                    agent_access::commands::kPackagedCommands);
  } catch (const std::bad_alloc&) {
    std::cerr << "agent-access: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "agent-access: " << error.what() << '\n';
  }
  return 1;
}
