#include "commands/dev_welcome.hpp"

#include <iostream>
#include <optional>
#include <utility>

#include "base/uuid.hpp"
#include "crypto/random.hpp"
#include "site/documents/paths.hpp"
#include "site/templates/template.hpp"

namespace agent_access::commands {
namespace {

std::optional<oauth::RegisteredClient> register_example(const service::Snapshot& snapshot) {
  auto clients = oauth::ClientAuthority::create(snapshot.client_secret_keys);
  if (!clients) return std::nullopt;
  crypto::SystemRandom random;
  auto client = clients->register_client(random);
  if (!client) return std::nullopt;
  return std::move(*client);
}

}  // namespace

std::string render_dev_welcome(const content::Settings& settings, const oauth::RegisteredClient& client,
                               bool secret_is_temporary, const std::string& watched, app::Platform platform) {
  return templates::filled("commands/dev.txt", templates::View()
                                                   .set("base_url", settings.base_urls.front().text())
                                                   .set("has_pages", settings.has_pages)
                                                   .set("issues_tokens", settings.issues_tokens())
                                                   .set("client_id", base::to_text(client.client_id))
                                                   .set("client_secret", client.client_secret)
                                                   .set("has_mcp", settings.mcp.is_enabled)
                                                   .set("is_windows", platform == app::Platform::windows)
                                                   .set("is_temporary", secret_is_temporary)
                                                   .set_optional("watched", watched));
}

void print_dev_welcome(const service::Snapshot& snapshot, bool secret_is_temporary, const std::string& watched) {
  const auto client = register_example(snapshot);
  if (!client) return;
  std::cout << render_dev_welcome(snapshot.settings, *client, secret_is_temporary, watched) << std::flush;
}

}  // namespace agent_access::commands
