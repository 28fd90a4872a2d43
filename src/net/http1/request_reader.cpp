#include "net/http1/request_reader.hpp"

#include <variant>

namespace agent_access::net {
namespace {

using http::RequestError;

/// Room for what follows the data of the largest chunked body.
constexpr std::size_t kChunkRoom = 64;

std::size_t largest_request(const Limits& limits) noexcept {
  return limits.request_line + limits.header_block + limits.body + 4 + kChunkRoom;
}

}  // namespace

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
  if (chunks_ && !chunks_->is_complete()) {
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
