#include "net/http1/head_memory.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>

#include "unit/net/http1/framing_cases.hpp"

namespace agent_access::net {
namespace {

const std::string kHead = "POST /a?b HTTP/1.1\r\nHost: example.test\r\nX:  y \r\nEmpty:\r\nContent-Length: 3\r\n\r\n";

std::size_t parse(std::string_view bytes, Head& head) {
  const HeadResult result = parse_head(bytes, Limits{}, head);
  const auto* size = std::get_if<HeadSize>(&result);
  return size == nullptr ? 0 : size->bytes;
}

/// Everything a head says, with the lengths of its texts.
std::string text_of(const Head& head) {
  std::string text = std::to_string(static_cast<int>(head.method)) + ' ' + std::to_string(head.content_length) + ' ' +
                     std::to_string(head.minor_version) + (head.chunked ? " chunked" : "") +
                     (head.persistent ? " keep" : " close") + (head.expects_continue ? " continue" : "");
  const auto add = [&text](std::string_view part) {
    text += '\n' + std::to_string(part.size()) + ':' + std::string(part);
  };
  for (const std::string_view part : {head.method_text, head.target, head.path, head.query, head.host}) add(part);
  for (const http::Field& field : head.fields) {
    add(field.name);
    add(field.value);
  }
  return text;
}

void keep(HeadMemory& memory, std::string_view bytes) {
  Head head;
  const std::size_t size = parse(bytes, head);
  ASSERT_NE(size, 0U);
  memory.keep(bytes.substr(0, size), head);
}

TEST(HeadMemory, RepeatsNothingBeforeAHeadIsKept) {
  const HeadMemory memory;
  EXPECT_FALSE(memory.repeats(""));
  EXPECT_FALSE(memory.repeats(kHead));
}

TEST(HeadMemory, SaysOfEachAcceptedHeadWhatParsingItSays) {
  HeadMemory memory;
  for (const test::FramingCase& each : test::accepted_heads()) {
    Head parsed;
    const std::size_t size = parse(each.bytes, parsed);
    ASSERT_NE(size, 0U) << each.name;
    keep(memory, each.bytes);
    ASSERT_EQ(memory.repeats(each.bytes), size <= HeadMemory::kLargest) << each.name;
    if (size > HeadMemory::kLargest) continue;
    EXPECT_EQ(memory.size(), size) << each.name;
    EXPECT_EQ(text_of(memory.head()), text_of(parsed)) << each.name;
  }
}

TEST(HeadMemory, LooksIntoItsOwnBytes) {
  HeadMemory memory;
  std::string received = kHead;
  keep(memory, received);
  received.assign(received.size(), '#');
  EXPECT_EQ(text_of(memory.head()),
            "2 3 1 keep\n4:POST\n4:/a?b\n2:/a\n1:b\n12:example.test\n4:Host\n12:example.test\n1:X\n1:y\n5:Empty\n0:\n"
            "14:Content-Length\n1:3");
}

TEST(HeadMemory, RepeatsTheSameBytesWhateverFollowsThem) {
  HeadMemory memory;
  keep(memory, kHead);
  EXPECT_TRUE(memory.repeats(kHead));
  EXPECT_TRUE(memory.repeats(kHead + "abc" + kHead));
}

TEST(HeadMemory, RepeatsNoHeadThatDiffersInAnyByteOrIsCut) {
  HeadMemory memory;
  keep(memory, kHead);
  for (std::size_t at = 0; at < kHead.size(); ++at) {
    std::string other = kHead;
    other[at] = static_cast<char>(other[at] ^ 1);
    EXPECT_FALSE(memory.repeats(other)) << at;
    EXPECT_FALSE(memory.repeats(kHead.substr(0, at))) << at;
  }
}

TEST(HeadMemory, KeepsTheLastHeadAlone) {
  HeadMemory memory;
  keep(memory, kHead);
  const std::string second = "GET /c HTTP/1.1\r\nHost: b\r\n\r\n";
  keep(memory, second);
  EXPECT_FALSE(memory.repeats(kHead));
  EXPECT_TRUE(memory.repeats(second));
  EXPECT_EQ(memory.head().path, "/c");
}

TEST(HeadMemory, ForgetsWhatItHadForAHeadThatIsTooLong) {
  const auto padded_to = [](std::size_t size) {
    const std::string frame = "GET / HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n";
    return "GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(size - frame.size(), 'x') + "\r\n\r\n";
  };
  HeadMemory memory;
  keep(memory, padded_to(2048));
  EXPECT_TRUE(memory.repeats(padded_to(2048)));
  keep(memory, padded_to(2049));
  EXPECT_FALSE(memory.repeats(padded_to(2048)));
  EXPECT_FALSE(memory.repeats(padded_to(2049)));
}

}  // namespace
}  // namespace agent_access::net
