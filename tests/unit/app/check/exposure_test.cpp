#include "app/check/exposure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace agent_access::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

Config config_of(const std::vector<std::string>& base_urls) {
  Config config;
  for (const auto& text : base_urls) config.settings.base_urls.push_back(*base::parse_base_url(text));
  return config;
}

const std::vector<std::string> kBoth = {"https://port.test", "https://www.port.test"};

TEST(ExposureWarnings, AreNoneForTheDefaults) { EXPECT_THAT(exposure_warnings(config_of(kBoth)), IsEmpty()); }

TEST(ExposureWarnings, NameNetworksOfEverybody) {
  auto config = config_of(kBoth);
  auto& networks = config.policy.trusted.networks;
  networks.clear();
  for (const auto* text : {"10.0.0.0/8", "0.0.0.0/0", "::/0"}) networks.push_back(*base::Network::parse(text));
  EXPECT_THAT(exposure_warnings(config),
              ElementsAre("limits.trusted_proxies: 0.0.0.0/0 is everybody: any client can choose the address that "
                          "limits and log take for its own; name the networks of your proxies",
                          StartsWith("limits.trusted_proxies: ::/0 is everybody: ")));
}

TEST(ExposureWarnings, NameAPublicListenerWithoutTls) {
  for (const std::string listen : {"0.0.0.0:8080", "[::]:8080", "203.0.113.7:80", "[2001:db8::1]:80"}) {
    auto config = config_of(kBoth);
    config.listen_address = listen;
    EXPECT_THAT(exposure_warnings(config),
                ElementsAre("listen.address: " + listen +
                            " may be reached from outside, without TLS: secrets and tokens could be read on the way; "
                            "let only the proxy connect to it, for example at 127.0.0.1:8080, or set tls.certificate"));
    config.tls_certificate = "tls.pem";
    EXPECT_THAT(exposure_warnings(config), IsEmpty());
    config = config_of({"http://localhost:8080"});
    config.listen_address = listen;
    EXPECT_THAT(exposure_warnings(config), IsEmpty());
  }
}

TEST(ExposureWarnings, AreNoneForAddressesThatOnlyTheOwnersMachinesReach) {
  for (const std::string listen : {"127.0.0.1:8080", "10.1.2.3:8080", "172.31.0.1:8080", "192.168.1.1:80",
                                   "169.254.1.1:80", "100.64.0.1:80", "[::1]:80", "[fd00::1]:80", "[fe80::1]:80"}) {
    auto config = config_of(kBoth);
    config.listen_address = listen;
    config.listen_admin = listen;
    EXPECT_THAT(exposure_warnings(config), IsEmpty()) << listen;
  }
}

TEST(ExposureWarnings, NameAPublicAdminListener) {
  auto config = config_of(kBoth);
  config.listen_admin = "0.0.0.0:9464";
  EXPECT_THAT(exposure_warnings(config),
              ElementsAre("listen.admin: 0.0.0.0:9464 may be reached from outside: anyone can read the metrics; "
                          "let only your monitoring connect to it, for example at 127.0.0.1:9464"));
  config.listen_admin = "";
  EXPECT_THAT(exposure_warnings(config), IsEmpty());
}

TEST(ExposureWarnings, NameTheTwinOfAHost) {
  const std::string end = ", where requests get 421; if the domain has both names, list both";
  EXPECT_THAT(exposure_warnings(config_of({"https://port.test:8443/"})),
              ElementsAre("base_urls: https://port.test:8443 is there without https://www.port.test:8443" + end));
  EXPECT_THAT(exposure_warnings(config_of({"https://www.port.co.test"})),
              ElementsAre("base_urls: https://www.port.co.test is there without https://port.co.test" + end));
  EXPECT_THAT(exposure_warnings(config_of({"https://agents.port.test", "https://localhost", "http://127.0.0.1:8080",
                                           "https://192.0.2.7", "https://[2001:db8::1]", "https://intranet"})),
              IsEmpty());
}

}  // namespace
}  // namespace agent_access::app
