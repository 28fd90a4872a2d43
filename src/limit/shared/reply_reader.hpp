/// \file
/// Redis' replies (RESP 2), read by hiredis and kept only as far as this program can use them: one text, or one row of
/// integers. Everything else (nested, nil within a row, more than kMostIntegers) is refused before memory is taken for
/// it; the reader is useless after a refusal and its connection must go.
///
/// Faults: garbled. NOT checked: what the values mean (see read_owed) and how many bytes were fed; the caller bounds
/// them. Thread safety: an instance belongs to one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "limit/shared/redis_fault.hpp"

namespace agent_access::limit {

/// Keys of one script call, and so integers of one answer.
inline constexpr std::size_t kMostIntegers = 64;

enum class ReplyKind : std::uint8_t { status, error, text, integer, row };

class Reply {
 public:
  [[nodiscard]] ReplyKind kind() const noexcept { return kind_; }
  /// Of a status, error or text: its first 255 bytes.
  [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), text_size_}; }
  [[nodiscard]] std::span<const std::int64_t> integers() const noexcept { return std::span(integers_).first(count_); }

 private:
  friend class ReplyReader;
  friend struct ReplyMaking;
  ReplyKind kind_ = ReplyKind::status;
  std::array<char, 255> text_{};
  std::size_t text_size_ = 0;
  std::array<std::int64_t, kMostIntegers> integers_{};
  std::size_t count_ = 0;
};

class ReplyReader {
 public:
  ReplyReader();
  ~ReplyReader();

  [[nodiscard]] base::Result<void, RedisFault> feed(std::string_view bytes);
  /// The next complete reply, valid until the next call; null when more bytes are needed.
  [[nodiscard]] base::Result<const Reply*, RedisFault> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What the script answered: as many integers as keys were asked for, none negative, none above `most`.
[[nodiscard]] base::Result<std::span<const std::int64_t>, RedisFault> read_owed(const Reply& reply, std::size_t count,
                                                                                std::int64_t most);
/// The 40 lower-case hex characters by which the script can be called.
[[nodiscard]] base::Result<std::string_view, RedisFault> read_script_id(const Reply& reply);
/// "+OK".
[[nodiscard]] base::Result<void, RedisFault> read_ok(const Reply& reply);

}  // namespace agent_access::limit
