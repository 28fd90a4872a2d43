#include "commands/dev_command.hpp"

#include <cstdint>
#include <iostream>
#include <optional>
#include <utility>

#include "app/config/setting_table.hpp"
#include "app/rights/hardening.hpp"
#include "app/serve/listen_socket.hpp"
#include "app/serve/service_runner.hpp"
#include "app/serve/signal_wait.hpp"
#include "app/text/text_table.hpp"
#include "base/uuid.hpp"
#include "crypto/random.hpp"
#include "crypto/self_test.hpp"
#include "documents/paths.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::commands {
namespace {

/// Enough for a test suite, and still a limit, so that responses have RateLimit fields.
constexpr std::uint64_t kDevRequests = 60'000;

app::ConfigSources sources_of(const DevOptions& options) {
  app::ConfigSources sources{{}, options.environment, {}};
  if (!options.listen.empty()) sources.flags.push_back({"listen.address", options.listen, "--listen"});
  return sources;
}

bool is_default(const app::Config& config, std::string_view name) {
  return config.origin(name).kind == app::OriginKind::built_in;
}

/// --site sets all content at once; files missing in that folder are optional. Without it the example is used for every
/// file that is not configured, and files in the working directory are ignored.
void take_site(app::Config& config, const std::filesystem::path& site) {
  if (site.empty()) {
    if (is_default(config, "content.root")) config.root.clear();
    return;
  }
  config.profile = site / "profile.json";
  config.site = site / "site.json";
  config.faq = site / "faq.json";
  config.root = site / "public";
  for (const auto* key : {"profile", "site", "faq", "root"}) config.origins[*app::find_setting("content", key)] = {};
}

/// A playground shows what the program can publish.
void enable_conventions(app::Config& config) {
  if (is_default(config, "discovery.ard")) config.discovery_ard = true;
  if (is_default(config, "discovery.page_markdown")) config.discovery_page_markdown = config.pages;
  if (is_default(config, "discovery.card_signature")) config.discovery_card_signature = true;
}

/// What a playground has by default, also after a reload.
void take_playground(app::Config& config, const std::filesystem::path& site) {
  // All clients have the same address here.
  if (is_default(config, "limits.requests")) config.limit_requests = kDevRequests;
  if (is_default(config, "mcp.enabled")) config.mcp_enabled = true;
  enable_conventions(config);
  take_site(config, site);
}

app::Fallback fallback_of(const DevOptions& options) {
  return options.site.empty() ? app::Fallback::example : app::Fallback::minimal;
}

/// Changes the defaults to those of a playground.
base::Result<app::Config, app::Problems> load_dev_config(const DevOptions& options, std::vector<int>& listeners) {
  auto config = app::load_config(sources_of(options));
  if (!config) return config;
  if (app::has_tls(*config))
    return base::Failure<app::Problems>({"dev serves plain HTTP; unset AGENT_ACCESS_TLS_CERTIFICATE"});
  auto endpoint = *net::parse_endpoint(config->listen_address);
  if (endpoint.port == 0) {
    const auto listener = app::open_listener(endpoint);
    if (!listener) return base::Failure<app::Problems>({listener.error()});
    listeners.push_back(listener->descriptor);
    endpoint = listener->endpoint;
    config->listen_address = net::to_text(endpoint);
  }
  if (is_default(*config, "base_urls")) config->base_urls = dev_base_urls(endpoint);
  // Off by default, so that two playgrounds on one machine do not conflict on the admin port.
  if (is_default(*config, "listen.admin")) config->listen_admin.clear();
  take_playground(*config, options.site);
  return config;
}

/// Generates 32 random bytes if no secret is configured; its origin stays "default", which marks it as temporary.
bool generate_secret(app::Config& config) {
  if (!is_default(config, "secret.file")) return true;
  crypto::SystemRandom random;
  config.secret_text.emplace(oauth::kMinMasterSize);
  return random.fill(config.secret_text->reveal_for_writing());
}

app::KeyPlan duplicate(const app::KeyPlan& plan) {
  app::KeyPlan copy;
  for (const auto& master : plan.masters) copy.masters.push_back(master.duplicate());
  for (const auto& pem : plan.pems) copy.pems.push_back(pem.duplicate());
  copy.generation = plan.generation;
  copy.rotation = plan.rotation;
  return copy;
}

std::optional<oauth::RegisteredClient> register_example(const service::Snapshot& snapshot) {
  auto clients = oauth::ClientAuthority::create(snapshot.client_secret_keys);
  if (!clients) return std::nullopt;
  crypto::SystemRandom random;
  auto client = clients->register_client(random);
  if (!client) return std::nullopt;
  return std::move(*client);
}

int serve_dev(const DevOptions& options, app::Config config, app::KeyPlan plan, std::vector<int> listeners) {
  auto material = app::load_material(config, duplicate(plan), fallback_of(options), {});
  if (!material) return app::fail(material.error());
  const bool is_temporary = is_default(config, "secret.file");
  app::Service service{std::move(config), std::move(*material), options.environment, std::move(listeners), {}, {}};
  service.on_started = [&](const service::Snapshot& snapshot) {
    const auto client = register_example(snapshot);
    if (!client) return;
    std::cout << render_dev_welcome(snapshot.settings, *client, is_temporary) << std::flush;
  };
  service.reload = [&, base_urls = service.config.base_urls]() -> base::Result<app::Reloaded, app::Problems> {
    auto again = app::load_config(sources_of(options));
    if (!again) return base::Failure<app::Problems>(again.error());
    if (is_default(*again, "base_urls")) again->base_urls = base_urls;
    take_playground(*again, options.site);
    auto next = app::load_material(*again, duplicate(plan), fallback_of(options), {});
    if (!next) return base::Failure<app::Problems>(next.error());
    return app::Reloaded{std::move(*next), {}};
  };
  return app::run_service(std::move(service));
}

}  // namespace

std::vector<std::string> dev_base_urls(const net::Endpoint& endpoint) {
  const auto port = ":" + std::to_string(endpoint.port);
  const bool is_v6 = endpoint.address.find(':') != std::string::npos;
  return {(is_v6 ? "http://[::1]" : "http://127.0.0.1") + port, "http://localhost" + port};
}

std::string render_dev_welcome(const content::Settings& settings, const oauth::RegisteredClient& client,
                               bool secret_is_temporary) {
  const std::string& base_url = settings.base_urls.front().text();
  const auto token = "curl -s " + base_url +
                     "/oauth/token -d grant_type=client_credentials -d client_id=" + base::to_text(client.client_id) +
                     " -d client_secret=" + client.client_secret;
  std::string out = "agent-access is listening.";
  if (settings.has_pages) {
    out += " Open " + base_url + "/ in a browser;\n" + base_url +
           "/agent-access explains the service and lets you try it.";
  }
  out += "\n\nBase URL: " + base_url + "\n\n";
  out += "1. Register a client:\n   curl -s " + base_url +
         "/oauth/register -H 'Content-Type: application/json' -d '{\"client_name\":\"My first agent\"}'\n\n";
  out += "2. Get a token (this client is registered already):\n   " + token + "\n\n";
  out += "3. Read the profile with a fresh token:\n   curl -s " + base_url +
         "/api/agent/full-profile -H \"Authorization: Bearer $(" + token +
         " | sed 's/.*\"access_token\":\"\\([^\"]*\\)\".*/\\1/')\"\n\n";
  if (settings.mcp.is_enabled) {
    out += "4. List the tools of the MCP endpoint:\n   curl -s " + base_url + std::string(documents::kMcpPath) +
           " -H 'Content-Type: application/json' -d '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}'\n\n";
  }
  out +=
      secret_is_temporary
          ? "The secret is temporary: every client and token becomes invalid when this process ends. Ctrl-C stops it.\n"
          : "The secret comes from the environment: clients stay valid after this process ends. Ctrl-C stops it.\n";
  return out;
}

int run_dev(const DevOptions& options) {
  app::harden_process();
  app::raise_descriptor_limit();
  app::block_signals();
  if (!options.listen.empty() && !net::parse_endpoint(options.listen)) {
    std::cerr << "agent-access: --listen must be ADDRESS:PORT, for example --listen 127.0.0.1:9000\n";
    return 2;
  }
  if (const auto tested = crypto::known_answer_self_test(); !tested) {
    return app::fail({"self-test: wrong result of " + std::string(tested.error())});
  }
  std::vector<int> listeners;
  auto config = load_dev_config(options, listeners);
  if (!config) return app::fail(config.error());
  if (!generate_secret(*config)) return app::fail({"the system's random generator failed"});
  std::vector<std::string> warnings;
  auto plan = app::load_key_plan(*config, warnings);
  if (!plan) return app::fail(plan.error());
  app::print_lines(warnings, "agent-access: warning: ");
  return serve_dev(options, std::move(*config), std::move(*plan), std::move(listeners));
}

}  // namespace agent_access::commands
