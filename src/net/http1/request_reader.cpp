#include "net/http1/request_reader.hpp"

#include <variant>

#include "base/hex.hpp"

namespace agent_access::net {

using http::RequestError;

namespace {

/// The most bytes of extensions of all chunks of a body. They mean nothing here, and clients that send some send few.
constexpr std::size_t kMostExtended = 256;

/// Room for what follows the data of the largest chunked body.
constexpr std::size_t kChunkRoom = 64;

std::size_t largest_request(const Limits& limits) noexcept {
  return limits.request_line + limits.header_block + limits.body + 4 + kChunkRoom;
}

}  // namespace

ChunkedBody::Step ChunkedBody::decode(std::span<char> bytes) noexcept {
  Step step;
  while (step.taken < bytes.size() && !is_complete() && !step.fault) {
    if (part_ == ChunkPart::data && expected_.empty()) {
      take_data(bytes, step);
    } else {
      step.fault = take_framing(bytes[step.taken++]);
    }
  }
  return step;
}

void ChunkedBody::take_data(std::span<char> bytes, Step& step) noexcept {
  const std::size_t count = std::min(remaining_, bytes.size() - step.taken);
  std::memmove(bytes.data() + step.produced, bytes.data() + step.taken, count);
  step.taken += count;
  step.produced += count;
  size_ += count;
  remaining_ -= count;
  if (remaining_ > 0) return;
  has_digits_ = false;
  expect("\r\n", ChunkPart::size);
}

void ChunkedBody::expect(std::string_view text, ChunkPart next) noexcept {
  expected_ = text;
  part_ = next;
}

std::optional<RequestError> ChunkedBody::take_framing(char byte) noexcept {
  // Chunks of one byte would make us read six for each.
  if (++framing_ > most_) return RequestError::body_too_large;
  if (!expected_.empty()) return take_expected(byte);
  return part_ == ChunkPart::size ? take_size(byte) : take_extension(byte);
}

std::optional<RequestError> ChunkedBody::take_expected(char byte) noexcept {
  if (byte != expected_.front()) return RequestError::malformed_chunks;
  expected_.remove_prefix(1);
  return std::nullopt;
}

std::optional<RequestError> ChunkedBody::take_size(char byte) noexcept {
  const int digit = base::hex_value(byte);
  if (digit < 0) {
    if (!has_digits_) return RequestError::malformed_chunks;
    if (byte == '\r') return end_size_line();
    part_ = ChunkPart::extensions;
    extensions_ = {};
    return take_extension(byte);
  }
  has_digits_ = true;
  remaining_ = remaining_ * 16 + static_cast<std::size_t>(digit);
  if (remaining_ > most_ - size_) return RequestError::body_too_large;
  return std::nullopt;
}

std::optional<RequestError> ChunkedBody::take_extension(char byte) noexcept {
  if (byte == '\r' && extensions_.may_end()) return end_size_line();
  if (!extensions_.take(byte) || ++extended_ > kMostExtended) return RequestError::malformed_chunks;
  return std::nullopt;
}

/// The last chunk has no data, and we take no trailer: an empty line follows at once.
std::optional<RequestError> ChunkedBody::end_size_line() noexcept {
  remaining_ > 0 ? expect("\n", ChunkPart::data) : expect("\n\r\n", ChunkPart::end);
  return std::nullopt;
}

RequestReader::RequestReader(const Limits& limits) : limits_(limits), buffer_(largest_request(limits)) {}

/// RFC 9112 section 2.2: some clients send an empty line after a body.
void RequestReader::skip_empty_line() noexcept {
  if (has_begun_ || !buffer_.unread().starts_with("\r\n")) return;
  buffer_.consume(2);
  has_begun_ = true;
}

RequestReader::Result RequestReader::next(Head& head) {
  skip_empty_line();
  const std::size_t received = buffer_.unread().size();
  if (received == 0 || received < expected_) return std::nullopt;
  if (chunks_) {
    if (const auto fault = read_chunks(head)) return base::Failure(*fault);
    if (!chunks_->is_complete()) return std::nullopt;
  }
  const HeadResult result = parse_head(buffer_.unread(), limits_, head);
  if (const auto* fault = std::get_if<RequestError>(&result)) return base::Failure(*fault);
  const auto* const head_size = std::get_if<HeadSize>(&result);
  if (head_size == nullptr) return std::nullopt;
  if (head.chunked && !chunks_) {
    chunks_.emplace(limits_.body);
    chunks_head_ = head_size->bytes;
    wants_continue_ = head.expects_continue;
    if (const auto fault = read_chunks(head)) return base::Failure(*fault);
    if (!chunks_->is_complete()) return std::nullopt;
  }
  const std::size_t body_size = chunks_ ? chunks_->size() : head.content_length;
  complete_ = head_size->bytes + body_size;
  const std::string_view bytes = buffer_.unread();
  if (bytes.size() < complete_) {
    expected_ = complete_;
    wants_continue_ = head.expects_continue;
    return std::nullopt;
  }
  return bytes.substr(head_size->bytes, body_size);
}

void RequestReader::finish() noexcept {
  buffer_.consume(complete_);
  has_begun_ = false;
  expected_ = 0;
  chunks_.reset();
  wants_continue_ = false;
}

/// Decodes what has come of a chunked body, in place behind its head.
std::optional<RequestError> RequestReader::read_chunks(Head& head) {
  const std::size_t at = chunks_head_ + chunks_->size();
  const ChunkedBody::Step step = chunks_->decode(buffer_.unread_bytes().subspan(at));
  buffer_.cut(at + step.produced, step.taken - step.produced);
  if (step.fault) read_head(head);
  if (!step.fault && !chunks_->is_complete()) expected_ = buffer_.unread().size() + 1;
  return step.fault;
}

}  // namespace agent_access::net
