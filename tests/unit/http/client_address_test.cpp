#include "http/client_address.hpp"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/vectors.hpp"

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

/// What the worker reads likewise (tests/worker/addresses.test.mjs).
boost::json::value table() {
  return boost::json::parse(test::read_file(AGENT_ACCESS_SOURCE_DIR "/tests/support/client_addresses.json").value());
}

ForwardedField field_of(std::string_view name) {
  return name == "Forwarded" ? ForwardedField::forwarded : ForwardedField::x_forwarded_for;
}

TEST(ClientAddress, IsThatOfTheTable) {
  const auto clients = table().at("clients").as_object();
  for (const auto& [name, rows] : clients) {
    for (const auto& row : rows.as_array()) {
      const std::string list(row.at(0).as_string());
      EXPECT_EQ(client_of("127.0.0.1", {{name, list}}, field_of(name)), row.at(1).as_string()) << list;
    }
  }
}

TEST(ClientAddress, IsTheLastHopBeforeWhatIsNoAddress) {
  const auto broken = table().at("no_address").as_object();
  for (const auto& [name, entries] : broken) {
    const std::string before = name == "Forwarded" ? "for=192.0.2.66, " : "192.0.2.66, ";
    const std::string proxy = name == "Forwarded" ? ", for=10.1.2.3" : ", 10.1.2.3";
    for (const auto& entry : entries.as_array()) {
      const std::string list = before + std::string(entry.as_string());
      EXPECT_EQ(client_of("127.0.0.1", {{name, list + proxy}}, field_of(name)), "10.1.2.3") << list;
      EXPECT_EQ(client_of("127.0.0.1", {{name, list}}, field_of(name)), "127.0.0.1") << list;
    }
  }
}

TEST(ClientAddress, IsThePeerUnlessItIsTrusted) {
  EXPECT_EQ(client_of("203.0.113.9", {{"X-Forwarded-For", "198.51.100.1"}, {"Forwarded", "for=198.51.100.1"}}),
            "203.0.113.9");
  EXPECT_EQ(client_of("127.0.0.1", {}), "127.0.0.1");
  EXPECT_EQ(client_of("127.0.0.1", {{"X-Real-IP", "198.51.100.1"}, {"X_Forwarded_For", "198.51.100.2"}}), "127.0.0.1");
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

TEST(ClientAddress, IsThatOfATrustedMappedAddress) {
  EXPECT_EQ(client_of("::ffff:10.0.0.1", {{"X-Forwarded-For", "198.51.100.1"}}), "198.51.100.1");
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

}  // namespace
}  // namespace agent_access::http
