// An HTTP/2 client that writes bytes: frames are composed here, header blocks are HPACK literals without indexing,
// and the bytes of the server are split into frames. It does not use the library under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_access::h2test {

inline std::string bytes_of(std::uint64_t number, int count) {
  std::string out;
  for (int index = count - 1; index >= 0; --index) out.push_back(static_cast<char>((number >> (8 * index)) & 0xffU));
  return out;
}

enum : std::uint8_t {
  kData = 0,
  kHeaders = 1,
  kPriority = 2,
  kReset = 3,
  kSettings = 4,
  kPushPromise = 5,
  kPing = 6,
  kGoaway = 7,
  kWindowUpdate = 8,
  kContinuation = 9
};
enum : std::uint8_t { kNone = 0, kEndStream = 1, kAck = 1, kEndHeaders = 4, kPadded = 8, kPriorityFlag = 32 };
enum : std::uint32_t {
  kNoError = 0,
  kProtocolError = 1,
  kInternalError = 2,
  kFlowControlError = 3,
  kStreamClosed = 5,
  kFrameSizeError = 6,
  kRefusedStream = 7,
  kCancel = 8,
  kCompressionError = 9,
  kEnhanceYourCalm = 11
};

inline std::string frame(std::uint8_t type, std::uint8_t flags, std::uint32_t stream, std::string_view payload = {}) {
  std::string out = bytes_of(payload.size(), 3);
  out.push_back(static_cast<char>(type));
  out.push_back(static_cast<char>(flags));
  return out + bytes_of(stream, 4) + std::string(payload);
}

// An integer of RFC 7541 section 5.1.
inline std::string integer(std::uint8_t first, int prefix, std::size_t value) {
  const std::size_t most = (std::size_t{1} << prefix) - 1;
  if (value < most) return {static_cast<char>(first | value)};
  std::string out{static_cast<char>(first | most)};
  for (value -= most; value >= 128; value /= 128) out.push_back(static_cast<char>(value % 128 + 128));
  out.push_back(static_cast<char>(value));
  return out;
}

// "Literal Header Field without Indexing -- New Name" (RFC 7541 section 6.2.2), never Huffman coded.
inline std::string literal(std::string_view name, std::string_view value) {
  return std::string(1, '\0') + integer(0, 7, name.size()) + std::string(name) + integer(0, 7, value.size()) +
         std::string(value);
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

inline std::string block(const Pairs& pairs) {
  std::string out;
  for (const auto& [name, value] : pairs) out += literal(name, value);
  return out;
}

inline Pairs request(std::string method = "GET", std::string path = "/", Pairs more = {}) {
  Pairs pairs{
      {":method", std::move(method)}, {":scheme", "https"}, {":path", std::move(path)}, {":authority", "example.com"}};
  for (auto& pair : more) pairs.push_back(std::move(pair));
  return pairs;
}

inline std::string headers(std::uint32_t stream, const Pairs& pairs, std::uint8_t flags = kEndStream | kEndHeaders) {
  return frame(kHeaders, flags, stream, block(pairs));
}
inline std::string data(std::uint32_t stream, std::string_view bytes, std::uint8_t flags = kEndStream) {
  return frame(kData, flags, stream, bytes);
}
inline std::string reset(std::uint32_t stream, std::uint32_t code = kCancel) {
  return frame(kReset, kNone, stream, bytes_of(code, 4));
}
inline std::string window_update(std::uint32_t stream, std::uint32_t increment) {
  return frame(kWindowUpdate, kNone, stream, bytes_of(increment, 4));
}
inline std::string ping(std::string_view payload = "12345678", std::uint8_t flags = kNone, std::uint32_t stream = 0) {
  return frame(kPing, flags, stream, payload);
}
inline std::string priority(std::uint32_t stream, std::uint32_t parent, std::uint8_t weight = 15) {
  return frame(kPriority, kNone, stream, bytes_of(parent, 4) + static_cast<char>(weight));
}
inline std::string settings(const std::vector<std::pair<std::uint16_t, std::uint32_t>>& entries = {}) {
  std::string payload;
  for (const auto& [name, value] : entries) payload += bytes_of(name, 2) + bytes_of(value, 4);
  return frame(kSettings, kNone, 0, payload);
}
inline std::string settings_ack() { return frame(kSettings, kAck, 0); }

inline std::string preface() { return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"; }

struct Frame {
  std::uint8_t type = 0;
  std::uint8_t flags = 0;
  std::uint32_t stream = 0;
  std::string payload;

  [[nodiscard]] bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
  // The 32-bit number at `at` of the payload: an error code, an increment, a last stream.
  [[nodiscard]] std::uint32_t number(std::size_t at = 0) const {
    std::uint32_t value = 0;
    for (std::size_t index = at; index < at + 4 && index < payload.size(); ++index) {
      value = value * 256 + static_cast<std::uint8_t>(payload[index]);
    }
    return value;
  }
};

// The complete frames in `bytes`.
inline std::vector<Frame> split(std::string_view bytes) {
  std::vector<Frame> frames;
  while (bytes.size() >= 9) {
    const auto byte = [&](std::size_t index) {
      return static_cast<std::uint32_t>(static_cast<std::uint8_t>(bytes[index]));
    };
    const std::size_t length = byte(0) * 65536 + byte(1) * 256 + byte(2);
    if (bytes.size() < 9 + length) break;
    Frame next;
    next.type = static_cast<std::uint8_t>(byte(3));
    next.flags = static_cast<std::uint8_t>(byte(4));
    next.stream = (byte(5) & 0x7fU) * 16777216 + byte(6) * 65536 + byte(7) * 256 + byte(8);
    next.payload = std::string(bytes.substr(9, length));
    frames.push_back(std::move(next));
    bytes.remove_prefix(9 + length);
  }
  return frames;
}

}  // namespace agent_access::h2test
