#include "net/http1/chunked_body.hpp"

#include <algorithm>
#include <cstring>

#include "base/hex.hpp"

namespace agent_access::net {

using http::RequestError;

ChunkedBody::Step ChunkedBody::decode(std::span<char> bytes) noexcept {
  Step step;
  while (step.taken < bytes.size() && !is_complete() && !step.fault) {
    if (place_ == Place::data && expected_.empty()) {
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
  expect("\r\n", Place::size);
}

void ChunkedBody::expect(std::string_view text, Place next) noexcept {
  expected_ = text;
  place_ = next;
}

std::optional<RequestError> ChunkedBody::take_framing(char byte) noexcept {
  // Chunks of one byte would make us read six for each.
  if (++framing_ > most_) return RequestError::body_too_large;
  return expected_.empty() ? take_size(byte) : take_expected(byte);
}

std::optional<RequestError> ChunkedBody::take_expected(char byte) noexcept {
  if (byte != expected_.front()) return RequestError::malformed_chunks;
  expected_.remove_prefix(1);
  return std::nullopt;
}

std::optional<RequestError> ChunkedBody::take_size(char byte) noexcept {
  const int digit = base::hex_value(byte);
  if (digit < 0) {
    if (!has_digits_ || byte != '\r') return RequestError::malformed_chunks;
    // The last chunk has no data, and we take no trailer: an empty line follows at once.
    remaining_ > 0 ? expect("\n", Place::data) : expect("\n\r\n", Place::end);
    return std::nullopt;
  }
  if (has_digits_ && remaining_ == 0) return RequestError::malformed_chunks;
  has_digits_ = true;
  remaining_ = remaining_ * 16 + static_cast<std::size_t>(digit);
  if (remaining_ > most_ - size_) return RequestError::body_too_large;
  return std::nullopt;
}

}  // namespace agent_access::net
