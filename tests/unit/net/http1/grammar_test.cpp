// The grammar, with every byte at each position.
#include "net/http1/grammar.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace agent_access::net {
namespace {

constexpr std::size_t kLongest = 100;

std::string line_with(std::size_t length, std::size_t place, char byte) {
  std::string line(length, 'a');
  line[place] = byte;
  return line + "\r\nnext";
}

TEST(ScanLine, EndsAtCarriageReturnAndLineFeed) {
  for (std::size_t length = 0; length <= 40; ++length) {
    const Line line = scan_line(std::string(length, 'a') + "\r\nnext", kLongest);
    EXPECT_EQ(line.state, Line::State::complete);
    EXPECT_EQ(line.size, length);
  }
}

TEST(ScanLine, IsIncompleteWithoutItsEnd) {
  for (const std::string_view text : {"", "abcdefghij", "abcdefghij\r"}) {
    EXPECT_EQ(scan_line(text, kLongest).state, Line::State::incomplete) << text;
  }
}

TEST(ScanLine, RefusesControlBytesAtEveryPosition) {
  for (int byte = 0; byte < 0x80; ++byte) {
    const bool is_refused = (byte < 0x20 && byte != '\t') || byte == 0x7f;
    for (std::size_t place = 0; place < 20; ++place) {
      const Line line = scan_line(line_with(20, place, static_cast<char>(byte)), kLongest);
      EXPECT_EQ(line.state, is_refused ? Line::State::malformed : Line::State::complete) << byte << " at " << place;
    }
  }
}

TEST(ScanLine, AcceptsBytesAboveAscii) {
  for (int byte = 0x80; byte < 0x100; ++byte) {
    EXPECT_EQ(scan_line(line_with(20, 9, static_cast<char>(byte)), kLongest).state, Line::State::complete) << byte;
  }
}

TEST(ScanLine, RefusesHalfALineEnd) {
  EXPECT_EQ(scan_line("abc\rdef\r\n", kLongest).state, Line::State::malformed);
  EXPECT_EQ(scan_line("abc\ndef\r\n", kLongest).state, Line::State::malformed);
  EXPECT_EQ(scan_line("\n", kLongest).state, Line::State::malformed);
}

TEST(ScanLine, RefusesALineAboveTheLimit) {
  EXPECT_EQ(scan_line(std::string(kLongest, 'a') + "\r\n", kLongest).state, Line::State::complete);
  EXPECT_EQ(scan_line(std::string(kLongest + 1, 'a') + "\r\n", kLongest).state, Line::State::too_long);
  EXPECT_EQ(scan_line(std::string(kLongest + 1, 'a'), kLongest).state, Line::State::too_long);
}

TEST(Grammar, AcceptsOnlyTokenCharacters) {
  constexpr std::string_view kToken = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  EXPECT_FALSE(is_token(""));
  for (int byte = 0; byte < 0x100; ++byte) {
    const char character = static_cast<char>(byte);
    EXPECT_EQ(is_token(std::string("a") + character), kToken.contains(character)) << byte;
  }
}

TEST(Grammar, AcceptsVisibleCharactersExceptTheNumberSignInATarget) {
  EXPECT_FALSE(is_origin_form(""));
  EXPECT_FALSE(is_origin_form("a/"));
  EXPECT_TRUE(is_origin_form("/"));
  for (int byte = 0; byte < 0x100; ++byte) {
    const bool is_taken = byte > 0x20 && byte < 0x7f && byte != '#';
    EXPECT_EQ(is_origin_form(std::string("/") + static_cast<char>(byte)), is_taken) << byte;
  }
}

TEST(ParseConnection, FindsCloseAndKeepAliveInAnyPlaceAndCase) {
  for (const std::string_view list :
       {"close", "CLOSE", "a, close", "close,a", ",close,", " a ,\tClose\t, b", "close,close"}) {
    const auto options = parse_connection(list);
    ASSERT_TRUE(options) << list;
    EXPECT_TRUE(options->close) << list;
    EXPECT_FALSE(options->keep_alive) << list;
  }
  for (const std::string_view list : {"keep-alive", "a, Keep-Alive", "Keep-Alive,,b"}) {
    const auto options = parse_connection(list);
    ASSERT_TRUE(options) << list;
    EXPECT_FALSE(options->close) << list;
    EXPECT_TRUE(options->keep_alive) << list;
  }
  EXPECT_TRUE(parse_connection("keep-alive, close")->close);
  EXPECT_TRUE(parse_connection("close, keep-alive")->keep_alive);
}

TEST(ParseConnection, FindsNothingInOtherTokensAndEmptyElements) {
  for (const std::string_view list : {"", " ", ",", " ,\t, ", "closed", "xclose", "keep-aliv", "te, upgrade"}) {
    const auto options = parse_connection(list);
    ASSERT_TRUE(options) << list;
    EXPECT_FALSE(options->close || options->keep_alive) << list;
  }
}

TEST(ParseConnection, RefusesElementsThatAreNotTokens) {
  for (const std::string_view list :
       {"a b", "close close", "close\tclose", "close;", "a;b=c", "\"close\"", "a/b", "a=b", "(close)", "close, a b",
        "a b, close", "\xc3\xa9", "close:", "[close]", "@"}) {
    EXPECT_FALSE(parse_connection(list)) << list;
  }
}

/// What Transfer-Encoding fields with these values say.
std::string codings_of(std::initializer_list<std::string_view> lists) {
  Codings codings;
  for (const std::string_view list : lists) note_codings(list, codings);
  if (codings.ambiguous) return "ambiguous";
  if (codings.other) return "other";
  return codings.chunked ? "chunked" : "nothing";
}

TEST(NoteCodings, FindsChunkedOnceAndLast) {
  EXPECT_EQ(codings_of({}), "nothing");
  EXPECT_EQ(codings_of({"chunked"}), "chunked");
  EXPECT_EQ(codings_of({"CHUNKED"}), "chunked");
  for (const auto list : {"chunked, chunked", "chunked, gzip", "gzip, chunked, gzip"}) {
    EXPECT_EQ(codings_of({list}), "ambiguous") << list;
  }
  EXPECT_EQ(codings_of({"chunked", "chunked"}), "ambiguous");
  EXPECT_EQ(codings_of({"chunked", "gzip"}), "ambiguous");
}

TEST(NoteCodings, FindsOtherCodings) {
  for (const auto list :
       {"gzip", "identity", "xchunked", "gzip, chunked", "gzip,deflate , chunked", "gzip;q=1", "gzip ; a=b, chunked"}) {
    EXPECT_EQ(codings_of({list}), "other") << list;
  }
  EXPECT_EQ(codings_of({"gzip", "chunked"}), "other");
  EXPECT_EQ(codings_of({"gzip", "deflate"}), "other");
}

TEST(NoteCodings, TakesNothingElseForACoding) {
  for (const auto list : {"", ",", ",chunked", "chunked,", "gzip,,chunked", "chunked;q=1", "chunked;", "chunked ;a=b",
                          "\"chunked\"", "chun ked", ";", "gzip;a=\"b, chunked\"", "g\xc3\xa9",
                          "\x0b"
                          "chunked"}) {
    EXPECT_EQ(codings_of({list}), "ambiguous") << list;
  }
}

}  // namespace
}  // namespace agent_access::net
