#include "net/http1/framing.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/ascii.hpp"
#include "service/fault_table.hpp"
#include "unit/net/http1/framing_cases.hpp"

namespace agent_access::net {
namespace {

using http::Method;
using http::RequestError;

std::string describe(const HeadResult& result, const Head& head) {
  if (std::holds_alternative<Incomplete>(result)) return "incomplete";
  if (const auto* fault = std::get_if<RequestError>(&result)) return std::string(service::fault_of(*fault).name);
  std::string text = base::lower_case(http::method_name(head.method));
  text.append(" ").append(head.target).append(" ").append(head.host);
  text.append(" ").append(head.chunked ? "chunked" : std::to_string(head.content_length));
  text.append(head.persistent ? " keep" : " close");
  return head.expects_continue ? text + " continue" : text;
}

std::string outcome(std::string_view bytes, const Limits& limits = {}) {
  // A copy of exactly that size, so that a sanitizer detects a read past its end.
  const std::vector<char> exact(bytes.begin(), bytes.end());
  Head head;
  const HeadResult result = parse_head({exact.data(), exact.size()}, limits, head);
  return describe(result, head);
}

class FramingTable : public testing::TestWithParam<test::FramingCase> {};

TEST_P(FramingTable, GivesTheWrittenResult) { EXPECT_EQ(outcome(GetParam().bytes), GetParam().expected); }

TEST_P(FramingTable, IsIncompleteUntilTheResultWhichNeverChanges) {
  const auto& [name, bytes, expected] = GetParam();
  bool decided = false;
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    const std::string verdict = outcome(std::string_view(bytes).substr(0, size));
    if (verdict == "incomplete") {
      EXPECT_FALSE(decided) << size;
      continue;
    }
    decided = true;
    EXPECT_EQ(verdict, expected) << "after " << size << " bytes";
  }
  EXPECT_TRUE(decided);
}

TEST_P(FramingTable, IgnoresWhatFollowsTheHead) {
  const auto& [name, bytes, expected] = GetParam();
  EXPECT_EQ(outcome(bytes + "GET /next HTTP/1.1\r\nHost: b\r\n\r\n"), expected);
  EXPECT_EQ(outcome(bytes + std::string(3, '\0')), expected);
}

std::string case_name(const testing::TestParamInfo<test::FramingCase>& info) { return std::string(info.param.name); }

INSTANTIATE_TEST_SUITE_P(Accepted, FramingTable, testing::ValuesIn(test::accepted_heads()), case_name);
INSTANTIATE_TEST_SUITE_P(RequestLine, FramingTable, testing::ValuesIn(test::refused_request_lines()), case_name);
INSTANTIATE_TEST_SUITE_P(Fields, FramingTable, testing::ValuesIn(test::refused_fields()), case_name);
INSTANTIATE_TEST_SUITE_P(Framing, FramingTable, testing::ValuesIn(test::refused_framing()), case_name);

TEST(ParseHead, WaitsForTheEmptyLine) {
  EXPECT_EQ(outcome(""), "incomplete");
  EXPECT_EQ(outcome("GET / HTTP/1.1\r\nHost: a\r\n"), "incomplete");
  EXPECT_EQ(outcome("GET / HTTP/1.1\r\nHost: a\r\n\r"), "incomplete");
}

TEST(ParseHead, HasATableOfAtLeast120Streams) {
  EXPECT_GE(test::accepted_heads().size() + test::refused_request_lines().size() + test::refused_fields().size() +
                test::refused_framing().size(),
            120U);
}

TEST(ParseHead, AcceptsExactlyItsHeadAtEveryPrefix) {
  for (const test::FramingCase& accepted : test::accepted_heads()) {
    Head head;
    const HeadResult result = parse_head(accepted.bytes + "rest", Limits{}, head);
    ASSERT_TRUE(std::holds_alternative<HeadSize>(result)) << accepted.name;
    EXPECT_EQ(std::get<HeadSize>(result).bytes, accepted.bytes.size()) << accepted.name;
    for (std::size_t size = 0; size < accepted.bytes.size(); ++size) {
      EXPECT_EQ(outcome(std::string_view(accepted.bytes).substr(0, size)), "incomplete") << accepted.name << size;
    }
  }
}

TEST(ParseHead, GivesViewsOfEveryPart) {
  Head head;
  const std::string_view bytes =
      "POST /a/b?c=d HTTP/1.1\r\nHost: example.com\r\nAccept:  */* \r\nX-Empty:\r\nContent-Length: 3\r\n\r\nabc";
  ASSERT_TRUE(std::holds_alternative<HeadSize>(parse_head(bytes, Limits{}, head)));
  EXPECT_EQ(head.method_text, "POST");
  EXPECT_EQ(head.path, "/a/b");
  EXPECT_EQ(head.query, "c=d");
  EXPECT_EQ(head.host, "example.com");
  EXPECT_EQ(head.minor_version, 1);
  ASSERT_EQ(head.fields.size(), 4U);
  EXPECT_EQ(head.fields[1].name, "Accept");
  EXPECT_EQ(head.fields[1].value, "*/*");
  EXPECT_EQ(head.fields[2].value, "");
  EXPECT_GE(head.fields[1].name.data(), bytes.data());
  EXPECT_LT(head.fields[1].name.data(), bytes.data() + bytes.size());
}

TEST(ParseHead, KeepsNothingOfThePreviousHead) {
  Head head;
  ASSERT_TRUE(std::holds_alternative<HeadSize>(
      parse_head("POST /a?b HTTP/1.0\r\nHost: a\r\nContent-Length: 3\r\n\r\n", Limits{}, head)));
  ASSERT_TRUE(std::holds_alternative<HeadSize>(
      parse_head("POST /d HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", Limits{}, head)));
  EXPECT_TRUE(head.chunked);
  ASSERT_TRUE(std::holds_alternative<HeadSize>(parse_head("GET /c HTTP/1.1\r\nHost: b\r\n\r\n", Limits{}, head)));
  EXPECT_EQ(head.query, "");
  EXPECT_EQ(head.content_length, 0U);
  EXPECT_FALSE(head.chunked);
  EXPECT_TRUE(head.persistent);
  EXPECT_EQ(head.fields.size(), 1U);
}

TEST(ParseHead, GivesTheMethodOfARefusedHead) {
  Head head;
  const HeadResult result = parse_head("HEAD / HTTP/1.1\r\nHost: a\r\nX Y: z\r\n\r\n", Limits{}, head);
  EXPECT_EQ(std::get<RequestError>(result), RequestError::malformed_field);
  EXPECT_EQ(head.method, Method::head);
  EXPECT_FALSE(head.is_whole);
}

TEST(ParseHead, GivesEveryPartOfAWellFormedHeadThatIsRefused) {
  for (const std::string_view asks : {"Content-Length: 16385", "Transfer-Encoding: gzip", "Expect: x"}) {
    Head head;
    const std::string bytes =
        "POST /oauth/token?a HTTP/1.1\r\nHost: b\r\n" + std::string(asks) + "\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n";
    ASSERT_TRUE(std::holds_alternative<RequestError>(parse_head(bytes, Limits{}, head))) << asks;
    ASSERT_TRUE(head.is_whole) << asks;
    const http::Request request = request_of(head, {});
    EXPECT_EQ(request.method, Method::post);
    EXPECT_EQ(request.path, "/oauth/token");
    EXPECT_EQ(request.host, "b");
    EXPECT_EQ(request.field("X-Forwarded-For"), "192.0.2.7");
  }
}

TEST(ParseHead, GivesNothingOfAMalformedHead) {
  for (const std::string_view bytes : {"GET / HTTP/1.1\r\nX: y\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX Y: z\r\n\r\n",
                                       "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
                                       "GET / HTTP/1.1\r\nHost: a\r\nConnection: a b\r\n\r\n"}) {
    Head head;
    ASSERT_TRUE(std::holds_alternative<RequestError>(parse_head(bytes, Limits{}, head))) << bytes;
    EXPECT_FALSE(head.is_whole) << bytes;
  }
}

/// Every byte value at each position of a head, to test the character sets of the grammar completely.
TEST(ParseHead, RefusesEveryInvalidByteAtEachPosition) {
  for (int value = 0; value < 256; ++value) {
    const char byte = static_cast<char>(value);
    const bool visible = value > 0x20 && value < 0x7f;
    const bool token = visible && std::string_view("\"(),/:;<=>?@[\\]{}").find(byte) == std::string_view::npos;
    const auto is_good = [](const std::string& bytes) {
      Head head;
      return std::holds_alternative<HeadSize>(parse_head(bytes, Limits{}, head));
    };
    const std::string one(1, byte);
    EXPECT_EQ(is_good("G" + one + "T / HTTP/1.1\r\nHost: a\r\n\r\n"), token) << value;
    EXPECT_EQ(is_good("GET /" + one + "x HTTP/1.1\r\nHost: a\r\n\r\n"), visible && byte != '#') << value;
    // A colon inside a name only ends it earlier.
    EXPECT_EQ(is_good("GET / HTTP/1.1\r\nHost: a\r\nX" + one + "Y: 1\r\n\r\n"), token || byte == ':') << value;
    EXPECT_EQ(is_good("GET / HTTP/1.1\r\nHost: a\r\nX: a" + one + "b\r\n\r\n"),
              byte == '\t' || (value >= 0x20 && value != 0x7f))
        << value;
  }
}

using http::RequestError;

HeadResult parse(const std::string& bytes, const Limits& limits = {}) {
  Head head;
  return parse_head(bytes, limits, head);
}

bool is_accepted(const HeadResult& result) { return std::holds_alternative<HeadSize>(result); }
bool is_incomplete(const HeadResult& result) { return std::holds_alternative<Incomplete>(result); }
bool is_fault(const HeadResult& result, RequestError fault) {
  const auto* found = std::get_if<RequestError>(&result);
  return found != nullptr && *found == fault;
}

/// A request line of exactly `size` bytes before its CR LF.
std::string request_line(std::size_t size) { return "GET /" + std::string(size - 14, 'a') + " HTTP/1.1"; }

/// A head whose field lines, each with CR LF, take exactly `size` bytes.
std::string head_with_block(std::size_t size) {
  const std::string start = "Host: a\r\nX: ";
  return "GET / HTTP/1.1\r\n" + start + std::string(size - start.size() - 2, 'b') + "\r\n\r\n";
}

std::string head_with_fields(std::size_t count) {
  std::string head = "GET / HTTP/1.1\r\nHost: a\r\n";
  for (std::size_t index = 1; index < count; ++index) head += "X: 1\r\n";
  return head + "\r\n";
}

TEST(FramingLimits, AcceptsARequestLineAtTheLimit) {
  EXPECT_TRUE(is_accepted(parse(request_line(8192) + "\r\nHost: a\r\n\r\n")));
  EXPECT_TRUE(is_fault(parse(request_line(8193) + "\r\nHost: a\r\n\r\n"), RequestError::target_too_long));
}

TEST(FramingLimits, RefusesARequestLineAtTheFirstByteAboveTheLimit) {
  EXPECT_TRUE(is_incomplete(parse(std::string(8192, 'a'))));
  EXPECT_TRUE(is_fault(parse(std::string(8193, 'a')), RequestError::target_too_long));
  EXPECT_TRUE(is_incomplete(parse(std::string(8192, 'a') + "\r")));
}

TEST(FramingLimits, AcceptsAHeaderBlockAtTheLimit) {
  EXPECT_TRUE(is_accepted(parse(head_with_block(16384))));
  EXPECT_TRUE(is_fault(parse(head_with_block(16385)), RequestError::headers_too_large));
}

TEST(FramingLimits, CountsTheBlockOverManyLines) {
  Limits limits;
  limits.header_block = 21;  // "Host: a\r\n" and two of "X: 1\r\n"
  EXPECT_TRUE(is_accepted(parse(head_with_fields(3), limits)));
  EXPECT_TRUE(is_fault(parse(head_with_fields(4), limits), RequestError::headers_too_large));
  for (std::size_t block = 0; block < 21; ++block) {
    limits.header_block = block;
    EXPECT_TRUE(is_fault(parse(head_with_fields(3), limits), RequestError::headers_too_large)) << block;
  }
}

TEST(FramingLimits, RefusesAFieldAboveTheLimitBeforeItEnds) {
  const std::string start = "GET / HTTP/1.1\r\nX: ";
  EXPECT_TRUE(is_incomplete(parse(start + std::string(16379, 'a'))));
  EXPECT_TRUE(is_fault(parse(start + std::string(16380, 'a')), RequestError::headers_too_large));
}

TEST(FramingLimits, AcceptsAtMostAHundredFields) {
  EXPECT_TRUE(is_accepted(parse(head_with_fields(100))));
  EXPECT_TRUE(is_fault(parse(head_with_fields(101)), RequestError::headers_too_large));
}

TEST(FramingLimits, AcceptsANameOfAtMost256Characters) {
  const std::string start = "GET / HTTP/1.1\r\nHost: a\r\n";
  EXPECT_TRUE(is_accepted(parse(start + std::string(256, 'n') + ": 1\r\n\r\n")));
  EXPECT_TRUE(is_fault(parse(start + std::string(257, 'n') + ": 1\r\n\r\n"), RequestError::headers_too_large));
}

TEST(FramingLimits, ComparesTheDeclaredLengthWithTheBodyLimit) {
  Limits limits;
  limits.body = 4;
  EXPECT_TRUE(is_accepted(parse("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n", limits)));
  EXPECT_TRUE(
      is_fault(parse("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n", limits), RequestError::body_too_large));
}

TEST(FramingLimits, GivesTheSameResultAtEveryPrefixOfALongStream) {
  Limits limits;
  limits.request_line = 40;
  limits.header_block = 60;
  const std::string streams[] = {request_line(41) + "\r\n", head_with_block(61), head_with_fields(20)};
  const RequestError faults[] = {RequestError::target_too_long, RequestError::headers_too_large,
                                 RequestError::headers_too_large};
  for (std::size_t stream = 0; stream < 3; ++stream) {
    bool decided = false;
    for (std::size_t size = 0; size <= streams[stream].size(); ++size) {
      const HeadResult result = parse(streams[stream].substr(0, size), limits);
      EXPECT_TRUE(decided ? is_fault(result, faults[stream])
                          : is_incomplete(result) || is_fault(result, faults[stream]));
      decided = decided || !is_incomplete(result);
    }
    EXPECT_TRUE(decided);
  }
}

}  // namespace
}  // namespace agent_access::net
