// `agent-access dev`: a playground without configuration files. The secret is generated at start, so that all
// credentials become invalid when the process ends, unless the environment sets one.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <utility>

#include "app/rights/process.hpp"
#include "app/serve/runner.hpp"
#include "app/serve/sockets.hpp"
#include "app/text/terminal.hpp"
#include "base/descriptor.hpp"
#include "commands/dev_options.hpp"
#include "commands/dev_welcome.hpp"
#include "commands/server/server_commands.hpp"
#include "crypto/random.hpp"
#include "crypto/self_test.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::commands {
namespace {

/// A process that waits for an address and becomes a browser. Made before this one gives up rights that a browser may
/// need (app::harden_process) and reads a secret.
class Browser {
 public:
  explicit Browser(bool is_wanted) {
    std::array<int, 2> ends{-1, -1};
    if (!is_wanted || ::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    base::Descriptor reader(ends[0]);
    address_ = base::Descriptor(ends[1]);
    if (::fork() == 0) wait_and_become(std::move(reader));
  }

  void open(const std::string& address) {
    if (address_.number() < 0) return;
    std::signal(SIGCHLD, SIG_IGN);  // nobody waits for it
    if (::write(address_.number(), address.data(), address.size()) > 0) address_ = base::Descriptor();
  }

 private:
  [[noreturn]] void wait_and_become(base::Descriptor reader) {
    address_ = base::Descriptor();  // closed, so that it notices the end of the service
    std::string address(kLongestAddress, '\0');
    const auto size = ::read(reader.number(), address.data(), address.size());
    if (size <= 0) ::_exit(0);  // it could not serve
    address.resize(static_cast<std::size_t>(size));
    ::unsetenv("AGENT_ACCESS_SECRET");
    ::setsid();  // so that Ctrl-C ends only the service
    for (const int number : {SIGPIPE, SIGUSR1, SIGUSR2}) std::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const char* const chosen = std::getenv("BROWSER");
    for (const char* const program : {chosen == nullptr ? "" : chosen, "xdg-open"}) {
      ::execlp(program, program, address.c_str(), nullptr);
    }
    std::cerr << "agent-access: found no browser: there is no xdg-open, and BROWSER names no program\n";
    ::_exit(0);
  }

  static constexpr std::size_t kLongestAddress = 1024;
  base::Descriptor address_;
};

/// Opens the socket already if the port must be known, and makes the secret if none is configured.
base::Result<app::Playground, app::Problems> prepare(const app::ConfigSources& sources, const DevOptions& options,
                                                     std::vector<int>& listeners) {
  const auto config = app::load_config(sources);
  if (!config) return base::Failure<app::Problems>(config.error());
  auto made = options.playground(*config);
  if (!made) return made;
  auto& playground = *made;
  if (playground.listen.port == 0) {
    const auto listener = app::open_listener(playground.listen);
    if (!listener) return base::Failure<app::Problems>({listener.error()});
    listeners.push_back(listener->descriptor);
    playground.listen = listener->endpoint;
  }
  if (!config->is_default("secret.file")) return made;
  crypto::SystemRandom random;
  playground.secret.emplace(oauth::kMinMasterSize);
  if (random.fill(playground.secret->reveal_for_writing())) return made;
  return base::Failure<app::Problems>({"the system's random generator failed"});
}

int run_dev(const DevOptions& options) {
  Browser browser(options.open);
  app::harden_process();
  app::raise_descriptor_limit();
  if (const auto tested = crypto::known_answer_self_test(); !tested) {
    return app::fail({"self-test: wrong result of " + std::string(tested.error())});
  }
  auto sources = options.config_sources();
  std::vector<int> listeners;
  auto playground = prepare(sources, options, listeners);
  if (!playground) return app::fail(playground.error());
  const bool is_temporary = playground->secret.has_value();
  const auto named = playground->sources;
  auto watch = app::watch_of(*playground, named);
  app::ServiceSource source{std::move(sources), std::move(*playground)};
  auto loaded = app::load_service(source);
  if (!loaded) return app::fail(loaded.error());
  if (loaded->config.sources != named) watch = app::watch_of(*source.playground, loaded->config.sources);
  auto watched = options.watched(loaded->config.sources);
  app::Service service{std::move(*loaded), std::move(source), std::move(listeners)};
  if (!watched.empty()) {
    if (!watch.problem().empty()) {
      app::print_lines({"changes may be missed: " + watch.problem()}, "agent-access: ");
      watched.clear();
    }
    service.watch = std::move(watch);
  }
  app::Runner runner(std::move(service));
  if (!runner.start()) return 1;
  print_dev_welcome(runner.snapshot(), is_temporary, watched);
  browser.open(runner.snapshot().settings.base_urls.front().text() + "/");
  return runner.run();
}

}  // namespace

void add_dev(CommandLine& line) {
  auto& command = add_dev_command(line);
  const auto options = std::make_shared<DevOptions>();
  options->add_to(command);
  set_run(line, command, options, run_dev);
}

}  // namespace agent_access::commands
