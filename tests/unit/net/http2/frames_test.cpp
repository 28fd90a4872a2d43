#include "net/http2/frames.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace agent_access::net::h2 {
namespace {

using namespace std::string_literals;

/// The headers found behind the preface when the bytes come `at_once` at a time.
std::vector<FrameHeader> headers_of(const std::string& frames, std::size_t at_once) {
  FrameScanner scanner;
  const std::string bytes = std::string(kH2Preface) + frames;
  std::vector<FrameHeader> headers;
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const auto step = scanner.advance(rest.substr(0, at_once));
    if (step.header) headers.push_back(*step.header);
    rest.remove_prefix(step.size);
  }
  EXPECT_TRUE(scanner.is_between_frames());
  return headers;
}

/// RFC 9113 section 6.3: five bytes, the first four of them the stream that this one depends on. Shorter ones are the
/// refused by the library; here they must not read bytes of the next frame.
TEST(H2FrameScanner, ReadsTheDependencyOfAWholePriorityFrameOnly) {
  const std::string shortened = "\0\0\3\2\0\0\0\0\5abc"s;
  const std::string whole = "\0\0\5\2\0\0\0\0\7\x80\0\0\3\x10"s;
  const std::string ping = "\0\0\x08\6\0\0\0\0\0abcdefgh"s;
  for (const std::size_t at_once : {1U, 2U, 3U, 5U, 1000U}) {
    const auto headers = headers_of(shortened + whole + ping, at_once);
    ASSERT_EQ(headers.size(), 3U) << at_once;
    EXPECT_EQ(headers[0].type, kPriority);
    EXPECT_EQ(headers[0].length, 3U);
    EXPECT_EQ(headers[0].stream, 5U);
    EXPECT_EQ(headers[0].dependency, 0U);
    EXPECT_EQ(headers[1].stream, 7U);
    EXPECT_EQ(headers[1].dependency, 3U);
    EXPECT_EQ(headers[2].type, kPing);
    EXPECT_EQ(headers[2].length, 8U);
  }
}

}  // namespace
}  // namespace agent_access::net::h2
