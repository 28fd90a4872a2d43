/// \file
/// The requests that one connection receives over HTTP/1.1: its read buffer, and what is known of the request that is
/// not complete. A chunked body is decoded in place in the buffer. No sockets, no clock.
///
/// Not thread safe: belongs to its connection.
///
/// The chunked transfer coding of a request's body (RFC 9112 section 7.1), decoded in place as it arrives: no sockets,
/// no clock, no memory of its own.
///
/// Accepted, and nothing else: a size of hexadecimal digits, extensions (chunk_extensions.hpp), CR LF, as many bytes,
/// CR LF, again and again; then a size of zeros, extensions and two line ends. Refused as malformed: trailers, white
/// space, bare CR or LF, extensions of more than 256 bytes in all (decision 0018). Refused as too large: as soon as the
/// sizes, or the other bytes, leading zeros among them, exceed the limit of a body.
///
/// Not thread safe: belongs to its connection.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/result.hpp"
#include "http/handler.hpp"
#include "net/capacity/limits.hpp"
#include "net/http1/chunk_extensions.hpp"
#include "net/http1/framing.hpp"

namespace agent_access::net {

class ChunkedBody {
 public:
  /// What one call of decode() did.
  struct Step {
    std::size_t taken = 0;                    ///< bytes that were read
    std::size_t produced = 0;                 ///< data among them, now at the front of the bytes
    std::optional<http::RequestError> fault;  ///< malformed_chunks or body_too_large: decode nothing more
  };

  /// `most`: data in all, and the same number again of sizes and line ends; at most 2^59.
  explicit ChunkedBody(std::size_t most) noexcept : most_(most) {}

  /// Takes the bytes that follow those of earlier calls, none behind the end of the body. Verdict and data do not
  /// depend on how the stream was cut.
  [[nodiscard]] Step decode(std::span<char> bytes) noexcept;

  [[nodiscard]] bool is_complete() const noexcept { return part_ == ChunkPart::end && expected_.empty(); }
  /// Bytes of data so far.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  enum class ChunkPart : std::uint8_t { size, extensions, data, end };

  void expect(std::string_view text, ChunkPart next) noexcept;
  void take_data(std::span<char> bytes, Step& step) noexcept;
  [[nodiscard]] std::optional<http::RequestError> take_framing(char byte) noexcept;
  [[nodiscard]] std::optional<http::RequestError> take_expected(char byte) noexcept;
  [[nodiscard]] std::optional<http::RequestError> take_size(char byte) noexcept;
  [[nodiscard]] std::optional<http::RequestError> take_extension(char byte) noexcept;
  [[nodiscard]] std::optional<http::RequestError> end_size_line() noexcept;

  std::size_t most_;
  std::size_t size_ = 0;
  std::size_t framing_ = 0;           ///< bytes of sizes, extensions and line ends so far
  std::size_t remaining_ = 0;         ///< of the chunk's data; while its size is read, the size so far
  std::string_view expected_;         ///< the bytes that must come next
  ChunkPart part_ = ChunkPart::size;  ///< what follows them
  bool has_digits_ = false;
  std::size_t extended_ = 0;    ///< bytes of extensions so far
  ChunkExtensions extensions_;  ///< of the chunk whose size is read
};

/// The bytes received on one connection and not yet used up. Starts small, because most connections are idle and most
/// requests short; grows up to a fixed size that holds the largest request the limits allow.
class ReadBuffer {
 public:
  explicit ReadBuffer(std::size_t largest) : largest_(std::max(largest, kSmall)) {}

  [[nodiscard]] std::string_view unread() const noexcept { return {bytes_.get() + begin_, end_ - begin_}; }
  /// The same, to be changed in place.
  [[nodiscard]] std::span<char> unread_bytes() noexcept { return {bytes_.get() + begin_, end_ - begin_}; }

  /// Room to receive into, never empty unless `largest` bytes are unread. Moves the unread bytes: their views end.
  [[nodiscard]] std::span<char> room() {
    if (begin_ == end_) {
      begin_ = end_ = 0;
      if (capacity_ != kSmall) reallocate(kSmall);
    }
    if (end_ == capacity_ && begin_ > 0) compact();
    if (end_ == capacity_) reallocate(std::min(capacity_ * 4, largest_));
    return {bytes_.get() + end_, capacity_ - end_};
  }
  void received(std::size_t count) noexcept { end_ += count; }
  void consume(std::size_t count) noexcept { begin_ += count; }
  /// Takes `count` of the unread bytes away, from the place `at` on.
  void cut(std::size_t at, std::size_t count) noexcept {
    if (count == 0) return;
    char* const gap = bytes_.get() + begin_ + at;
    std::memmove(gap, gap + count, end_ - begin_ - at - count);
    end_ -= count;
  }
  void clear() noexcept { begin_ = end_ = 0; }
  /// Gives the memory back when nothing is unread. True: there was some.
  bool release() noexcept {
    if (begin_ != end_ || capacity_ == 0) return false;
    bytes_.reset();
    begin_ = end_ = capacity_ = 0;
    return true;
  }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

 private:
  static constexpr std::size_t kSmall = 2048;  // a request with a bearer token is about 1 KiB

  void compact() noexcept {
    std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  void reallocate(std::size_t capacity) {
    auto bytes = std::make_unique_for_overwrite<char[]>(capacity);
    if (end_ > begin_) std::memcpy(bytes.get(), bytes_.get() + begin_, end_ - begin_);
    bytes_ = std::move(bytes);
    end_ -= begin_;
    begin_ = 0;
    capacity_ = capacity;
  }

  std::size_t largest_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::unique_ptr<char[]> bytes_;
};

class RequestReader {
 public:
  /// The body of a complete request; nothing while more bytes must come.
  using Result = base::Result<std::optional<std::string_view>, http::RequestError>;

  /// `limits` must outlive it.
  explicit RequestReader(const Limits& limits);

  [[nodiscard]] ReadBuffer& buffer() noexcept { return buffer_; }
  [[nodiscard]] const ReadBuffer& buffer() const noexcept { return buffer_; }

  /// Reads the next request into `head`, which is parsed anew when the body comes later: it may be another connection's
  /// meanwhile, and its views of the buffer end when more is received. Skips one empty line before it.
  [[nodiscard]] Result next(Head& head);
  /// The request that next() returned was handled.
  void finish() noexcept;

  /// The head of the next request is complete, its body is not.
  [[nodiscard]] bool awaits_body() const noexcept { return expected_ != 0; }
  /// Reads that head again.
  void read_head(Head& head) const { static_cast<void>(parse_head(buffer_.unread(), limits_, head)); }
  /// The client waits for 100 Continue before it sends the body. True once.
  [[nodiscard]] bool take_continue() noexcept { return std::exchange(wants_continue_, false); }

 private:
  [[nodiscard]] std::optional<http::RequestError> read_chunks(Head& head);
  void skip_empty_line() noexcept;

  const Limits& limits_;
  ReadBuffer buffer_;
  /// The size of a request whose head is complete, or one more than the bytes received of its chunks.
  std::size_t expected_ = 0;
  std::optional<ChunkedBody> chunks_;  ///< of the request whose head is complete, when its body is chunked
  std::size_t chunks_head_ = 0;        ///< the size of that head; the body is decoded after it
  std::size_t complete_ = 0;           ///< the size of the request that next() returned
  bool wants_continue_ = false;
  bool has_begun_ = false;  ///< an empty line was skipped: a second one is malformed
};

}  // namespace agent_access::net
