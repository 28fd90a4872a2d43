#include "base/base_url.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace agent_access::base {
namespace {

struct Accepted {
  std::string_view text;
  std::string_view url;
};

struct Refused {
  std::string_view text;
  BaseUrlFault fault;
};

TEST(ParseBaseUrl, GivesTheCanonicalForm) {
  constexpr auto kCases = std::to_array<Accepted>({
      {"https://example.com", "https://example.com"},
      {"https://example.com/", "https://example.com"},
      {"https://example.com:443", "https://example.com"},
      {"https://example.com:443/", "https://example.com"},
      {"https://example.com:80", "https://example.com:80"},
      {"https://www.example.com:8443", "https://www.example.com:8443"},
      {"https://example.com:65535", "https://example.com:65535"},
      {"https://xn--bcher-kva.example", "https://xn--bcher-kva.example"},
      {"https://localhost", "https://localhost"},
      {"https://192.0.2.7", "https://192.0.2.7"},
      {"https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"},
      {"https://[2001:DB8:0:0::0001]:443", "https://[2001:db8::1]"},
      {"https://[::0001]", "https://[::1]"},
      {"http://[0:0:0:0:0:0:0:1]:8080", "http://[::1]:8080"},
      {"https://1.example", "https://1.example"},
      {"http://127.0.0.1:8080", "http://127.0.0.1:8080"},
      {"http://127.0.0.1:80/", "http://127.0.0.1"},
      {"http://127.255.255.254", "http://127.255.255.254"},
      {"http://localhost:8080", "http://localhost:8080"},
      {"http://[::1]:8080", "http://[::1]:8080"},
      {"http://localhost:443", "http://localhost:443"},
  });
  for (const auto& [text, url] : kCases) {
    const auto parsed = parse_base_url(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(parsed->text(), url);
    EXPECT_EQ(parse_base_url(parsed->text()), parsed) << "the canonical form of " << text << " is not its own";
  }
}

TEST(ParseBaseUrl, RefusesTextThatIsNotABaseUrl) {
  using enum BaseUrlFault;
  constexpr auto kCases = std::to_array<Refused>({
      {"", not_a_url},
      {"example.com", not_a_url},
      {"//example.com", not_a_url},
      {"https:", not_a_url},
      {"https://", not_a_url},
      {"https:///", not_a_url},
      {"https:/example.com", not_a_url},
      {"HTTPS://example.com", not_a_url},
      {"ftp://example.com", not_a_url},
      {"wss://example.com", not_a_url},
      {" https://example.com", has_space},
      {"https://example.com ", has_space},
      {"https://exa mple.com", has_space},
      {"https://example.com\t", has_space},
      {"https://example.com\n", not_a_url},
      {"https://b\xc3\xbc"
       "cher.example",
       not_a_url},
      {"https://example.com.", not_a_url},
      {"https://.example.com", not_a_url},
      {"https://example..com", not_a_url},
      {"https://-example.com", not_a_url},
      {"https://example-.com", not_a_url},
      {"https://exa_mple.com", has_underscore},
      {"https://*.example.com", has_wildcard},
      {"https://*", has_wildcard},
      {"https://exa%6dple.com", not_a_url},
      {"https://\"example.com", not_a_url},
      {"https://example.com\\", not_a_url},
      {"https://example.com:", wrong_port},
      {"https://example.com:0", wrong_port},
      {"https://example.com:0443", wrong_port},
      {"https://example.com:65536", wrong_port},
      {"https://example.com:+80", wrong_port},
      {"https://example.com:8o", wrong_port},
      {"https://example.com:80:80", wrong_port},
      {"https://:8443", not_a_url},
      {"https://1.2.3", not_a_url},
      {"https://1.2.3.256", not_a_url},
      {"https://01.2.3.4", not_a_url},
      {"https://2130706433", not_a_url},
      {"https://example.1", not_a_url},
      {"https://[::1", not_a_url},
      {"https://[]", not_a_url},
      {"https://[::1]8443", not_a_url},
      {"https://[::00001]", not_a_url},
      {"https://[0:0:0:0:0:0:0:0:1]", not_a_url},
      {"https://[1111:2222:3333:4444:5555:6666:255.255.255.2555]", not_a_url},
      {"https://[fe80::1%25eth0]", not_a_url},
      {"https://[127.0.0.1]", not_a_url},
      {"https://::1", not_a_url},
      {"https://example.com/path", has_path},
      {"https://example.com//", has_path},
      {"https://example.com:8443/a/", has_path},
      {"https://example.com?", has_query_or_fragment},
      {"https://example.com/?a=b", has_query_or_fragment},
      {"https://example.com/a?b", has_query_or_fragment},
      {"https://example.com#", has_query_or_fragment},
      {"https://example.com/#a", has_query_or_fragment},
      {"https://user@example.com", has_user},
      {"https://user:secret@example.com/", has_user},
      {"https://@example.com", has_user},
      {"https://Example.com", upper_case_host},
      {"https://example.COM:8443", upper_case_host},
      {"http://example.com", insecure},
      {"http://example.com:8080/", insecure},
      {"http://192.0.2.7", insecure},
      {"http://128.0.0.1", insecure},
      {"http://127.0.0.1.example.com", insecure},
      {"http://127.example", insecure},
      {"http://localhost.example.com", insecure},
      {"http://sub.localhost", insecure},
      {"http://[::2]", insecure},
      {"http://[::ffff:127.0.0.1]", insecure},
  });
  for (const auto& [text, fault] : kCases) {
    const auto parsed = parse_base_url(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error(), fault) << text << ": " << describe(parsed.error());
  }
}

TEST(ParseBaseUrl, LimitsLabelsTo63AndNamesTo253Characters) {
  const std::string label(63, 'a');
  EXPECT_TRUE(parse_base_url("https://" + label + ".example"));
  EXPECT_FALSE(parse_base_url("https://" + label + "a.example"));
  const std::string long_name = label + "." + label + "." + label + "." + std::string(61, 'a');
  ASSERT_EQ(long_name.size(), 253U);
  EXPECT_TRUE(parse_base_url("https://" + long_name));
  EXPECT_FALSE(parse_base_url("https://" + long_name + "a"));
}

TEST(IsPublicHost, IsFalseForAddressesAndNamesOfOneMachineOrNetwork) {
  for (const auto* host : {"example.com", "www.example.com", "agents.example.co.uk", "xn--mller-kva.example"}) {
    EXPECT_TRUE(is_public_host(host)) << host;
  }
  for (const auto* host :
       {"127.0.0.1", "192.0.2.1", "[::1]", "[2001:db8::1]", "localhost", "intranet", "site.localhost", "printer.local",
        "agents.internal", "nas.home.arpa", "nas.lan", "site.test", "site.invalid"}) {
    EXPECT_FALSE(is_public_host(host)) << host;
  }
}

TEST(DescribeBaseUrlFault, HasOneRemedyForEachFault) {
  using enum BaseUrlFault;
  std::set<std::string_view> texts;
  for (const auto fault : {not_a_url, has_space, has_path, has_query_or_fragment, has_user, has_wildcard,
                           has_underscore, upper_case_host, wrong_port, insecure}) {
    texts.insert(describe(fault));
  }
  EXPECT_EQ(texts.size(), 10U);
  EXPECT_FALSE(texts.contains(""));
}

}  // namespace
}  // namespace agent_access::base
