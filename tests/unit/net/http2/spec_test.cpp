// Requirements of RFC 9113 and RFC 7541 for a server, named by the section. docs/decisions/0011 lists which of
// the published cases of the h2spec suite are not here, and why.
#include <gtest/gtest.h>

#include <cctype>
#include <optional>
#include <string>
#include <vector>

#include "unit/net/http2/peer.hpp"

namespace agent_access::net {
namespace {

using namespace h2test;

enum class Outcome {
  answered,          // 200 on the stream
  connection_error,  // GOAWAY with the code, then the connection ends
  stream_error,      // RST_STREAM with the code on the stream; the connection stays open
  goes_on,           // neither; the next request gets a response
};

struct SpecCase {
  std::string name;
  std::string bytes;
  Outcome outcome;
  std::uint32_t code = kNoError;
  std::uint32_t stream = 1;
};

std::string raw(std::uint32_t stream, std::string_view more) {
  return frame(kHeaders, kEndStream | kEndHeaders, stream, block(request()) + std::string(more));
}
std::string padded(std::uint8_t type, std::uint8_t flags, std::string_view content, std::uint8_t padding) {
  return frame(type, static_cast<std::uint8_t>(flags | kPadded), 1,
               std::string(1, static_cast<char>(padding)) + std::string(content) + std::string(padding, '\0'));
}
std::string opened(std::string_view more) {
  return frame(kHeaders, kEndStream, 1, block(request())) + std::string(more);
}
std::string huffman_authority(std::string_view coded) {
  // :authority (index 1) without indexing, value Huffman coded.
  return frame(kHeaders, kEndStream | kEndHeaders, 1,
               block({{":method", "GET"}, {":scheme", "https"}, {":path", "/"}}) + std::string("\x01", 1) +
                   integer(0x80, 7, coded.size()) + std::string(coded));
}

std::vector<SpecCase> streams_and_frames() {
  using enum Outcome;
  const std::string end_headers = frame(kContinuation, kEndHeaders, 1, literal("x-b", "1"));
  return {
      {"4.1 unknown type", frame(0xee, 0, 1, "????"), goes_on},
      {"4.1 undefined flag", frame(kPing, 0xfe, 0, "12345678"), goes_on},
      {"4.1 reserved bit", frame(kPing, kNone, 0x8000'0000U, "12345678"), goes_on},
      {"4.2 data of 16384", post_on(1) + data(1, std::string(16'384, 'x')), answered},
      {"4.2 data too large", post_on(1) + data(1, std::string(16'385, 'x')), connection_error, kFrameSizeError},
      {"4.2 headers too large", headers(1, request("GET", "/", {{"x-a", std::string(16'385, 'a')}})), connection_error,
       kFrameSizeError},
      {"4.3 broken block", frame(kHeaders, kEndStream | kEndHeaders, 1, "\xff\xff\xff\xff\xff\xff\xff"),
       connection_error, kCompressionError},
      {"4.3 priority inside a block", opened(priority(1, 0)), connection_error, kProtocolError},
      {"4.3 headers inside a block", opened(get_on(3)), connection_error, kProtocolError},
      {"5.1 data on idle", data(1, "x"), connection_error, kProtocolError},
      {"5.1 reset on idle", reset(1), connection_error, kProtocolError},
      {"5.1 window update on idle", window_update(1, 1), connection_error, kProtocolError},
      {"5.1 continuation on idle", frame(kContinuation, kEndHeaders, 1, block(request())), connection_error,
       kProtocolError},
      {"5.1 data after reset", post_on(1) + reset(1) + data(1, "x"), connection_error, kStreamClosed},
      {"5.1 headers after reset", post_on(1) + reset(1) + get_on(1), connection_error, kStreamClosed},
      {"5.1 continuation after reset", post_on(1) + reset(1) + end_headers, connection_error, kProtocolError},
      {"5.1 continuation after the end", get_on(1) + end_headers, connection_error, kProtocolError},
      {"5.1.1 even stream", get_on(2), connection_error, kProtocolError},
      {"5.1.1 smaller stream", get_on(5) + get_on(3), connection_error, kProtocolError},
      {"5.1.1 data on a smaller stream", get_on(5) + data(3, "x"), connection_error, kProtocolError},
      {"5.3 priority on idle", priority(1, 0) + get_on(1), answered},
      {"5.3 priority on closed", get_on(1) + priority(1, 0), goes_on},
      {"5.3 priority and a lower stream", priority(5, 0) + get_on(3), answered, 0, 3},
      {"5.3 exclusive priority", priority(1, 0x8000'0000U, 255) + get_on(1), answered},
      {"5.3.1 headers that depend on themselves",
       frame(kHeaders, kEndStream | kEndHeaders | kPriorityFlag, 1, bytes_of(1, 4) + "\x0f" + block(request())),
       connection_error, kProtocolError},
      {"5.3.1 priority that depends on itself", priority(1, 1), connection_error, kProtocolError},
      {"5.4.1 invalid ping", ping("123456"), connection_error, kFrameSizeError},
      {"5.5 unknown frame inside a block", opened(frame(0xee, 0, 1, "x")), connection_error, kProtocolError},
      {"6.1 padded data", post_on(1) + padded(kData, kEndStream, "body", 6), answered},
      {"6.1 data on stream 0", data(0, "x"), connection_error, kProtocolError},
      {"6.1 data longer than its frame",
       post_on(1) + frame(kData, kPadded | kEndStream, 1,
                          "\x06"
                          "12345"),
       connection_error, kProtocolError},
      {"6.2 padded headers", padded(kHeaders, kEndStream | kEndHeaders, block(request()), 5), answered},
      {"6.2 headers with priority",
       frame(kHeaders, kEndStream | kEndHeaders | kPriorityFlag, 1, bytes_of(0, 4) + "\x0f" + block(request())),
       answered},
      {"6.2 headers on stream 0", get_on(0), connection_error, kProtocolError},
      {"6.2 headers padded beyond their frame",
       frame(kHeaders, kEndStream | kEndHeaders | kPadded, 1,
             "\xff"
             "12"),
       connection_error, kProtocolError},
      {"6.3 priority on stream 0", priority(0, 1), connection_error, kProtocolError},
      {"6.3 short priority that names its own stream", frame(kPriority, kNone, 1, bytes_of(0x8000'0001U, 4)),
       connection_error, kFrameSizeError},
      {"6.3 short priority", frame(kPriority, kNone, 1, "1234"), connection_error, kFrameSizeError},
      {"6.4 reset", post_on(1) + reset(1), goes_on},
      {"6.4 reset on stream 0", reset(0), connection_error, kProtocolError},
      {"6.4 short reset", post_on(1) + frame(kReset, kNone, 1, "123"), connection_error, kFrameSizeError},
      {"6.7 ping on a stream", ping("12345678", kNone, 1), connection_error, kProtocolError},
      {"6.8 goaway on a stream", frame(kGoaway, kNone, 1, bytes_of(0, 8)), connection_error, kProtocolError},
      {"6.10 continuations", opened(frame(kContinuation, kNone, 1, literal("x-a", "1")) + end_headers), answered},
      {"6.10 data inside a block", opened(data(1, "x")), connection_error, kProtocolError},
      {"6.10 continuation on stream 0", opened(frame(kContinuation, kEndHeaders, 0, "")), connection_error,
       kProtocolError},
      {"6.10 continuation after end of headers", post_on(1) + end_headers, connection_error, kProtocolError},
      {"6.10 continuation after the last", opened(end_headers + end_headers), connection_error, kProtocolError},
      {"6.10 continuation after data", post_on(1) + data(1, "x", kNone) + end_headers, connection_error,
       kProtocolError},
      {"7 reset with an unknown code", post_on(1) + reset(1, 0xff), goes_on},
      {"8.4 push promise", frame(kPushPromise, kEndHeaders, 1, bytes_of(2, 4)), connection_error, kProtocolError},
  };
}

std::vector<SpecCase> settings_and_windows() {
  using enum Outcome;
  return {
      {"6.5 acknowledgement with a payload", frame(kSettings, kAck, 0, std::string(6, '\0')), connection_error,
       kFrameSizeError},
      {"6.5 settings on a stream", frame(kSettings, kNone, 1), connection_error, kProtocolError},
      {"6.5 settings of three bytes", frame(kSettings, kNone, 0, "abc"), connection_error, kFrameSizeError},
      {"6.5.2 push of 2", settings({{2, 2}}), connection_error, kProtocolError},
      {"6.5.2 window too large", settings({{4, 0x8000'0000U}}), connection_error, kFlowControlError},
      {"6.5.2 frame size too small", settings({{5, 16'383}}), connection_error, kProtocolError},
      {"6.5.2 frame size too large", settings({{5, 16'777'216}}), connection_error, kProtocolError},
      {"6.5.2 unknown setting", settings({{0xff, 1}}), goes_on},
      {"6.9 window update", window_update(0, 1) + post_on(1) + window_update(1, 1) + data(1, "x"), answered},
      {"6.9 increment of 0", window_update(0, 0), connection_error, kProtocolError},
      {"6.9 increment of 0 on a stream", post_on(1) + window_update(1, 0), connection_error, kProtocolError},
      {"6.9 short window update", frame(kWindowUpdate, kNone, 0, "123"), connection_error, kFrameSizeError},
      {"6.9.1 connection window too large", window_update(0, 0x7fff'ffff) + window_update(0, 0x7fff'ffff),
       connection_error, kFlowControlError},
      {"6.9.1 stream window too large", post_on(1) + window_update(1, 0x7fff'ffff) + window_update(1, 0x7fff'ffff),
       stream_error, kFlowControlError},
      {"6.9.2 window made too large by settings",
       post_on(1) + window_update(1, 0x7fff'0000) + settings({{4, 0x7fff'ffff}}), stream_error, kFlowControlError},
  };
}

std::vector<SpecCase> messages() {
  using enum Outcome;
  const auto bad = [](std::string name, std::string bytes) {
    return SpecCase{std::move(name), std::move(bytes), stream_error, kProtocolError};
  };
  const auto get = [](const Pairs& more) { return headers(1, request("GET", "/", more)); };
  return {
      bad("8.1 second headers without the end", post_on(1) + headers(1, {{"x-a", "1"}}, kEndHeaders)),
      {"8.1 trailers", post_on(1) + data(1, "x", kNone) + headers(1, {{"x-a", "1"}}), answered},
      bad("8.2.1 upper-case name", get({{"X-A", "1"}})),
      bad("8.2.2 connection field", get({{"connection", "keep-alive"}})),
      bad("8.2.2 te", get({{"te", "trailers, deflate"}})),
      {"8.2.2 te of trailers", get({{"te", "trailers"}}), answered},
      bad("8.3 unknown pseudo-field", get({{":test", "ok"}})),
      bad("8.3 pseudo-field of a response", get({{":status", "200"}})),
      bad("8.3 pseudo-field in trailers", post_on(1) + headers(1, {{":method", "GET"}})),
      bad("8.3 pseudo-field after others", get({{"x-a", "1"}, {":path", "/"}})),
      bad("8.3.1 empty path", headers(1, request("GET", ""))),
      bad("8.1.1 length beyond the data",
          headers(1, request("POST", "/", {{"content-length", "2"}}), kEndHeaders) + data(1, "x")),
      bad("8.1.1 length below the data", headers(1, request("POST", "/", {{"content-length", "2"}}), kEndHeaders) +
                                             data(1, "x", kNone) + data(1, "yz")),
  };
}

std::vector<SpecCase> compression() {
  using enum Outcome;
  const auto broken = [](std::string name, std::string bytes) {
    return SpecCase{std::move(name), std::move(bytes), connection_error, kCompressionError};
  };
  // GET, https, / and an authority by index 1, with incremental indexing.
  const std::string indexed =
      "\x82\x87\x84"
      "\x41\x0b"
      "example.com";
  return {
      {"HPACK 6.1 indexed", frame(kHeaders, kEndStream | kEndHeaders, 1, indexed), answered},
      {"HPACK 6.1 dynamic index",
       frame(kHeaders, kEndStream | kEndHeaders, 1, indexed) +
           frame(kHeaders, kEndStream | kEndHeaders, 3, "\x82\x87\x84\xbe"),
       answered, 0, 3},
      {"HPACK 6.2.1 new name",
       raw(1,
           "\x40\x03"
           "x-a"
           "\x01"
           "v"),
       answered},
      {"HPACK 6.2.2 Huffman", huffman_authority("\x2f\x91\xd3\x5d\x05\x5c\x87\xa7"), answered},
      {"HPACK 6.2.3 never indexed",
       raw(1,
           "\x10\x03"
           "x-a"
           "\x01"
           "v"),
       answered},
      {"HPACK 6.2.3 never indexed by index",
       raw(1,
           "\x1f\x04\x01"
           "v"),
       answered},
      {"HPACK 6.3 size update", frame(kHeaders, kEndStream | kEndHeaders, 1, "\x20\x3f\xe1\x1f" + block(request())),
       answered},
      broken("HPACK 2.3.3 index beyond the tables", raw(1, "\xc6")),
      broken("HPACK 2.3.3 name beyond the tables", raw(1,
                                                       "\x7f\x07\x01"
                                                       "v")),
      broken("HPACK 4.2 size update at the end", raw(1, "\x20")),
      broken("HPACK 5.2 padding of eight bits", huffman_authority("\x2f\x91\xd3\x5d\x05\x5c\x87\xa7\xff")),
      broken("HPACK 5.2 padding of zeros", huffman_authority("\x2f\x91\xd3\x5d\x05\x5c\x87\xa0")),
      broken("HPACK 5.2 end of string", huffman_authority("\x2f\xff\xff\xff\xff")),
      broken("HPACK 6.1 index 0", raw(1, "\x80")),
      broken("HPACK 6.3 size update too large",
             frame(kHeaders, kEndStream | kEndHeaders, 1, "\x3f\xe2\x1f" + block(request()))),
  };
}

class H2Spec : public testing::TestWithParam<SpecCase> {};

TEST_P(H2Spec, IsKept) {
  const SpecCase& spec = GetParam();
  H2Peer peer;
  peer.send(spec.bytes);
  if (spec.outcome == Outcome::connection_error) {
    EXPECT_EQ(peer.goaway(), std::optional(spec.code));
    EXPECT_TRUE(peer.connection.is_finished());
    return;
  }
  EXPECT_EQ(peer.goaway(), std::nullopt);
  if (spec.outcome == Outcome::answered) {
    EXPECT_EQ(peer.answers[spec.stream].status(), "200");
  }
  if (spec.outcome == Outcome::stream_error) {
    EXPECT_EQ(peer.answers[spec.stream].reset, std::optional(spec.code));
  }
  peer.send(get_on(11));
  EXPECT_EQ(peer.answers[11].status(), "200") << "the connection stays open";
}

std::string spec_case_name(const testing::TestParamInfo<SpecCase>& given) {
  std::string name = given.param.name;
  for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Frames, H2Spec, testing::ValuesIn(streams_and_frames()), spec_case_name);
INSTANTIATE_TEST_SUITE_P(Settings, H2Spec, testing::ValuesIn(settings_and_windows()), spec_case_name);
INSTANTIATE_TEST_SUITE_P(Messages, H2Spec, testing::ValuesIn(messages()), spec_case_name);
INSTANTIATE_TEST_SUITE_P(Compression, H2Spec, testing::ValuesIn(compression()), spec_case_name);

}  // namespace
}  // namespace agent_access::net
