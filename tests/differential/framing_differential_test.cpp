#include "differential/framing_differential.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "differential/message_generator.hpp"

namespace agent_access::test {
namespace {

namespace fs = std::filesystem;

std::string readable(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    if (byte == '\r') text += "\\r";
    if (byte == '\n') text += "\\n";
    if (byte != '\r' && byte != '\n') text += byte;
  }
  return text;
}

void expect_agreement(std::string_view bytes) {
  const auto found = disagreement(bytes);
  EXPECT_FALSE(found.has_value()) << *found << " in " << readable(bytes);
}

TEST(FramingDifferential, SeesADifferentEnd) {
  // The other parsers do read what we refuse; otherwise their agreement would say nothing.
  const std::string extended = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0;a=b\r\n\r\nGET";
  EXPECT_EQ(accepted_size(extended), std::nullopt);
  EXPECT_TRUE(read_with_llhttp(extended).accepted);
  EXPECT_EQ(read_with_llhttp(extended).size, extended.size() - 3);
  EXPECT_TRUE(read_with_beast(extended).accepted);
  EXPECT_EQ(read_with_beast(extended).size, extended.size() - 3);
  const std::string smuggled = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_FALSE(read_with_llhttp(smuggled).accepted);
}

TEST(FramingDifferential, ReadsTheEndOfABodyAlike) {
  const std::string bytes = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nbbbbbGET";
  EXPECT_EQ(accepted_size(bytes), bytes.size() - 3);
  EXPECT_EQ(read_with_llhttp(bytes).size, bytes.size() - 3);
  EXPECT_EQ(read_with_llhttp(bytes).target, "/a");
  EXPECT_EQ(read_with_llhttp(bytes).fields, 2U);
  EXPECT_EQ(read_with_beast(bytes).size, bytes.size() - 3);
  EXPECT_EQ(read_with_beast(bytes).target, "/a");
  EXPECT_EQ(read_with_beast(bytes).fields, 2U);
}

TEST(FramingDifferential, ReadsTheEndAndTheDataOfChunksAlike) {
  const std::string bytes =
      "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\nA\r\n, two, thr\r\n0\r\n\r\nGET";
  EXPECT_EQ(accepted_size(bytes), bytes.size() - 3);
  EXPECT_EQ(read_with_llhttp(bytes).size, bytes.size() - 3);
  EXPECT_EQ(read_with_llhttp(bytes).body, "one, two, thr");
  EXPECT_EQ(read_with_beast(bytes).size, bytes.size() - 3);
  EXPECT_EQ(read_with_beast(bytes).body, "one, two, thr");
  EXPECT_EQ(disagreement(bytes), std::nullopt);
}

TEST(FramingDifferential, AgreesOnTheFuzzCorpus) {
  std::size_t files = 0;
  for (const auto* folder : {"framing", "framing_differential"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(AGENT_ACCESS_SOURCE_DIR) / "tests/fuzz/corpus" / folder)) {
      std::ifstream file(entry.path(), std::ios::binary);
      expect_agreement(std::string(std::istreambuf_iterator<char>(file), {}));
      ++files;
    }
  }
  EXPECT_GT(files, 10U);
}

TEST(FramingDifferential, AgreesOnGeneratedMessages) {
  MessageGenerator generator(20260101);
  std::size_t accepted = 0;
  std::size_t with_body = 0;
  std::size_t with_chunks = 0;
  for (int i = 0; i < 400'000 && !HasFailure(); ++i) {
    const std::string bytes = generator.next();
    expect_agreement(bytes);
    const auto size = accepted_size(bytes);
    if (size) ++accepted;
    if (size && *size > bytes.size()) ++with_body;
    if (size && bytes.substr(0, *size).ends_with("\r\n0\r\n\r\n")) ++with_chunks;
  }
  EXPECT_GT(accepted, 20'000U);
  EXPECT_GT(with_body, 2'000U);
  EXPECT_GT(with_chunks, 1'000U);
}

}  // namespace
}  // namespace agent_access::test
