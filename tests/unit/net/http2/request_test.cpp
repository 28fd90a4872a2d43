#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;

struct Refusal {
  std::string name;
  Pairs pairs;
  std::string status;         // empty: the stream is reset with PROTOCOL_ERROR
  bool may_be_reset = false;  // newer versions of libnghttp2 reset the stream themselves
};

Pairs with(Pairs pairs, std::size_t index, std::string value) {
  pairs.at(index).second = std::move(value);
  return pairs;
}
Pairs without(Pairs pairs, std::size_t index) {
  pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(index));
  return pairs;
}
Pairs get(Pairs more) { return request("GET", "/", std::move(more)); }

Pairs many(std::size_t count) {
  Pairs pairs;
  for (std::size_t index = 0; index < count; ++index) pairs.emplace_back("x-" + std::to_string(index), "v");
  return get(std::move(pairs));
}

std::vector<Refusal> refusals() {
  return {
      {"no path", without(request(), 2), ""},
      {"no method", without(request(), 0), ""},
      {"no scheme", without(request(), 1), ""},
      {"two paths", get({{":path", "/"}}), ""},
      {"a transfer-encoding", get({{"transfer-encoding", "chunked"}}), ""},
      {"a control byte in a value", get({{"x-a", std::string("a\rb")}}), ""},
      {"a NUL in a value", get({{"x-a", std::string("a\0b", 3)}}), ""},
      {"white space at the end of a value", get({{"x-a", "a "}}), ""},
      {"a space in a name", get({{"x a", "1"}}), ""},
      {"a length that is no number", get({{"content-length", "1x"}}), ""},
      {"two lengths", get({{"content-length", "0"}, {"content-length", "0"}}), ""},
      {"neither authority nor host", without(request(), 3), ""},
      {"host and authority that differ", get({{"host", "other.example"}}), "400"},
      {"two hosts", get({{"host", "example.com"}, {"host", "example.com"}}), ""},
      {"user information", with(request(), 3, "user@example.com"), "400", true},
      {"a list of hosts", with(request(), 3, "a.example,b.example"), "400"},
      {"an absolute target", with(request(), 2, "http://example.com/"), ""},
      {"an asterisk", with(request("OPTIONS"), 2, "*"), "400"},
      {"a fragment", with(request(), 2, "/a#b"), "400"},
      {"a target beyond ASCII", with(request(), 2, "/\xc3\xa9"), "400"},
      {"an unknown scheme", with(request(), 1, "ftp"), "400"},
      {"a tunnel", {{":method", "CONNECT"}, {":authority", "example.com:443"}}, "400"},
      {"two authorizations", get({{"authorization", "a"}, {"authorization", "b"}}), "400"},
      {"two content types", get({{"content-type", "a/b"}, {"content-type", "a/b"}}), "400"},
      {"a disguised name", get({{"content_length", "1"}}), "400"},
      {"an unknown expectation", get({{"expect", "more"}}), "417"},
      {"a long target", with(request(), 2, "/" + std::string(8'190, 'a')), "414"},
      {"a long name", get({{std::string(257, 'n'), "1"}}), "431"},
      {"a large field", get({{"x-a", std::string(8'192, 'a')}}), "431"},
      {"too many fields", many(101), "431"},
      {"a long length", request("POST", "/", {{"content-length", "16385"}}), "413"},
  };
}

class H2Refusal : public testing::TestWithParam<Refusal> {};

TEST_P(H2Refusal, IsSentOnItsStreamAndTheConnectionStaysOpen) {
  const Refusal& refusal = GetParam();
  H2Peer peer;
  std::string bytes = block(refusal.pairs);
  const std::uint8_t flags = refusal.status == "413" ? kNone : kEndStream;
  std::string frames;
  for (std::uint8_t type = kHeaders; frames.empty() || !bytes.empty(); type = kContinuation) {
    const std::string piece = bytes.substr(0, 16'000);
    bytes.erase(0, piece.size());
    unsigned all = bytes.empty() ? 4U : 0U;  // END_HEADERS
    if (type == kHeaders) all |= flags;
    frames += frame(type, static_cast<std::uint8_t>(all), 1, piece);
  }
  peer.send(frames);
  if (refusal.status.empty() || (refusal.may_be_reset && peer.answers[1].reset)) {
    EXPECT_EQ(peer.answers[1].status(), "");
    EXPECT_EQ(peer.answers[1].reset, std::optional<std::uint32_t>(kProtocolError));
  } else {
    EXPECT_EQ(peer.answers[1].status(), refusal.status);
    EXPECT_TRUE(peer.answers[1].ended);
  }
  EXPECT_TRUE(peer.handler.seen.empty());
  peer.send(headers(3, request()));
  EXPECT_EQ(peer.answers[3].status(), "200");
}

INSTANTIATE_TEST_SUITE_P(Table, H2Refusal, testing::ValuesIn(refusals()), [](const auto& given) {
  std::string name = given.param.name;
  for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  return name;
});

TEST(H2Request, IsAcceptedAtEveryLimit) {
  H2Peer peer;
  peer.send(headers(1, with(request(), 2, "/" + std::string(8'181, 'a'))));
  peer.send(headers(3, many(100)));
  peer.send(headers(5, get({{"x-a", std::string(8'192 - 2 - 4 - 3, 'a')}})));
  peer.send(headers(7, request("POST", "/", {{"content-length", "16384"}}), kEndHeaders) +
            data(7, std::string(16'384, 'x')));
  for (const std::uint32_t stream : {1U, 3U, 5U, 7U}) EXPECT_EQ(peer.answers[stream].status(), "200") << stream;
}

TEST(H2Request, UsesHostWithoutAuthorityAndAcceptsBothWhenEqual) {
  H2Peer peer;
  Pairs pairs = without(request(), 3);
  pairs.emplace_back("host", "example.com:8080");
  peer.send(headers(1, pairs) + headers(3, get({{"host", "EXAMPLE.com"}})));
  ASSERT_EQ(peer.handler.seen.size(), 2U);
  EXPECT_EQ(peer.handler.seen[0].host, "example.com:8080");
  EXPECT_EQ(peer.handler.seen[1].host, "example.com");
}

TEST(H2Request, WithABodyOverTheLimitGets413AndItsUploadIsReset) {
  H2Peer peer;
  peer.send(headers(1, request("POST"), kEndHeaders) + data(1, std::string(10'000, 'x'), kNone));
  peer.send(data(1, std::string(6'385, 'x'), kNone));
  EXPECT_EQ(peer.answers[1].status(), "413");
  EXPECT_EQ(peer.answers[1].body, "refused");
  EXPECT_EQ(peer.answers[1].reset, std::optional<std::uint32_t>(kNoError));
  EXPECT_EQ(peer.handler.faults, std::vector<http::RequestError>{http::RequestError::body_too_large});
}

TEST(H2Request, WithATrailerOverTheLimitIsRefused) {
  H2Peer peer;
  peer.send(headers(1, request("POST"), kEndHeaders) + data(1, "x", kNone) +
            headers(1, {{"x-a", std::string(8'192, 'a')}}));
  EXPECT_EQ(peer.answers[1].status(), "431");
  EXPECT_TRUE(peer.handler.seen.empty());
}

}  // namespace
}  // namespace agent_access::net
