#include "net/http1/request_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::net {
namespace {

using http::RequestError;

/// "more", "end", "malformed" or "too large", then the data and how many bytes were read; the stream is given in pieces
/// of `piece` bytes.
std::string read(std::string_view stream, std::size_t most, std::size_t piece) {
  ChunkedBody body(most);
  std::string data;
  std::size_t taken = 0;
  while (taken < stream.size() && !body.is_complete()) {
    const std::string_view part = stream.substr(taken, piece);
    std::vector<char> exact(part.begin(), part.end());
    const ChunkedBody::Step step = body.decode(exact);
    taken += step.taken;
    data.append(exact.data(), step.produced);
    if (step.fault) return *step.fault == RequestError::malformed_chunks ? "malformed" : "too large";
    EXPECT_TRUE(step.taken == part.size() || body.is_complete());
  }
  EXPECT_EQ(body.size(), data.size());
  return std::string(body.is_complete() ? "end '" : "more '") + data + "' " + std::to_string(taken);
}

struct Case {
  std::string_view name;
  std::string stream;
  std::string expected;
};

std::vector<Case> accepted() {
  return {
      {"Nothing", "0\r\n\r\n", "end '' 5"},
      {"OneChunk", "5\r\nhello\r\n0\r\n\r\n", "end 'hello' 15"},
      {"TwoChunks", "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", "end 'hello' 20"},
      {"CapitalDigits", "A\r\n0123456789\r\n0\r\n\r\n", "end '0123456789' 20"},
      {"SmallDigits", "a\r\n0123456789\r\n0\r\n\r\n", "end '0123456789' 20"},
      {"TwoDigits", "10\r\n0123456789abcdef\r\n0\r\n\r\n", "end '0123456789abcdef' 27"},
      {"DataThatLooksLikeTheEnd", "5\r\n0\r\n\r\n\r\n0\r\n\r\n", "end '0\r\n\r\n' 15"},
      {"LeadingZeros", "0005\r\nhello\r\n0\r\n\r\n", "end 'hello' 18"},
      {"ALastChunkOfSeveralZeros", "0000\r\n\r\n", "end '' 8"},
      {"AnExtension", "1;a=b\r\nx\r\n0\r\n\r\n", "end 'x' 15"},
      {"ExtensionsOfEachKind", "1;a;b=c;d=\"\"\r\nx\r\n0\r\n\r\n", "end 'x' 22"},
      {"AnExtensionOfTheLastChunk", "1\r\nx\r\n0;a\r\n\r\n", "end 'x' 13"},
      {"WhatFollowsIsNotRead", "1\r\nx\r\n0\r\n\r\nGET / HTTP/1.1\r\n", "end 'x' 11"},
  };
}

std::vector<Case> refused() {
  return {
      {"AnEmptyExtension", "1;\r\nx\r\n0\r\n\r\n", "malformed"},
      {"TextBehindASizeThatGoesOnWithAnEarlierExtension", "1;a\r\nx\r\n1g\r\ny\r\n0\r\n\r\n", "malformed"},
      {"AnExtensionWithoutASize", ";a\r\n0\r\n\r\n", "malformed"},
      {"ASpaceBeforeAnExtension", "1 ;a\r\nx\r\n0\r\n\r\n", "malformed"},
      {"ASpaceBehindAnExtension", "1;a \r\nx\r\n0\r\n\r\n", "malformed"},
      {"ABareLineFeedBehindAnExtension", "1;a\nx\r\n0\r\n\r\n", "malformed"},
      {"ABareCarriageReturnBehindAnExtension", "1;a\rx\r\n0\r\n\r\n", "malformed"},
      {"ALineEndInQuotes", "1;a=\"\r\nx\r\n0\r\n\r\n", "malformed"},
      {"ATrailer", "1\r\nx\r\n0\r\nA: b\r\n\r\n", "malformed"},
      {"ASpaceBeforeTheSize", " 1\r\nx\r\n0\r\n\r\n", "malformed"},
      {"ASpaceBehindTheSize", "1 \r\nx\r\n0\r\n\r\n", "malformed"},
      {"ATabBehindTheSize", "1\t\r\nx\r\n0\r\n\r\n", "malformed"},
      {"APlusSign", "+1\r\nx\r\n0\r\n\r\n", "malformed"},
      {"AMinusSign", "-1\r\nx\r\n0\r\n\r\n", "malformed"},
      {"APrefix", "0x1\r\nx\r\n0\r\n\r\n", "malformed"},
      {"AnUnderscore", "1_0\r\nx\r\n0\r\n\r\n", "malformed"},
      {"ALetterBehindF", "g\r\nx\r\n0\r\n\r\n", "malformed"},
      {"ACapitalLetterBehindF", "G\r\nx\r\n0\r\n\r\n", "malformed"},
      {"NoSize", "\r\nx\r\n0\r\n\r\n", "malformed"},
      {"NoSizeBehindAChunk", "1\r\nx\r\n\r\n\r\n", "malformed"},
      {"ABareLineFeedBehindTheSize", "1\nx\r\n0\r\n\r\n", "malformed"},
      {"ABareCarriageReturnBehindTheSize", "1\rx\r\n0\r\n\r\n", "malformed"},
      {"TwoCarriageReturns", "1\r\r\nx\r\n0\r\n\r\n", "malformed"},
      {"ABareLineFeedBehindTheData", "1\r\nx\n0\r\n\r\n", "malformed"},
      {"ABareCarriageReturnBehindTheData", "1\r\nx\r0\r\n\r\n", "malformed"},
      {"MoreDataThanItsSize", "1\r\nxy\r\n0\r\n\r\n", "malformed"},
      {"LessDataThanItsSize", "3\r\nxy\r\n0\r\n\r\n", "malformed"},
      {"ABareLineFeedBehindTheLastChunk", "0\n\r\n", "malformed"},
      {"ABareLineFeedAtTheEnd", "0\r\n\n", "malformed"},
      {"ABareCarriageReturnAtTheEnd", "0\r\n\rG", "malformed"},
      {"ARequestInPlaceOfTheEnd", "0\r\nGET / HTTP/1.1\r\n", "malformed"},
      {"ANull", std::string("\0", 1) + "1\r\nx\r\n0\r\n\r\n", "malformed"},
      {"ASizeOverTheLimit", "29\r\n", "too large"},
      {"ALeadingZeroAndASizeOverTheLimit", "029\r\n", "too large"},
      {"MoreLeadingZerosThanTheLimit", std::string(50, '0') + "1\r\nx\r\n0\r\n\r\n", "too large"},
      {"ASizeOfAThousandDigits", std::string(1000, 'f') + "\r\n", "too large"},
      {"SizesOverTheLimitTogether", "20\r\n" + std::string(32, 'x') + "\r\n9", "too large"},
      {"MoreFramingThanTheLimit", "1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n1",
       "too large"},
  };
}

constexpr std::size_t kMost = 40;

TEST(ChunkedBody, DecodesWellFormedBodies) {
  for (const Case& each : accepted()) EXPECT_EQ(read(each.stream, kMost, 1000), each.expected) << each.name;
}

TEST(ChunkedBody, RefusesMalformedBodies) {
  for (const Case& each : refused()) EXPECT_EQ(read(each.stream, kMost, 1000), each.expected) << each.name;
}

TEST(ChunkedBody, DoesNotDependOnHowTheStreamIsSplit) {
  for (const auto& cases : {accepted(), refused()}) {
    for (const Case& each : cases) {
      for (std::size_t piece = 1; piece <= each.stream.size(); ++piece) {
        EXPECT_EQ(read(each.stream, kMost, piece), each.expected) << each.name << " in pieces of " << piece;
      }
    }
  }
}

TEST(ChunkedBody, IsIncompleteUntilItsLastByte) {
  for (const Case& each : accepted()) {
    const std::size_t end =
        each.stream.find("0\r\n\r\n", each.stream.size() - std::min<std::size_t>(each.stream.size(), 21)) + 5;
    const std::string whole = each.stream.substr(0, each.name == "DataThatLooksLikeTheEnd" ? each.stream.size() : end);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_TRUE(read(whole.substr(0, size), kMost, 1000).starts_with("more '")) << each.name << size;
    }
  }
}

TEST(ChunkedBody, AcceptsEveryByteAsData) {
  std::string data;
  for (int value = 0; value < 256; ++value) data += static_cast<char>(value);
  EXPECT_EQ(read("100\r\n" + data + "\r\n0\r\n\r\n", 256, 1000), "end '" + data + "' 268");
}

/// Every byte value at the beginning, within and at the end of a size.
TEST(ChunkedBody, RefusesEveryInvalidByteAtEachPosition) {
  for (int value = 0; value < 256; ++value) {
    const std::string byte(1, static_cast<char>(value));
    const bool is_digit = value != 0 && std::string_view("0123456789abcdefABCDEF").find(byte) != std::string_view::npos;
    const bool may_follow = is_digit || byte == "\r" || byte == ";";
    EXPECT_EQ(read(byte, 1 << 20, 1) == "malformed", !is_digit) << value;
    EXPECT_EQ(read("1" + byte, 1 << 20, 1) == "malformed", !may_follow) << value;
    EXPECT_EQ(read("0" + byte, 1 << 20, 1) == "malformed", !may_follow) << value;
    EXPECT_EQ(read("1;a\r" + byte, 1 << 20, 1) == "malformed", byte != "\n") << value;
    EXPECT_EQ(read("1\r" + byte, 1 << 20, 1) == "malformed", byte != "\n") << value;
    EXPECT_EQ(read("1\r\nx" + byte, 1 << 20, 1) == "malformed", byte != "\r") << value;
    EXPECT_EQ(read("1\r\nx\r" + byte, 1 << 20, 1) == "malformed", byte != "\n") << value;
    EXPECT_EQ(read("0\r" + byte, 1 << 20, 1) == "malformed", byte != "\n") << value;
    EXPECT_EQ(read("0\r\n" + byte, 1 << 20, 1) == "malformed", byte != "\r") << value;
    EXPECT_EQ(read("0\r\n\r" + byte, 1 << 20, 1) == "malformed", byte != "\n") << value;
  }
}

TEST(ChunkedBody, AcceptsDataUpToItsLimit) {
  const std::string data(40, 'x');
  EXPECT_EQ(read("28\r\n" + data + "\r\n0\r\n\r\n", 40, 7), "end '" + data + "' 51");
  EXPECT_EQ(read("28\r\n" + data + "\r\n1\r\nx\r\n0\r\n\r\n", 40, 7), "too large");
  EXPECT_EQ(read("29\r\n" + data + "x\r\n0\r\n\r\n", 40, 7), "too large");
}

TEST(ChunkedBody, AcceptsAsManyBytesOfFramingAsOfData) {
  // Seven chunks of one byte and the last: 35 and 5 bytes of framing.
  std::string seven;
  for (int chunk = 0; chunk < 7; ++chunk) seven += "1\r\nx\r\n";
  EXPECT_EQ(read(seven + "0\r\n\r\n", 40, 3), "end 'xxxxxxx' 47");
  EXPECT_EQ(read(seven + "1\r\nx\r\n0\r\n\r\n", 40, 3), "too large");
}

TEST(ChunkedBody, AcceptsExtensionsOf256BytesInAll) {
  const std::string half = ";a=" + std::string(125, 'b');
  const std::string body = "1" + half + "\r\nx\r\n0" + half;
  EXPECT_EQ(read(body + "\r\n\r\n", 1000, 3), "end 'x' " + std::to_string(body.size() + 4));
  EXPECT_EQ(read(body + "b\r\n\r\n", 1000, 3), "malformed");
  EXPECT_EQ(read("1;a=" + std::string(254, 'b') + "\r\nx\r\n0\r\n\r\n", 1000, 3), "malformed");
}

TEST(ChunkedBody, ReadsNothingAfterItsEnd) {
  ChunkedBody body(kMost);
  std::string stream = "0\r\n\r\nGET";
  EXPECT_EQ(body.decode(stream).taken, 5U);
  EXPECT_TRUE(body.is_complete());
  EXPECT_EQ(body.decode(stream).taken, 0U);
}

}  // namespace
}  // namespace agent_access::net
