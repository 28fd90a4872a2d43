#include "tools/visits/address_lists.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agent_access::tools {
namespace {

using base::IpAddress;

/// The texts of its networks, with spaces between, or the error.
std::string networks(std::string_view text) {
  const auto list = parse_address_list(text);
  if (!list) return list.error();
  std::string all;
  for (const auto& network : list->networks) all.append(all.empty() ? "" : " ").append(network.text());
  return all;
}

TEST(ParseAddressList, ReadsTheFormsOfVendors) {
  constexpr std::string_view kBoth = "192.0.2.0/28 2001:db8::/64";
  const std::string google =
      R"({"creationTime":"2026-11-22T16:01:10.000000","prefixes":[{"ipv4Prefix":"192.0.2.0/28"},)"
      R"({"ipv6Prefix":"2001:db8::/64"}]})";
  EXPECT_EQ(networks(google), kBoth);
  EXPECT_EQ(parse_address_list(google)->date, "2026-11-22");
  EXPECT_EQ(networks("<!doctype html><pre>" + google + "</pre><style>a{b:c}</style>"), kBoth);
  EXPECT_EQ(networks(R"(<html>{&quot;prefixes&quot;: [{&quot;ip_prefix&quot;: &quot;192.0.2.7/32&quot;}]}</html>)"),
            "192.0.2.7/32");
  EXPECT_EQ(networks(R"({"prefixes":["192.0.2.0/28","2001:db8::/64"]})"), kBoth);
  EXPECT_EQ(
      networks(
          R"({"prefixes":[{"ip_prefix":"192.0.2.0/28","region":"x"}],"ipv6_prefixes":[{"ipv6_prefix":"2001:db8::/64"}]})"),
      kBoth);
  EXPECT_EQ(networks("# a geofeed\n192.0.2.0/28,US,US-CA,,\n\n2001:db8::/64,US,,,\n"), kBoth);
}

TEST(ParseAddressList, CountsBadEntriesAndRefusesWhatIsNoList) {
  const auto list = parse_address_list(R"({"prefixes":["192.0.2.0/28","192.0.2.1","192.0.2.2","x",7]})");
  EXPECT_EQ(list->networks.size(), 3U);
  EXPECT_EQ(list->unread, 2U);
  for (const std::string_view text :
       {"", "<!doctype html><h1>Not found</h1>", "{}", R"({"prefixes":["x"]})", "{", "a\nb\n"}) {
    EXPECT_EQ(networks(text), "is no list of addresses: it names no networks") << text;
  }
}

AddressVerdict verdict(std::string_view address, std::string_view user_agent = "GPTBot/1.4") {
  const auto list = parse_address_list(R"({"prefixes":["192.0.2.0/28"]})");
  return verdict_of(&*list, user_agent, IpAddress::parse(address));
}

TEST(VerdictOf, IsOneOfThreeStatesAndSaysWhyNothingCanBeTold) {
  EXPECT_EQ(verdict("192.0.2.3"), AddressVerdict::in_list);
  EXPECT_EQ(verdict("192.0.2.16"), AddressVerdict::not_in_list);
  EXPECT_EQ(verdict("2001:db8::1"), AddressVerdict::other_family);
  EXPECT_EQ(verdict("crawl.example.net"), AddressVerdict::no_address);
  for (const std::string_view address : {"10.0.0.1", "127.0.0.1", "::", "fe80::1"}) {
    EXPECT_EQ(verdict(address), AddressVerdict::private_address) << address;
  }
  EXPECT_EQ(verdict("192.0.2.16", "Claude-User (claude-code/2.1.259)"), AddressVerdict::users_machine);
  EXPECT_EQ(verdict_of(nullptr, "GPTBot/1.4", IpAddress::parse("192.0.2.3")), AddressVerdict::no_list);
}

TEST(AddressCounts, KnowMaskedAddressesAndThatOfAProxy) {
  AddressCounts masked;
  for (const std::string_view text : {"192.0.2.0", "2001:db8::", "198.51.100.7"}) masked.add(*IpAddress::parse(text));
  EXPECT_TRUE(masked.are_masked());
  masked.add(*IpAddress::parse("198.51.100.8"));
  EXPECT_FALSE(masked.are_masked());
  AddressCounts proxy;
  for (int request = 0; request < 20; ++request)
    proxy.add(*IpAddress::parse(request % 10 == 0 ? "192.0.2.3" : "198.51.100.9"));
  EXPECT_TRUE(proxy.are_of_one_peer());
  proxy.add(*IpAddress::parse("192.0.2.3"));
  EXPECT_FALSE(proxy.are_of_one_peer());
}

}  // namespace
}  // namespace agent_access::tools
