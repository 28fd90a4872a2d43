#include "limit/shared/reply_reader.hpp"

#include <hiredis/read.h>

#include <algorithm>

#include "base/ascii.hpp"
#include "base/hex.hpp"

namespace agent_access::limit {

namespace {

struct FreeReader {
  void operator()(redisReader* reader) const noexcept { redisReaderFree(reader); }
};

Reply& reply_of(const redisReadTask* task) noexcept { return *static_cast<Reply*>(task->privdata); }

}  // namespace

/// Callbacks of hiredis. Returning null makes the reader fail; they must not throw through C code.
struct ReplyMaking {
  static void* make_text(const redisReadTask* task, char* text, std::size_t size) noexcept {
    if (task->parent != nullptr) return nullptr;
    Reply& reply = reply_of(task);
    switch (task->type) {
      case REDIS_REPLY_STATUS:
        reply.kind_ = ReplyKind::status;
        break;
      case REDIS_REPLY_ERROR:
        reply.kind_ = ReplyKind::error;
        break;
      case REDIS_REPLY_STRING:
        reply.kind_ = ReplyKind::text;
        break;
      default:
        return nullptr;  // the large numbers and verbatim texts of RESP 3
    }
    reply.text_size_ = std::min(size, reply.text_.size());
    std::copy_n(text, reply.text_size_, reply.text_.begin());
    return &reply;
  }

  /// `Count` is int in hiredis 0.14 and size_t from 1.0 on. A negative count becomes too large a one.
  template <class Count>
  static void* make_row(const redisReadTask* task, Count elements) noexcept {
    if (task->parent != nullptr || static_cast<std::size_t>(elements) > kMostIntegers) return nullptr;
    Reply& reply = reply_of(task);
    reply.kind_ = ReplyKind::row;
    return &reply;
  }

  static void* make_integer(const redisReadTask* task, long long value) noexcept {
    Reply& reply = reply_of(task);
    if (task->parent == nullptr) reply.kind_ = ReplyKind::integer;
    if (reply.count_ == reply.integers_.size()) return nullptr;
    reply.integers_[reply.count_++] = value;
    return &reply;
  }

  static void* make_nil(const redisReadTask* /*task*/) noexcept { return nullptr; }
  static void* make_double(const redisReadTask*, double, char*, std::size_t) noexcept { return nullptr; }
  static void* make_bool(const redisReadTask*, int) noexcept { return nullptr; }
  static void free(void* /*reply*/) noexcept {}
};

namespace {

/// A template, so that the members that hiredis has from 1.0 on are only named where they exist. Left null, hiredis
/// would return a number in place of a pointer for values of RESP 3.
template <class Functions>
Functions reply_functions() noexcept {
  Functions functions{};
  functions.createString = &ReplyMaking::make_text;
  functions.createArray = &ReplyMaking::make_row;
  functions.createInteger = &ReplyMaking::make_integer;
  functions.createNil = &ReplyMaking::make_nil;
  functions.freeObject = &ReplyMaking::free;
  if constexpr (requires { functions.createDouble; }) functions.createDouble = &ReplyMaking::make_double;
  if constexpr (requires { functions.createBool; }) functions.createBool = &ReplyMaking::make_bool;
  return functions;
}

}  // namespace

struct ReplyReader::State {
  Reply reply;
  redisReplyObjectFunctions functions = reply_functions<redisReplyObjectFunctions>();
  std::unique_ptr<redisReader, FreeReader> reader{redisReaderCreateWithFunctions(&functions)};
  bool is_whole = true;  ///< no reply is partly read
};

ReplyReader::ReplyReader() : state_(std::make_unique<State>()) {
  if (state_->reader) state_->reader->privdata = &state_->reply;
}

ReplyReader::~ReplyReader() = default;

base::Result<void, RedisFault> ReplyReader::feed(std::string_view bytes) {
  if (!state_->reader) return base::Failure(RedisFault::garbled);
  if (redisReaderFeed(state_->reader.get(), bytes.data(), bytes.size()) != 0) {
    return base::Failure(RedisFault::garbled);
  }
  return {};
}

base::Result<const Reply*, RedisFault> ReplyReader::next() {
  if (!state_->reader) return base::Failure(RedisFault::garbled);
  if (state_->is_whole) state_->reply = Reply();
  void* made = nullptr;
  if (redisReaderGetReply(state_->reader.get(), &made) != 0) return base::Failure(RedisFault::garbled);
  state_->is_whole = made != nullptr;
  return made == nullptr ? nullptr : &state_->reply;
}

base::Result<std::span<const std::int64_t>, RedisFault> read_owed(const Reply& reply, std::size_t count,
                                                                  std::int64_t most) {
  if (reply.kind() == ReplyKind::error) return base::Failure(classify_error(reply.text()));
  const auto owed = reply.integers();
  const bool is_right = reply.kind() == ReplyKind::row && owed.size() == count &&
                        std::ranges::all_of(owed, [&](std::int64_t value) { return value >= 0 && value <= most; });
  if (!is_right) return base::Failure(RedisFault::wrong_answer);
  return owed;
}

base::Result<std::string_view, RedisFault> read_script_id(const Reply& reply) {
  constexpr std::size_t kSize = 40;
  if (reply.kind() == ReplyKind::error) return base::Failure(classify_error(reply.text()));
  const auto is_hex = [](char c) { return base::is_hex_digit(c) && !base::is_upper(c); };
  const auto text = reply.text();
  if (reply.kind() != ReplyKind::text || text.size() != kSize || !std::ranges::all_of(text, is_hex)) {
    return base::Failure(RedisFault::wrong_answer);
  }
  return text;
}

base::Result<void, RedisFault> read_ok(const Reply& reply) {
  if (reply.kind() == ReplyKind::error) return base::Failure(classify_error(reply.text()));
  if (reply.kind() != ReplyKind::status || reply.text() != "OK") return base::Failure(RedisFault::wrong_answer);
  return {};
}

}  // namespace agent_access::limit
