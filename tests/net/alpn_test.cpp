// Which protocol ALPN selects: clients get HTTP/2, proxies HTTP/1.1 (decision 0016).
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "net/http2_client.hpp"

namespace agent_access::test {
namespace {

using namespace std::string_literals;

const std::string kHttp1 = "\x08http/1.1";
const std::string kH2 = "\x02h2";
const std::string kBoth = kH2 + kHttp1;

/// "h2", "http/1.1", or "(refused)".
std::string chosen(const Running& running, const std::string& offered, const std::string& source = "127.0.0.1",
                   std::string_view proxy_header = {}) {
  TlsClient client(running.port(), {.protocols = offered, .source = source});
  const auto sent = ::send(client.descriptor(), proxy_header.data(), proxy_header.size(), 0);
  EXPECT_EQ(sent, static_cast<ssize_t>(proxy_header.size()));
  return client.handshake() ? client.protocol() : "(refused)";
}

TEST(Alpn, GivesHttp2ToClientsAndHttp1ToTrustedProxies) {
  net::ServerOptions options = with_http2();
  options.trusted = trusting({"127.0.0.9/32"});
  Running running(std::move(options));
  EXPECT_EQ(chosen(running, kBoth), "h2");
  EXPECT_EQ(chosen(running, kH2), "h2");
  EXPECT_EQ(chosen(running, kHttp1), "http/1.1");
  EXPECT_EQ(chosen(running, kBoth, "127.0.0.9"), "http/1.1");
  EXPECT_EQ(chosen(running, kH2, "127.0.0.9"), "(refused)") << "RFC 7301: no_application_protocol";
}

TEST(Alpn, AsksThePresentListOfTrustedProxiesForTheProtocol) {
  Running running(with_http2());
  EXPECT_EQ(chosen(running, kBoth), "h2");
  for (const auto* const trusted : {"127.0.0.0/8", "192.0.2.0/24"}) {
    running.server().set_trusted_proxies(std::make_shared<const base::TrustedProxies>(trusting({trusted})));
    std::promise<void> is_set;
    running.server().post(0, [&](http::Handler&) { is_set.set_value(); });
    is_set.get_future().wait();
    EXPECT_EQ(chosen(running, kBoth), trusted == std::string_view("127.0.0.0/8") ? "http/1.1" : "h2");
  }
}

TEST(Alpn, AsksTheClientOfAProxyHeaderForTheProtocol) {
  const auto header = [](std::string_view rest) { return "\r\n\r\n\0\r\nQUIT\n"s.append(rest); };
  net::ServerOptions options = with_http2();
  options.proxy_protocol = true;
  options.trusted = trusting({"127.0.0.1/32", "198.51.100.7/32"});
  Running running(std::move(options));
  const auto with = [&](const std::string& rest) { return chosen(running, kBoth, "127.0.0.1", header(rest)); };
  EXPECT_EQ(with("\x21\x11\0\x0c\xc0\0\x02\x07\xc6\x33\x64\x01\xc3\x50\x01\xbb"s), "h2") << "192.0.2.7";
  EXPECT_EQ(with("\x21\x11\0\x0c\xc6\x33\x64\x07\xc6\x33\x64\x01\xc3\x50\x01\xbb"s), "http/1.1")
      << "198.51.100.7, itself a trusted proxy";
  EXPECT_EQ(with("\x20\0\0\0"s), "http/1.1") << "LOCAL";
  EXPECT_EQ(with("\x21\0\0\0"s), "http/1.1") << "an unknown client";
  EXPECT_EQ(chosen(running, kBoth, "127.0.0.2"), "h2") << "a client of its own";
}

}  // namespace
}  // namespace agent_access::test
