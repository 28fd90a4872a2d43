#include "http/client_address.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace agent_access::http {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

using base::ForwardedField;

base::TrustedProxies trusted_proxies(ForwardedField field) {
  return {{base::Network::parse("10.0.0.0/8").value(), base::Network::parse("127.0.0.0/8").value(),
           base::Network::parse("2001:db8:ffff::/48").value()},
          field};
}

/// The client of a request from `peer`, where 10.0.0.0/8, 127.0.0.0/8 and 2001:db8:ffff::/48 are trusted.
std::string client_of(std::string_view peer, const Fields& fields,
                      ForwardedField field = ForwardedField::x_forwarded_for) {
  std::vector<Field> views;
  for (const auto& [name, value] : fields) views.push_back({name, value});
  Request request;
  request.peer_address = base::IpAddress::parse(peer).value();
  request.fields = views;
  return client_address(request, trusted_proxies(field)).to_text();
}

std::string behind_proxy(const std::string& list) { return client_of("127.0.0.1", {{"X-Forwarded-For", list}}); }
std::string forwarded(const std::string& list) {
  return client_of("127.0.0.1", {{"Forwarded", list}}, ForwardedField::forwarded);
}

TEST(ClientAddress, IsThePeerUnlessItIsTrusted) {
  EXPECT_EQ(client_of("203.0.113.9", {{"X-Forwarded-For", "198.51.100.1"}, {"Forwarded", "for=198.51.100.1"}}),
            "203.0.113.9");
  EXPECT_EQ(client_of("127.0.0.1", {}), "127.0.0.1");
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Real-IP", "198.51.100.1"}, {"X_Forwarded_For", "198.51.100.2"}}), "127.0.0.1");
}

TEST(ClientAddress, IsTheRightMostUntrustedHop) {
  EXPECT_EQ(behind_proxy("198.51.100.1"), "198.51.100.1");
  EXPECT_EQ(behind_proxy("192.0.2.66, 198.51.100.1"), "198.51.100.1");
  EXPECT_EQ(behind_proxy("192.0.2.66, 198.51.100.1, 10.1.2.3,10.9.9.9"), "198.51.100.1");
  EXPECT_EQ(behind_proxy("192.0.2.66, 198.51.100.1 ,\t2001:db8:ffff::3"), "198.51.100.1");
  EXPECT_EQ(behind_proxy("10.1.1.1, 10.2.2.2"), "10.1.1.1");
}

TEST(ClientAddress, ReadsAllFieldsAsOneList) {
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "192.0.2.66, 198.51.100.1"},
                                    {"Accept", "*/*"},
                                    {"x-forwarded-for", "10.1.1.1"},
                                    {"X-FORWARDED-FOR", "10.2.2.2"}}),
            "198.51.100.1");
  EXPECT_EQ(client_of("127.0.0.1", {{"Forwarded", "for=198.51.100.1"}, {"Forwarded", "for=10.1.1.1;proto=https"}},
                      ForwardedField::forwarded),
            "198.51.100.1");
}

TEST(ClientAddress, IsInTheLastFieldWhateverTheFirstContains) {
  // The client's own field comes first, the proxy's behind it.
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "192.0.2.66"}, {"X-Forwarded-For", "198.51.100.1"}}),
            "198.51.100.1");
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "192.0.2.66"}, {"x-forwarded-for", "198.51.100.1"}}),
            "198.51.100.1");
}

TEST(ClientAddress, IsTheLastValidHop) {
  for (const std::string broken :
       {"unknown",     "_hidden",        "",         "nonsense",       "1.2.3",       "1.2.3.4.5",
        "01.2.3.4",    "256.1.1.1",      "1.2.3.4:", "1.2.3.4:123456", "1.2.3.4:x",   "[::1",
        "::1]",        "[1.2.3.4]",      "[::1]x",   "[::1]:",         "\"1.2.3.4\"", "fe80::1%eth0",
        "for=1.2.3.4", "1.2.3.4 5.6.7.8"}) {
    EXPECT_EQ(behind_proxy("192.0.2.66, " + broken + ", 10.1.2.3"), "10.1.2.3") << broken;
    EXPECT_EQ(behind_proxy("192.0.2.66, " + broken), "127.0.0.1") << broken;
  }
  EXPECT_EQ(behind_proxy("10.1.2.3,"), "127.0.0.1");
  EXPECT_EQ(behind_proxy("192.0.2.66, [2001:db8::1]x80"), "127.0.0.1");
}

TEST(ClientAddress, ReadsPortsBracketsAndMappedAddresses) {
  EXPECT_EQ(behind_proxy("198.51.100.1:4711"), "198.51.100.1");
  EXPECT_EQ(behind_proxy("2001:db8::1"), "2001:db8::1");
  EXPECT_EQ(behind_proxy("[2001:db8::1]"), "2001:db8::1");
  EXPECT_EQ(behind_proxy("[2001:db8::1]:65535"), "2001:db8::1");
  EXPECT_EQ(behind_proxy("::ffff:198.51.100.1"), "198.51.100.1");
  // A mapped address is trusted where its IPv4 form is.
  EXPECT_EQ(behind_proxy("198.51.100.1, ::ffff:10.1.2.3"), "198.51.100.1");
  EXPECT_EQ(client_of("::ffff:10.0.0.1", {{"X-Forwarded-For", "198.51.100.1"}}), "198.51.100.1");
}

TEST(ClientAddress, ReadsForwarded) {
  EXPECT_EQ(forwarded("for=198.51.100.1"), "198.51.100.1");
  EXPECT_EQ(forwarded("For=\"198.51.100.1:4711\""), "198.51.100.1");
  EXPECT_EQ(forwarded("for=\"[2001:db8:cafe::17]:4711\""), "2001:db8:cafe::17");
  EXPECT_EQ(forwarded("for=\"[2001:db8:cafe::17]:_x.y-z\""), "2001:db8:cafe::17");
  EXPECT_EQ(forwarded("for=192.0.2.66, by=203.0.113.60; proto=http ;FOR=198.51.100.1;host=a"), "198.51.100.1");
  EXPECT_EQ(forwarded("for=198.51.100.1, for=10.1.2.3"), "198.51.100.1");
}

TEST(ClientAddress, DoesNotSplitForwardedInsideQuotes) {
  EXPECT_EQ(forwarded("for=192.0.2.66, for=198.51.100.1;by=\"a, for=192.0.2.7; b\""), "198.51.100.1");
  EXPECT_EQ(forwarded(R"(for=198.51.100.1;by="a\", for=192.0.2.7")"), "198.51.100.1");
  // Two backslashes are one backslash, which does not escape the quote.
  EXPECT_EQ(forwarded(R"(for=192.0.2.66, for=198.51.100.1;by="a\\")"), "198.51.100.1");
  // A hop that a proxy appended is read separately, even if the client left a quote open.
  EXPECT_EQ(forwarded("for=\"192.0.2.66, for=198.51.100.1"), "198.51.100.1");
  EXPECT_EQ(forwarded(R"(for="192.0.2.66\, for="[2001:db8::1]")"), "2001:db8::1");
}

TEST(ClientAddress, IsTheLastValidHopOfForwarded) {
  for (const std::string broken :
       {"for=unknown", "for=_gazonk", "for=\"_gazonk\"", "proto=https", "for=", "for=\"", "for=\"\"",
        "for=\"198.51.100.2", "for=198.51.100.2;for=198.51.100.2", "", "for =198.51.100.2", "for= 198.51.100.2",
        "198.51.100.2", R"(for="198.51.100.\2")"}) {
    EXPECT_EQ(forwarded("for=192.0.2.66, " + broken + ", for=10.1.2.3"), "10.1.2.3") << broken;
  }
}

TEST(ClientAddress, ReadsObfuscatedPorts) {
  for (const char* const port : {"_a", "_z9", "_AZ", "_.", "_-", "__"}) {
    EXPECT_EQ(forwarded("for=\"[2001:db8::1]:" + std::string(port) + "\""), "2001:db8::1") << port;
  }
  for (const char* const port : {"_", "_a{", "_a[", "_a/", "_a@", "_a`", "_a b"}) {
    EXPECT_EQ(forwarded("for=\"[2001:db8::1]:" + std::string(port) + "\""), "127.0.0.1") << port;
  }
}

TEST(ClientAddress, IsTheLastValidHopIfAQuoteIsOpen) {
  EXPECT_EQ(forwarded("for=\""), "127.0.0.1");
  EXPECT_EQ(forwarded("for=\"198.51.100.12"), "127.0.0.1");
  EXPECT_EQ(forwarded("\"for=192.0.2.66,for=10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(forwarded("\\\"for=192.0.2.66,for=10.0.0.1"), "10.0.0.1");
}

TEST(ClientAddress, ReadsOnlyTheConfiguredField) {
  for (const char* const other : {"for=192.0.2.66", "for=unknown", "for=10.1.2.3", "for=198.51.100.1", "\"", ""}) {
    EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", "198.51.100.1"}, {"Forwarded", other}}), "198.51.100.1");
    EXPECT_EQ(client_of("127.0.0.1", {{"Forwarded", other}}), "127.0.0.1") << other;
  }
  for (const char* const other : {"192.0.2.66", "for=192.0.2.66", "unknown", "10.1.2.3", "198.51.100.1", ""}) {
    EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", other}, {"Forwarded", "for=198.51.100.1"}},
                        ForwardedField::forwarded),
              "198.51.100.1");
    EXPECT_EQ(client_of("127.0.0.1", {{"X-Forwarded-For", other}}, ForwardedField::forwarded), "127.0.0.1") << other;
  }
}

TEST(ClientAddress, ReadsAtMost32Hops) {
  std::string list = "198.51.100.1";
  for (int hop = 1; hop <= 31; ++hop) list += ", 10.0.0." + std::to_string(hop);
  EXPECT_EQ(behind_proxy(list), "198.51.100.1");
  list += ", 10.0.0.32";
  EXPECT_EQ(behind_proxy(list), "10.0.0.1");
}

}  // namespace
}  // namespace agent_access::http
