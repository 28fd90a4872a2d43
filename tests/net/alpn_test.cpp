// ALPN (RFC 7301) selects HTTP/1.1, and nothing else.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "net/certificates.hpp"
#include "net/running.hpp"
#include "net/tls_client.hpp"

namespace agent_access::test {
namespace {

const std::string kHttp1 = "\x08http/1.1";
const std::string kH2 = "\x02h2";

TEST(Alpn, SelectsHttp1AndRefusesClientsWithoutIt) {
  net::ServerOptions options;
  options.tls = context_with({make_certificate()});
  Running running(std::move(options));
  const auto chosen = [&](const std::string& offered) {
    TlsClient client(running.port(), {.protocols = offered});
    return client.handshake() ? client.protocol() : "(refused)";
  };
  EXPECT_EQ(chosen(kHttp1), "http/1.1");
  EXPECT_EQ(chosen(kH2 + kHttp1), "http/1.1");
  EXPECT_EQ(chosen(kH2), "(refused)") << "RFC 7301 section 3.2: no_application_protocol";
}

}  // namespace
}  // namespace agent_access::test
