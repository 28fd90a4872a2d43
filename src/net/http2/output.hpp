/// \file
/// Bytes of one HTTP/2 connection on their way out: frame headers and small frames are kept here, bodies are borrowed
/// from the streams that own them. Not thread safe.
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
  /// Appends bytes that stay where they are until sent; adds them to `owner.queued`.
  void borrow(std::string_view bytes, Stream& owner);
  /// The stream ends here: take() returns `owner` when all that was put before has been sent. Must not be empty.
  void end(Stream& owner);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// The next bytes, in up to kMostParts parts; valid until any other call.
  [[nodiscard]] std::span<const std::string_view> parts() noexcept;

  /// The next thing is the end of a stream.
  [[nodiscard]] bool is_at_end() const noexcept { return !pieces_.empty() && pieces_.front().size == 0; }
  /// Takes the end of a stream, which is returned, or `count` sent bytes, from one piece only; lowers `count` by them.
  [[nodiscard]] Stream* take(std::size_t& count) noexcept;
  void clear() noexcept;
  /// Memory of its own.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return own_.capacity() + pieces_.size() * sizeof(Piece) + kPiecesAtLeast;
  }
  /// Gives back what it keeps for later bytes, if it is empty.
  void give_back() noexcept {
    if (empty()) own_ = std::string();
  }

 private:
  static constexpr std::size_t kPiecesAtLeast = 576;  ///< an empty deque of libstdc++

  struct Piece {
    const char* borrowed = nullptr;  ///< null: the next bytes of `own_`
    std::size_t size = 0;            ///< 0: the end of `owner`
    Stream* owner = nullptr;
  };
  void compact() noexcept;

  std::string own_;
  std::size_t own_begin_ = 0;  ///< what is before it has been sent
  std::deque<Piece> pieces_;
  std::size_t size_ = 0;
  std::array<std::string_view, kMostParts> parts_;
};

}  // namespace agent_access::net::h2
