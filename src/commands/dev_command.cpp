#include "commands/dev_command.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <utility>

#include "app/config/derived_values.hpp"
#include "app/rights/process.hpp"
#include "app/serve/runner.hpp"
#include "app/serve/sockets.hpp"
#include "app/text/terminal.hpp"
#include "app/text/words.hpp"
#include "base/descriptor.hpp"
#include "base/uuid.hpp"
#include "commands/command_line.hpp"
#include "crypto/random.hpp"
#include "crypto/self_test.hpp"
#include "oauth/key_schedule.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/template.hpp"

namespace agent_access::commands {
namespace {

struct DevOptions {
  std::string listen;          ///< empty: from the environment, else 127.0.0.1:8080; port 0: any free port
  std::filesystem::path site;  ///< profile.json, site.json, faq.json, public/; empty: the example
  FromOptions from;            ///< instead: sources
  bool open = false;           ///< in a browser
};

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
  if (app::has_tls(*config)) {
    return base::Failure<app::Problems>({"dev serves plain HTTP; unset AGENT_ACCESS_TLS_CERTIFICATE"});
  }
  app::Playground playground{.site = options.site,
                             .config = options.site.empty() ? options.site : options.site / kConfigName,
                             .sources = options.from.files,
                             .publish = options.from.publish,
                             .listen = *net::parse_endpoint(config->listen_address),
                             .secret = {}};
  if (playground.listen.port == 0) {
    const auto listener = app::open_listener(playground.listen);
    if (!listener) return base::Failure<app::Problems>({listener.error()});
    listeners.push_back(listener->descriptor);
    playground.listen = listener->endpoint;
  }
  if (!config->is_default("secret.file")) return playground;
  crypto::SystemRandom random;
  playground.secret.emplace(oauth::kMinMasterSize);
  if (random.fill(playground.secret->reveal_for_writing())) return playground;
  return base::Failure<app::Problems>({"the system's random generator failed"});
}

std::optional<oauth::RegisteredClient> register_example(const service::Snapshot& snapshot) {
  auto clients = oauth::ClientAuthority::create(snapshot.client_secret_keys);
  if (!clients) return std::nullopt;
  crypto::SystemRandom random;
  auto client = clients->register_client(random);
  if (!client) return std::nullopt;
  return std::move(*client);
}

/// What the welcome says is watched; empty for the example.
std::string watched_text(const std::filesystem::path& site, const std::vector<std::filesystem::path>& sources) {
  if (!site.empty()) return app::shown(site);
  if (sources.empty()) return {};
  return sources.size() == 1 ? app::shown(sources.front()) : app::counted(sources.size(), "source");
}

int run_dev(const DevOptions& options) {
  Browser browser(options.open);
  app::harden_process();
  app::raise_descriptor_limit();
  if (!options.listen.empty() && !net::parse_endpoint(options.listen)) {
    std::cerr << "agent-access: --listen must be ADDRESS:PORT, for example --listen 127.0.0.1:9000\n";
    return 2;
  }
  if (const auto tested = crypto::known_answer_self_test(); !tested) {
    return app::fail({"self-test: wrong result of " + std::string(tested.error())});
  }
  app::ConfigSources sources{{}, app::take_process_environment(), {}};
  if (!options.listen.empty()) sources.flags.push_back({"listen.address", options.listen, "--listen"});
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
  auto watched = watched_text(options.site, loaded->config.sources);
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
  if (const auto client = register_example(runner.snapshot())) {
    std::cout << render_dev_welcome(runner.snapshot().settings, *client, is_temporary, watched) << std::flush;
  }
  browser.open(runner.snapshot().settings.base_urls.front().text() + "/");
  return runner.run();
}

}  // namespace

std::string render_dev_welcome(const content::Settings& settings, const oauth::RegisteredClient& client,
                               bool secret_is_temporary, const std::string& watched) {
  return templates::filled("commands/dev.txt", templates::View()
                                                   .set("base_url", settings.base_urls.front().text())
                                                   .set("has_pages", settings.has_pages)
                                                   .set("issues_tokens", settings.issues_tokens())
                                                   .set("client_id", base::to_text(client.client_id))
                                                   .set("client_secret", client.client_secret)
                                                   .set("has_mcp", settings.mcp.is_enabled)
                                                   .set("is_temporary", secret_is_temporary)
                                                   .set_optional("watched", watched));
}

void add_dev(CommandLine& line) {
  auto& command = add_command(line, "dev", "Serve a playground: temporary secret, built-in example site",
                              "dev --listen 127.0.0.1:9000\n  agent-access dev --site my-site --open");
  const auto options = std::make_shared<DevOptions>();
  command.add_option("--listen", options->listen, "Where to listen; port 0: any free one")->type_name("ADDRESS:PORT");
  command
      .add_option("--site", options->site,
                  "A folder with site.json and, optionally, profile.json, faq.json and public/; changes show at once")
      ->type_name("DIR");
  options->from.add_to(command);
  command.get_option("--from")->excludes("--site");
  command.add_flag("--open", options->open, "Open the site in a browser: that of BROWSER, or the default one");
  set_run(line, command, options, run_dev);
}

}  // namespace agent_access::commands
