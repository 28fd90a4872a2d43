#include "differential/message_generator.hpp"

#include <array>
#include <charconv>
#include <string_view>

namespace agent_access::test {
namespace {

using namespace std::string_view_literals;

constexpr auto kMethods =
    std::to_array<std::string_view>({"GET", "GET", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE",
                                     "CONNECT", "PRI", "get", "M-SEARCH", "SOURCE", "X"});
constexpr auto kTargets = std::to_array<std::string_view>({"/",
                                                           "/oauth/token",
                                                           "/a?b=c",
                                                           "/?",
                                                           "//",
                                                           "/a//b",
                                                           "/%00",
                                                           "/%",
                                                           "/a;b=c",
                                                           "/~a!$&'()*+,;=:@",
                                                           "/a\"<>\\^`{|}",
                                                           "/[",
                                                           "*",
                                                           "http://a/",
                                                           "HTTPS://[::1]:8/b?c",
                                                           "http://a",
                                                           "a:1",
                                                           "/#a",
                                                           "/a b",
                                                           "/\xc3\xa9"});
constexpr auto kVersions = std::to_array<std::string_view>(
    {"HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "http/1.1"});
constexpr auto kLineEnds =
    std::to_array<std::string_view>({"\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n",
                                     "\r\n", "\r\n", "\r\n", "\n", "\r", "\r\r\n"});
constexpr auto kNames = std::to_array<std::string_view>({"Content-Length",
                                                         "content-length",
                                                         "Transfer-Encoding",
                                                         "Connection",
                                                         "Connection",
                                                         "Proxy-Connection",
                                                         "Upgrade",
                                                         "Expect",
                                                         "Host",
                                                         "Content-Type",
                                                         "Authorization",
                                                         "X",
                                                         "X-Long-Name-Of-A-Field",
                                                         "Content-Length ",
                                                         " X",
                                                         "",
                                                         "X_Y",
                                                         "Content_Length",
                                                         "!#$%&'*+-.^_`|~",
                                                         "TE",
                                                         "Trailer",
                                                         "Keep-Alive",
                                                         "HTTP2-Settings",
                                                         "Content-Encoding",
                                                         "Content-Lengthx",
                                                         "Transfer-Encodin",
                                                         "Cookie"});
constexpr auto kSeparators = std::to_array<std::string_view>({": ", ": ", ":", ":\t", ":  ", " : ", ":\x0b"});
constexpr auto kValues = std::to_array<std::string_view>({"0",
                                                          "1",
                                                          "5",
                                                          "12",
                                                          "007",
                                                          "16384",
                                                          "16385",
                                                          "+5",
                                                          "-1",
                                                          "5 ",
                                                          "5\t",
                                                          "5 \t ",
                                                          "\t5",
                                                          " 5",
                                                          "5,5",
                                                          "5, 5",
                                                          "0x5",
                                                          "5 5",
                                                          "18446744073709551616",
                                                          "",
                                                          "chunked",
                                                          "gzip, chunked",
                                                          "identity",
                                                          "close",
                                                          "keep-alive",
                                                          "Keep-Alive, close",
                                                          "upgrade",
                                                          "Upgrade, close",
                                                          "close, close",
                                                          ",",
                                                          "h2c",
                                                          "websocket",
                                                          "HTTP/2.0",
                                                          "100-continue",
                                                          "a",
                                                          "a\tb",
                                                          "\xc3\xa9",
                                                          "\"quoted, text\"",
                                                          "a\x01",
                                                          "a\x7f",
                                                          "a\0b"sv,
                                                          "(comment)",
                                                          "upgrad",
                                                          "closed",
                                                          "keep-aliv",
                                                          "trailers"});

constexpr auto kCodings = std::to_array<std::string_view>(
    {"chunked", "chunked", "chunked", "Chunked", "CHUNKED", "chunked ", "chunked\t", "chunked, chunked", "chunked;q=1",
     "xchunked", "gzip, chunked", "chunked, identity", "\"chunked\""});
constexpr auto kOdd = std::to_array<std::string_view>(
    {";a=b", ";a", ";a=\"b\"", ";a=\"\\\"\"", ";a=\"b\"c", ";a=\"", ";", " ", "\t", "\r", "0", "000", "x", "\0"sv});

}  // namespace

std::string MessageGenerator::line_end(std::size_t odd_one_in) {
  return std::string(below(odd_one_in) == 0 ? kLineEnds[below(kLineEnds.size())] : "\r\n"sv);
}

/// Sometimes with other characters around it.
std::string MessageGenerator::size_of(std::size_t number) {
  std::array<char, 20> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
  std::string text(digits.data(), end.ptr);
  if (below(16) == 0) text.insert(0, kOdd[below(kOdd.size())]);
  if (below(8) == 0) text += kOdd[below(kOdd.size())];
  return text;
}

std::string MessageGenerator::chunks() {
  std::string bytes;
  for (std::size_t left = below(4); left > 0; --left) {
    const std::size_t size = 1 + below(20);
    bytes.append(size_of(size)).append(line_end(32)).append(size, 'c').append(line_end(32));
  }
  bytes.append(size_of(0)).append(line_end(32));
  if (below(16) == 0) bytes.append(field()).append(line_end());
  return bytes.append(line_end(32));
}

std::string MessageGenerator::field() {
  if (below(5) == 0) return "Transfer-Encoding: " + std::string(kCodings[below(kCodings.size())]);
  // A length often enough that most messages have a body.
  const bool is_length = below(8) == 0;
  std::string line(is_length ? "Content-Length" : kNames[below(kNames.size())]);
  line += below(4) == 0 ? kSeparators[below(kSeparators.size())] : ": "sv;
  return line.append(is_length ? kValues[below(8)] : kValues[below(kValues.size())]);
}

std::string MessageGenerator::next() {
  std::string bytes(kMethods[below(kMethods.size())]);
  bytes.append(" ").append(kTargets[below(kTargets.size())]).append(" ").append(kVersions[below(kVersions.size())]);
  bytes += line_end();
  if (below(16) != 0) bytes.append("Host: example.com").append(line_end());
  for (std::size_t fields = below(6); fields > 0; --fields) bytes.append(field()).append(line_end());
  bytes += line_end();
  if (bytes.contains("chunked")) bytes += chunks();
  if (below(4) == 0) bytes[below(bytes.size())] = static_cast<char>(below(256));
  return bytes;
}

}  // namespace agent_access::test
