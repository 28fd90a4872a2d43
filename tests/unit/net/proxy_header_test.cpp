// The PROXY protocol's binary header, as bytes and split at every position.
#include "net/proxy_header.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_access::net {
namespace {

using namespace std::string_literals;

const std::string kSignature = "\r\n\r\n\0\r\nQUIT\n"s;
// 192.0.2.7:50000 to 198.51.100.1:443
const std::string kIpv4 = "\xc0\x00\x02\x07\xc6\x33\x64\x01\xc3\x50\x01\xbb"s;
// [2001:db8::7]:50000 to [2001:db8::1]:443
const std::string kIpv6 =
    "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x07\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01\xc3\x50\x01\xbb"s;
const std::string kAlpn = "\x01\0\x03h2c"s;

// The header with its length field set to what follows it.
std::string header(std::string_view version_and_command, std::string_view family, const std::string& rest) {
  std::string bytes = kSignature;
  bytes.append(version_and_command).append(family);
  bytes.push_back(static_cast<char>(rest.size() >> 8U));
  bytes.push_back(static_cast<char>(rest.size() & 0xffU));
  return bytes + rest;
}

std::string proxied(const std::string& rest) { return header("\x21", "\x11", rest); }

// "size address port" or "size peer"; the fault's name; "more".
std::string verdict(std::string_view bytes) {
  const auto result = parse_proxy_header(bytes);
  if (!result) {
    switch (result.error()) {
      case ProxyFault::not_version_2:
        return "not_version_2";
      case ProxyFault::unknown_command:
        return "unknown_command";
      case ProxyFault::unknown_family:
        return "unknown_family";
      case ProxyFault::too_large:
        return "too_large";
      case ProxyFault::malformed_length:
        return "malformed_length";
      case ProxyFault::wrong_checksum:
        return "wrong_checksum";
    }
  }
  if (!result->has_value()) return "more";
  const ProxyHeader& found = **result;
  const std::string size = std::to_string(found.size) + " ";
  if (!found.source) return size + "peer";
  return size + found.source->address.to_text() + " " + std::to_string(found.source->port);
}

void check(const std::vector<std::pair<std::string, std::string_view>>& rows) {
  for (const auto& [bytes, expected] : rows) EXPECT_EQ(verdict(bytes), expected) << testing::PrintToString(bytes);
}

TEST(ProxyHeader, NamesTheClientAndEndsBeforeItsBytes) {
  check({{proxied(kIpv4), "28 192.0.2.7 50000"},
         {header("\x21", "\x21", kIpv6), "52 2001:db8::7 50000"},
         {proxied(kIpv4) + "GET / HTTP/1.1\r\n", "28 192.0.2.7 50000"},
         {proxied(kIpv4) + proxied(kIpv4), "28 192.0.2.7 50000"},
         {proxied(kIpv4 + kAlpn), "34 192.0.2.7 50000"},
         {proxied(kIpv4 + "\x04\0\0"s + kAlpn), "37 192.0.2.7 50000"}});
}

TEST(ProxyHeader, KeepsThePeerForLocalAndForClientsWithoutAnIpAddress) {
  check({{header("\x20", "\0"s, ""), "16 peer"},
         {header("\x20", "\x11", kIpv4), "28 peer"},
         {header("\x20", "\xff", "anything"), "24 peer"},
         {header("\x21", "\0"s, ""), "16 peer"},
         {header("\x21", "\0"s, "ignored"), "23 peer"},
         {header("\x21", "\x31", std::string(216, 'u')), "232 peer"}});
}

TEST(ProxyHeader, RefusesAddressesAndFieldsThatDoNotFillTheRest) {
  for (const std::string& bytes :
       {proxied(""), proxied(kIpv4.substr(1)), header("\x21", "\x21", kIpv6.substr(1)),
        header("\x21", "\x31", std::string(215, 'u')), proxied(kIpv4 + kAlpn + "\x04"s),
        proxied(kIpv4 + kAlpn + "\x04\0"s), proxied(kIpv4 + "\x01\0\x04h2c"s), proxied(kIpv4 + "\x01\xff\xffh2c"s)}) {
    EXPECT_EQ(verdict(bytes), "malformed_length") << testing::PrintToString(bytes);
  }
}

TEST(ProxyHeader, ChecksTheChecksum) {
  // CRC-32C of the header with the checksum's own four bytes zero: 0x403b55ff.
  const std::string good = proxied(kIpv4 + kAlpn + "\x03\0\x04\x40\x3b\x55\xff"s);
  EXPECT_EQ(verdict(good), "41 192.0.2.7 50000");
  constexpr std::size_t kTypeAt = 34;  // if changed, it is a field of another type and not a checksum
  for (std::size_t at = 16; at < good.size(); ++at) {
    if (at == kTypeAt) continue;
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    EXPECT_FALSE(parse_proxy_header(changed).has_value()) << at;
  }
}

TEST(ProxyHeader, RefusesOtherVersionsCommandsAndBytesAndASecondChecksum) {
  check({{"PROXY TCP4 192.0.2.7 198.51.100.1 50000 443\r\n", "not_version_2"},
         {"GET / HTTP/1.1\r\nHost: example.com\r\n\r\n", "not_version_2"},
         {"\x16\x03\x01", "not_version_2"},
         {header("\x11", "\x11", kIpv4), "not_version_2"},
         {header("\x31", "\x11", kIpv4), "not_version_2"},
         {header("\x22", "\x11", kIpv4), "unknown_command"},
         {header("\x2f", "\x11", kIpv4), "unknown_command"},
         {proxied(kIpv4 + "\x03\0\x03\x40\x3b\x55"s), "wrong_checksum"},
         {proxied(kIpv4 + "\x03\0\x04\0\0\0\0\x03\0\x04\0\0\0\0"s), "wrong_checksum"}});
}

TEST(ProxyHeader, RefusesDatagramsAndUnknownFamilies) {
  for (const std::string family : {"\x01", "\x02", "\x10", "\x12", "\x13", "\x20", "\x22", "\x30", "\x32", "\x41"}) {
    EXPECT_EQ(verdict(header("\x21", family, std::string(216, '\0'))), "unknown_family");
  }
}

TEST(ProxyHeader, IsAtMostOneSmallSegment) {
  const std::string largest = proxied(kIpv4 + "\x30\x01\xf9"s + std::string(505, 'x'));
  ASSERT_EQ(largest.size(), 536U);
  EXPECT_EQ(verdict(largest), "536 192.0.2.7 50000");
  EXPECT_EQ(verdict(proxied(kIpv4 + "\x30\x01\xfa"s + std::string(506, 'x'))), "too_large");
  // By the length field alone.
  EXPECT_EQ(verdict(proxied(std::string(60'000, 'x')).substr(0, 16)), "too_large");
}

TEST(ProxyHeader, DoesNotDependOnHowTheStreamIsSplit) {
  for (const std::string& whole : {proxied(kIpv4 + kAlpn), header("\x21", "\x21", kIpv6), header("\x20", "\xff", "xy"),
                                   header("\x21", "\x31", std::string(216, 'u'))}) {
    for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_EQ(verdict(whole.substr(0, size)), "more") << size;
    EXPECT_NE(verdict(whole), "more");
  }
}

TEST(ProxyHeader, NeedsNoByteBeyondItself) {
  const std::string whole = proxied(kIpv4 + kAlpn);
  for (std::size_t size = 0; size < 16; ++size) EXPECT_EQ(proxy_header_wants(whole.substr(0, size)), 16 - size);
  for (std::size_t size = 16; size < 34; ++size) EXPECT_EQ(proxy_header_wants(whole.substr(0, size)), 34 - size);
}

TEST(ProxyHeader, IsRefusedAtTheFirstByteThatShowsTheFault) {
  const std::string other = header("\x21", "\x11", kIpv4);
  for (std::size_t at = 0; at < 12; ++at) {
    std::string changed = other.substr(0, at + 1);
    EXPECT_EQ(verdict(changed.substr(0, at)), "more");
    changed[at] = 'x';
    EXPECT_EQ(verdict(changed), "not_version_2") << at;
  }
  EXPECT_EQ(verdict(kSignature + "\x11"), "not_version_2");
  EXPECT_EQ(verdict(kSignature + "\x22"), "unknown_command");
  EXPECT_EQ(verdict(kSignature + "\x21\x12"), "unknown_family");
}

}  // namespace
}  // namespace agent_access::net
