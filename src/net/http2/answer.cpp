// Requests and responses of an HTTP/2 connection: between the callbacks of libnghttp2 and the Handler.
#include <array>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "http/append.hpp"
#include "net/http2/callbacks.hpp"
#include "net/http2/connection.hpp"

namespace agent_access::net {
namespace {

using h2::Stream;

nghttp2_nv pair_of(std::string_view name, std::string_view value, std::uint8_t flags = NGHTTP2_NV_FLAG_NONE) noexcept {
  const auto bytes = [](std::string_view text) {
    // The library copies both before it returns; only its type is not const.
    return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
  };
  return {bytes(name), bytes(value), name.size(), value.size(), flags};
}

/// Connection-specific fields do not exist here (RFC 9113 section 8.2.2).
bool is_connection_specific(std::string_view name) noexcept {
  return http::equal_names(name, "connection") || http::equal_names(name, "keep-alive") ||
         http::equal_names(name, "transfer-encoding") || http::equal_names(name, "upgrade");
}

/// Adds "Name: value" lines. The library writes names in lower case.
void add_lines(std::string_view lines, std::vector<nghttp2_nv>& pairs) {
  while (!lines.empty()) {
    const std::size_t end = lines.find("\r\n");
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 2);
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos || is_connection_specific(line.substr(0, colon))) continue;
    pairs.push_back(pair_of(line.substr(0, colon), line.substr(colon + 2)));
  }
}

}  // namespace

/// Null when the peer has kMostStreams open streams.
Stream* H2Connection::open(std::int32_t id) {
  std::size_t open_streams = 0;
  for (const Stream& stream : streams_) open_streams += stream.closed ? 0 : 1;
  if (open_streams >= kMostStreams) {
    reset(id, NGHTTP2_REFUSED_STREAM);
    return nullptr;
  }
  if (streams_.empty()) moved_at_ = now_;
  return &streams_.emplace_back(id, message_since_.value_or(now_));
}

void H2Connection::head_complete(Stream& stream, bool ends) {
  stream.method = stream.head->method();
  if (const auto fault = stream.head->conclude()) return refuse(stream, *fault);
  stream.phase = Stream::Phase::body;
  stream.deadline = now_ + resources_.limits.body_deadline;
  if (ends) return request_complete(stream);
  if (hold(stream, stream.head->held_bytes()) && stream.head->expects_continue()) promise_continue(stream);
}

void H2Connection::body_arrived(Stream& stream, std::string_view bytes) {
  if (stream.phase != Stream::Phase::body) return;  // answered already: the body is ignored
  if (stream.body.size() + bytes.size() > resources_.limits.body)
    return refuse(stream, http::RequestError::body_too_large);
  if (hold(stream, bytes.size())) stream.body.append(bytes);
}

/// False: the stream is refused, because more than the peer's share would have to be held.
bool H2Connection::hold(Stream& stream, std::size_t bytes) {
  if (buffered_ + bytes > kMostBuffered) {
    reset(stream.id, NGHTTP2_REFUSED_STREAM);
    return false;
  }
  stream.held += bytes;
  buffered_ += bytes;
  return true;
}

void H2Connection::release_held(Stream& stream) noexcept { buffered_ -= std::exchange(stream.held, 0); }

http::Request H2Connection::request_of(const Stream& stream) const noexcept {
  http::Request request = stream.head->request();
  request.peer = peer_text_;
  request.peer_address = peer_;
  return request;
}

void H2Connection::request_complete(Stream& stream) {
  if (const auto fault = stream.head->fault()) return refuse(stream, *fault);  // a fault of the trailer
  http::Request request = request_of(stream);
  stream.path = request.path;
  stream.request_id = resources_.id_of(request);
  request.body = stream.body;
  request.request_id = text_of(stream.request_id);
  try {
    resources_.handler.handle(request, stream.response);
  } catch (...) {
    stream.response.reset();
    resources_.handler.reject(http::RequestError::handler_failed, stream.response);
  }
  submit(stream);
}

/// Answers a malformed or refused request. Ends the stream only: the frames were valid.
void H2Connection::refuse(Stream& stream, http::RequestError fault) {
  if (stream.head->is_whole()) {
    const http::Request request = request_of(stream);
    stream.request_id = resources_.id_of(request);
    resources_.handler.reject_request(fault, request, stream.response);
  } else {
    stream.request_id = resources_.request_ids.next();
    resources_.handler.reject(fault, stream.response);
  }
  submit(stream);
}

void H2Connection::submit(Stream& stream) {
  release_held(stream);
  stream.phase = Stream::Phase::answering;
  stream.head.reset();
  stream.body = std::string();
  stream.deadline = now_ + resources_.limits.write_deadline;
  stream.flow_mark = framed_bytes_;
  if (++answered_ == resources_.limits.requests_per_connection) drain(now_);

  const http::Response& response = stream.response;
  const bool body_follows = has_length(response.status) && !response.omit_body && stream.method != http::Method::head;
  stream.body_size = body_follows ? response.content_length() : 0;
  const http::Decimal status(response.status);
  const http::Decimal length(static_cast<std::int64_t>(response.content_length()));
  std::vector<nghttp2_nv> pairs;
  pairs.reserve(32);
  pairs.push_back(pair_of(":status", status));
  add_lines(resources_.date.current(), pairs);
  add_lines(more_fields_, pairs);
  add_lines(response.constant_fields, pairs);
  add_lines(response.fields, pairs);
  if (has_length(response.status)) {
    pairs.push_back(pair_of("content-length", length));
  }
  // Different each time: in the compression table it would only evict fields that repeat.
  pairs.push_back(pair_of("x-request-id", text_of(stream.request_id), NGHTTP2_NV_FLAG_NO_INDEX));
  const nghttp2_data_provider body = body_of_answer();
  const int result = nghttp2_submit_response(session_.get(), stream.id, pairs.data(), pairs.size(),
                                             stream.body_size > 0 ? &body : nullptr);
  if (result == NGHTTP2_ERR_NOMEM) throw std::bad_alloc();
}

/// Sends 100 Continue, for which the client waits before it sends the body (RFC 9110 section 10.1.1).
void H2Connection::promise_continue(const Stream& stream) {
  const std::array pairs{pair_of(":status", "100")};
  if (nghttp2_submit_headers(session_.get(), NGHTTP2_FLAG_NONE, stream.id, nullptr, pairs.data(), pairs.size(),
                             nullptr) == NGHTTP2_ERR_NOMEM) {
    throw std::bad_alloc();
  }
}

/// "A server MAY request that the client abort transmission of a request without error by sending a RST_STREAM with an
/// error code of NO_ERROR after sending a complete response" (RFC 9113 section 8.1).
void H2Connection::answer_sent(Stream& stream) {
  stream.complete = true;
  moved_at_ = now_;
  if (!stream.remote_ended) return reset(stream.id, NGHTTP2_NO_ERROR);
  guard_.answered();
}

void H2Connection::reset(std::int32_t id, std::uint32_t error_code) {
  if (nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, id, error_code) == NGHTTP2_ERR_NOMEM) {
    throw std::bad_alloc();
  }
}

}  // namespace agent_access::net
