#include "differential/framing_differential.hpp"

#include <gtest/gtest.h>

#include <string>

#include "differential/message_generator.hpp"

namespace agent_access::test {
namespace {

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

/// How all parsers read kMessage.
const std::string kMessage = "POST /a HTTP/1.1\r\nHost: a\r\nX:  y \r\nContent-Length: 5\r\n\r\nbbbbb";
Reading reading_of_message() {
  return {.method = "POST",
          .target = "/a",
          .minor_version = 1,
          .fields = {{"Host", "a"}, {"X", "y"}, {"Content-Length", "5"}},
          .chunked = false,
          .length = 5,
          .body = "bbbbb",
          .size = kMessage.size()};
}

TEST(FramingDifferential, ReportsADifferentEnd) {
  // The other parsers do accept what ours refuses; otherwise their agreement would be meaningless.
  const std::string extended =
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0;a=" + std::string(300, 'b') + "\r\n\r\nGET";
  EXPECT_EQ(accepted_size(extended), std::nullopt);
  EXPECT_EQ(read_with_llhttp(extended).value().size, extended.size() - 3);
  EXPECT_EQ(read_with_beast(extended).value().size, extended.size() - 3);
  const std::string smuggled = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_FALSE(read_with_llhttp(smuggled).has_value());
}

TEST(FramingDifferential, ReportsEachMemberThatDiffers) {
  const Reading ours = reading_of_message();
  EXPECT_EQ(difference(ours, ours), std::nullopt);
  const auto changed = [&ours](auto change) {
    Reading other = reading_of_message();
    change(other);
    return difference(ours, other);
  };
  EXPECT_EQ(changed([](Reading& r) { r.method = "PUT"; }), "method PUT");
  EXPECT_EQ(changed([](Reading& r) { r.target = "/b"; }), "target /b");
  EXPECT_EQ(changed([](Reading& r) { r.minor_version = 0; }), "version 1.0");
  EXPECT_EQ(changed([](Reading& r) { r.fields.pop_back(); }), "2 fields");
  EXPECT_EQ(changed([](Reading& r) { r.fields[0].first = "Hosts"; }), "field Hosts: a");
  EXPECT_EQ(changed([](Reading& r) { r.fields[2].second = "50"; }), "field Content-Length: 50");
  EXPECT_EQ(changed([](Reading& r) { r.chunked = true; }), "chunks");
  EXPECT_EQ(changed([](Reading& r) { r.length = 6; }), "length 6");
  EXPECT_EQ(changed([](Reading& r) { r.body = "bbbbc"; }), "another body");
  EXPECT_EQ(changed([](Reading& r) { r.size = 1; }), "end at 1, we 61");
}

TEST(FramingDifferential, ReadsTheSameHeadAndBody) {
  EXPECT_EQ(accepted_size(kMessage + "GET"), kMessage.size());
  EXPECT_EQ(difference(reading_of_message(), read_with_llhttp(kMessage + "GET").value()), std::nullopt);
  EXPECT_EQ(difference(reading_of_message(), read_with_beast(kMessage + "GET").value()), std::nullopt);
  EXPECT_EQ(disagreement(kMessage), std::nullopt);
}

TEST(FramingDifferential, ReadsTheSameEndAndDataOfChunks) {
  const std::string bytes =
      "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\nA\r\n, two, thr\r\n0\r\n\r\nGET";
  EXPECT_EQ(accepted_size(bytes), bytes.size() - 3);
  for (const ReadingResult& other : {read_with_llhttp(bytes), read_with_beast(bytes)}) {
    ASSERT_TRUE(other.has_value()) << other.error();
    EXPECT_EQ(other->size, bytes.size() - 3);
    EXPECT_TRUE(other->chunked);
    EXPECT_EQ(other->length, 0U);
    EXPECT_EQ(other->body, "one, two, thr");
  }
  EXPECT_EQ(disagreement(bytes), std::nullopt);
}

TEST(FramingDifferential, ReadsLeadingZerosAndExtensionsAlike) {
  const std::string head = "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const std::string size :
       {"3", "0003", "3;a", "3;a=b", "3;a=\"\"", "3;a=\"b;c\"", "3;a=\"\\\"\"", "003;a=b;c;d=\"e\""}) {
    for (const std::string last : {"0", "000", "0;a", "00;a=\"b\""}) {
      const std::string bytes = head + size + "\r\none\r\n" + last + "\r\n\r\nGET";
      EXPECT_EQ(accepted_size(bytes), bytes.size() - 3) << size << " and " << last;
      EXPECT_EQ(disagreement(bytes), std::nullopt) << size << " and " << last;
    }
  }
}

TEST(FramingDifferential, RefusesWhatBeastAloneRefuses) {
  // Every kind of head that our framing accepted and Beast refused, when the program still used both (decision 0025).
  for (const std::string name : {"Connection", "Proxy-Connection"}) {
    for (const std::string value : {"a b", "close\tclose", "close;", "keep-alive;q=1", "\"close\"", "(close)", "a/b",
                                    "HTTP/2.0", "\xc3\xa9", "close, a b", "a b, close", "@"}) {
      const std::string bytes = "GET / HTTP/1.1\r\nHost: a\r\n" + name + ": " + value + "\r\n\r\n";
      EXPECT_EQ(accepted_size(bytes), std::nullopt) << name << ": " << value;
      EXPECT_EQ(read_with_beast(bytes).error(), "bad value") << name << ": " << value;
      EXPECT_TRUE(read_with_llhttp(bytes).has_value()) << name << ": " << value;
    }
    for (const std::string value : {"", ",", "close", ", close ,,te", "closed", "\tclose\t"}) {
      const std::string bytes = "GET / HTTP/1.1\r\nHost: a\r\n" + name + ": " + value + "\r\n\r\n";
      EXPECT_EQ(accepted_size(bytes), bytes.size()) << name << ": " << value;
      EXPECT_EQ(disagreement(bytes), std::nullopt) << name << ": " << value;
    }
  }
}

TEST(FramingDifferential, AgreesOnGeneratedMessages) {
  MessageGenerator generator(20260101);
  std::size_t accepted = 0;
  std::size_t with_body = 0;
  std::size_t with_chunks = 0;
  std::size_t with_extensions = 0;
  for (int i = 0; i < 400'000 && !HasFailure(); ++i) {
    const std::string bytes = generator.next();
    expect_agreement(bytes);
    const auto size = accepted_size(bytes);
    if (size) ++accepted;
    if (size && *size > bytes.size()) ++with_body;
    if (size && bytes.substr(0, *size).ends_with("\r\n0\r\n\r\n")) ++with_chunks;
    if (size && bytes.substr(0, *size).contains(";a")) ++with_extensions;
  }
  EXPECT_GT(accepted, 20'000U);
  EXPECT_GT(with_body, 2'000U);
  EXPECT_GT(with_chunks, 1'000U);
  EXPECT_GT(with_extensions, 100U);
}

}  // namespace
}  // namespace agent_access::test
