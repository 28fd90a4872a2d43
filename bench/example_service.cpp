#include "example_service.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/base_url.hpp"
#include "base/text.hpp"
#include "oauth/client.hpp"
#include "oauth/key_schedule.hpp"
#include "site/content/load.hpp"

namespace agent_access::bench {
namespace {

constexpr std::string_view kMaster = "the master secret of the measurements, known to everybody";
constexpr std::size_t kProfileSize = 2048;
constexpr std::int64_t kManyRequests = 1'000'000;

std::string profile_text() {
  std::string text = R"({"name":"Example Person","open_to":["talks","reviews"],"about":")";
  while (text.size() < kProfileSize) text += "a sentence of an ordinary profile. ";
  return text + "\"}";
}

std::vector<oauth::MasterSecret> masters() {
  std::vector<oauth::MasterSecret> list;
  list.push_back(oauth::MasterSecret::parse(base::bytes_of(kMaster)).value());
  return list;
}

}  // namespace

std::shared_ptr<const service::Snapshot> example_snapshot(Gates gates, std::size_t hosts) {
  const base::Seconds now{std::chrono::seconds{kNow}};
  content::Settings settings;
  settings.base_urls.push_back(base::parse_base_url("https://example.com").value());
  for (std::size_t host = 1; host < hosts; ++host) {
    settings.base_urls.push_back(base::parse_base_url("https://host-" + std::to_string(host) + ".example.com").value());
  }
  settings.mcp.is_enabled = true;
  limit::Policy limits;
  limits.requests = kManyRequests;
  if (gates == Gates::one) {
    settings.access.scopes = {{"read:extended", "Read the extended CV and availability profile."}};
    settings.access.gates = {{.prefix = "/data/", .title = "Data", .description = "Measurements as CSV."}};
    limits.trusted.networks = {base::Network::parse("203.0.113.0/24").value()};
  }
  return service::build_snapshot(
      {.number = 1,
       .now = now,
       .settings = std::move(settings),
       .client_secret_keys = oauth::ClientSecretKeys::derive(masters()).value(),
       .keys = oauth::KeySchedule::derive(masters(), 1, std::chrono::hours{24 * 7}, now).value(),
       .profile = content::parse_profile(profile_text()).value(),
       .content =
           std::make_shared<const content::Content>(content::minimal_site("Example Person"), content::minimal_faq()),
       .files = std::make_shared<const std::vector<content::StaticFile>>(),
       .limits = std::move(limits)});
}

}  // namespace agent_access::bench
