/// \file
/// Redis replies (RESP 2), parsed by hiredis. Only one text or one array of integers is accepted. Anything else
/// (nested, nil within an array, more than kMostIntegers) is refused before memory is allocated for it; after a refusal
/// the reader cannot be used again and the connection must be closed.
///
/// Faults: garbled. NOT checked: the meaning of the values (see read_owed) and the number of bytes fed, which the
/// caller limits. Thread safety: an instance belongs to one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "limit/shared/redis_fault.hpp"

namespace agent_access::limit {

/// Keys of one script call, and so integers of one reply.
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

/// The reply of the script: one integer for each key, none negative, none above `most`.
[[nodiscard]] base::Result<std::span<const std::int64_t>, RedisFault> read_owed(const Reply& reply, std::size_t count,
                                                                                std::int64_t most);
/// The SHA-1 of the script that EVALSHA takes: 40 lower-case hex characters.
[[nodiscard]] base::Result<std::string_view, RedisFault> read_script_id(const Reply& reply);
/// "+OK".
[[nodiscard]] base::Result<void, RedisFault> read_ok(const Reply& reply);

}  // namespace agent_access::limit
