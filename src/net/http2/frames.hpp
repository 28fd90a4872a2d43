/// \file
/// HTTP/2 framing (RFC 9113 sections 3.4 and 4.1): a preface, then frames with a header of nine bytes. The scanner
/// reads every frame header before the library does, also those of frames that the library ignores, so that the guard
/// counts all. It skips payloads, except the dependency of a PRIORITY frame. Not thread safe. NOT checked: any rule of
/// the protocol.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace agent_access::net {

inline constexpr std::string_view kH2Preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

namespace h2 {

inline constexpr std::uint8_t kData = 0;
inline constexpr std::uint8_t kHeaders = 1;
inline constexpr std::uint8_t kPriority = 2;
inline constexpr std::uint8_t kReset = 3;
inline constexpr std::uint8_t kSettings = 4;
inline constexpr std::uint8_t kPushPromise = 5;
inline constexpr std::uint8_t kPing = 6;
inline constexpr std::uint8_t kGoaway = 7;
inline constexpr std::uint8_t kWindowUpdate = 8;
inline constexpr std::uint8_t kContinuation = 9;
inline constexpr std::uint8_t kPriorityUpdate = 16;  ///< RFC 9218

inline constexpr std::uint8_t kEndStream = 0x1;
inline constexpr std::uint8_t kEndHeaders = 0x4;
inline constexpr std::uint8_t kPadded = 0x8;

inline constexpr std::size_t kFrameHeaderBytes = 9;

struct FrameHeader {
  std::size_t length = 0;
  std::uint8_t type = 0;
  std::uint8_t flags = 0;
  std::uint32_t stream = 0;
  std::uint32_t dependency = 0;  ///< of a PRIORITY frame

  [[nodiscard]] bool has(std::uint8_t flag) const noexcept { return (flags & flag) != 0; }
};

class FrameScanner {
 public:
  struct Step {
    std::size_t size;                   ///< bytes consumed, at least one
    std::optional<FrameHeader> header;  ///< set at the end of a frame header (of PRIORITY: of its dependency)
  };

  /// Advances to the end of the next frame header or payload, or to the end of `bytes`, which are not empty.
  [[nodiscard]] Step advance(std::string_view bytes) noexcept {
    if (skip_ > 0) {
      const std::size_t size = std::min(skip_, bytes.size());
      skip_ -= size;
      return {size, std::nullopt};
    }
    const std::size_t size = std::min(wanted_ - gathered_, bytes.size());
    std::copy_n(bytes.begin(), size, gathered_bytes_.begin() + static_cast<std::ptrdiff_t>(gathered_));
    gathered_ += size;
    if (gathered_ < wanted_) return {size, std::nullopt};
    const FrameHeader header = decode();
    const bool has_dependency = header.type == kPriority && header.length == kPriorityBytes;
    if (has_dependency && wanted_ == kFrameHeaderBytes) {
      wanted_ += kDependencyBytes;
      return {size, std::nullopt};
    }
    skip_ = header.length - (wanted_ - kFrameHeaderBytes);
    gathered_ = 0;
    wanted_ = kFrameHeaderBytes;
    if (header.type == kHeaders) block_open_ = !header.has(kEndHeaders);
    if (header.type == kContinuation) block_open_ = block_open_ && !header.has(kEndHeaders);
    return {size, header};
  }

  /// The last frame is complete.
  [[nodiscard]] bool is_between_frames() const noexcept { return skip_ == 0 && gathered_ == 0; }
  /// As above, and the header block is complete, within which no other frame is allowed (section 4.3).
  [[nodiscard]] bool is_between_messages() const noexcept { return is_between_frames() && !block_open_; }

 private:
  static constexpr std::size_t kDependencyBytes = 4;
  static constexpr std::size_t kPriorityBytes = 5;  ///< the library refuses another length

  [[nodiscard]] FrameHeader decode() const noexcept {
    const auto byte = [this](std::size_t index) { return static_cast<std::uint32_t>(gathered_bytes_[index]) & 0xffU; };
    const auto stream_at = [byte](std::size_t index) {  // without the reserved bit
      return ((byte(index) & 0x7fU) << 24U) | (byte(index + 1) << 16U) | (byte(index + 2) << 8U) | byte(index + 3);
    };
    FrameHeader header;
    header.length = (byte(0) << 16U) | (byte(1) << 8U) | byte(2);
    header.type = static_cast<std::uint8_t>(byte(3));
    header.flags = static_cast<std::uint8_t>(byte(4));
    header.stream = stream_at(5);
    if (gathered_ > kFrameHeaderBytes) header.dependency = stream_at(kFrameHeaderBytes);
    return header;
  }

  std::array<char, kFrameHeaderBytes + kDependencyBytes> gathered_bytes_{};
  std::size_t wanted_ = kFrameHeaderBytes;
  std::size_t gathered_ = 0;
  std::size_t skip_ = kH2Preface.size();  ///< remaining bytes of the preface, later of the payload
  bool block_open_ = false;
};

}  // namespace h2
}  // namespace agent_access::net
