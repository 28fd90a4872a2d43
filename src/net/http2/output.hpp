/// \file
/// The output queue of one HTTP/2 connection: owns frame headers, small frames and what was read from sources, and
/// refers to bodies that streams own. Not thread safe.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>

namespace agent_access::net::h2 {

struct Stream;

class Output {
 public:
  static constexpr std::size_t kMostParts = 32;

  /// Appends a copy.
  void append(std::string_view bytes);
  /// Appends a reference to bytes that must not change until sent; adds their size to `owner.queued`.
  void borrow(std::string_view bytes, Stream& owner);
  /// Appends the header of a frame and `size` bytes that the source of the owner's response gives; adds both sizes to
  /// `owner.queued`. False, and nothing is appended, if the source fails.
  [[nodiscard]] bool append_read(std::string_view frame_header, std::size_t size, Stream& owner);
  /// Marks the end of a stream: take() returns `owner` when all bytes before it have been sent. Precondition: not
  /// empty().
  void end(Stream& owner);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// The next bytes, in up to kMostParts parts; valid until any other call.
  [[nodiscard]] std::span<const std::string_view> parts() noexcept;

  /// The next piece is the end of a stream.
  [[nodiscard]] bool is_at_end() const noexcept { return !pieces_.empty() && pieces_.front().size == 0; }
  /// Removes the end of a stream and returns the stream, or removes up to `count` sent bytes of one piece and subtracts
  /// them from `count`.
  [[nodiscard]] Stream* take(std::size_t& count) noexcept;
  void clear() noexcept;
  /// Memory of its own.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return own_.capacity() + pieces_.size() * sizeof(Piece) + kPiecesAtLeast;
  }
  /// Releases spare memory, if it is empty.
  void give_back() noexcept {
    if (empty()) std::string().swap(own_);  // an assignment would keep the memory
  }

 private:
  static constexpr std::size_t kPiecesAtLeast = 576;  ///< an empty deque of libstdc++

  struct Piece {
    const char* borrowed = nullptr;  ///< null: the next bytes of `own_`
    std::size_t size = 0;            ///< 0: the end of `owner`
    Stream* owner = nullptr;
  };
  void compact() noexcept;
  void drop_sent() noexcept;

  std::string own_;
  std::size_t own_begin_ = 0;  ///< bytes before it are sent
  std::deque<Piece> pieces_;
  std::size_t size_ = 0;
  std::array<std::string_view, kMostParts> parts_;
};

}  // namespace agent_access::net::h2
