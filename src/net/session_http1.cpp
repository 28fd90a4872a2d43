// HTTP/1.1 in a session: requests from its read buffer, handled in order.
#include <string_view>
#include <utility>
#include <variant>

#include "net/session.hpp"

namespace agent_access::net {
namespace {

using http::RequestError;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

/// Answers the complete requests that were received, as far as the peer takes the answers.
void Session::serve() {
  while (serve_one()) {
    if (outbox().full() && !flush()) return;
  }
  if (!is_plain_http1() || own_outbox_ || outbox().empty()) return flush() ? go_on() : void();
  owner_.has_responses(*this);
  own_outbox_ = resources_.take_outbox();
  next_ = Next::send;
}

/// One request from the buffer; false when there is no complete one or the connection ends.
bool Session::serve_one() {
  if (ending_ || buffer_.unread().empty() || buffer_.unread().size() < expected_) return false;
  if (chunks_ && !chunks_->is_complete() && !read_chunks()) return false;
  const HeadResult result = parse_head(buffer_.unread(), resources_.limits, resources_.head);
  if (const auto* fault = std::get_if<RequestError>(&result)) {
    refuse(*fault);
    return false;
  }
  const auto* size = std::get_if<HeadSize>(&result);
  return size != nullptr && serve_with_body(size->bytes);
}

/// The same, its head parsed. The head is parsed anew when the body comes later: it is the worker's, and its views of
/// the buffer end when more is received.
bool Session::serve_with_body(std::size_t head_size) {
  const Head& head = resources_.head;
  if (head.chunked && !chunks_) {
    chunks_.emplace(resources_.limits.body);
    chunks_head_ = head_size;
    wants_continue_ = head.expects_continue;
    if (!read_chunks()) return false;
  }
  const std::size_t body_size = chunks_ ? chunks_->size() : head.content_length;
  const std::string_view bytes = buffer_.unread();
  const std::size_t size = head_size + body_size;
  if (bytes.size() < size) {
    expected_ = size;
    wants_continue_ = head.expects_continue;
    return false;
  }
  answer(head, bytes.substr(head_size, body_size));
  buffer_.consume(size);
  expected_ = 0;
  chunks_.reset();
  wants_continue_ = false;
  request_started_ = now_;
  if (phase_ == Phase::body) phase_ = Phase::head;
  return true;
}

/// Decodes what has come of a chunked body, in place behind its head. False: more must come, or it was refused.
bool Session::read_chunks() {
  const std::size_t at = chunks_head_ + chunks_->size();
  const ChunkedBody::Step step = chunks_->decode(buffer_.unread_bytes().subspan(at));
  buffer_.cut(at + step.produced, step.taken - step.produced);
  if (step.fault) refuse_body(*step.fault);
  if (step.fault || chunks_->is_complete()) return !step.fault;
  expected_ = buffer_.unread().size() + 1;
  return false;
}

http::Request Session::request_with(const Head& head, std::string_view body) const noexcept {
  http::Request request = request_of(head, body);
  request.peer = peer_text_;
  request.peer_address = peer_;
  return request;
}

void Session::answer(const Head& head, std::string_view body) {
  Outgoing& outgoing = outbox().add();
  outgoing.method = head.method;
  outgoing.path = head.path;
  outgoing.started = request_started_;
  http::Request request = request_with(head, body);
  outgoing.request_id = resources_.id_of(request);
  request.request_id = text_of(outgoing.request_id);
  try {
    resources_.handler.handle(request, outgoing.response);
  } catch (...) {
    outgoing.response.reset();
    resources_.handler.reject(RequestError::handler_failed, outgoing.response);
    outgoing.response.connection = http::Connection::close;
  }
  if (outgoing.response.source) bound_unsent_bytes(channel_.descriptor());
  ++answered_;
  const Persistence persistence = persistence_of(head, outgoing.response);
  ending_ = persistence == Persistence::ends;
  outbox().seal(outgoing, resources_.date.current(), persistence, channel_.answer_fields());
}

Persistence Session::persistence_of(const Head& head, const http::Response& response) const noexcept {
  const bool ends = !head.persistent || response.connection == http::Connection::close || resources_.stopping ||
                    answered_ >= resources_.limits.requests_per_connection;
  if (ends) return Persistence::ends;
  return head.minor_version == 0 ? Persistence::announced : Persistence::implied;
}

/// Refuses what the resources's head says, as far as it was read.
void Session::refuse(RequestError fault) {
  const Head& head = resources_.head;
  const http::Request request = head.is_whole ? request_with(head, {}) : http::Request{};
  resources_.refuse(fault, head.method, request_started_, outbox(), channel_.answer_fields(),
                    head.is_whole ? &request : nullptr);
  ending_ = true;
}

/// Refuses a request for its body. Its head is still in the buffer; the resources's may be of another connection by
/// now.
void Session::refuse_body(RequestError fault) {
  static_cast<void>(parse_head(buffer_.unread(), resources_.limits, resources_.head));
  refuse(fault);
}

/// A client that asked for it is told to send the body. The outbox is empty, so that 25 bytes always fit; false when
/// the connection is broken.
bool Session::promise_continue() {
  if (!std::exchange(wants_continue_, false)) return true;
  const iovec part{const_cast<char*>(kContinue.data()), kContinue.size()};
  const IoResult moved = channel_.write({&part, 1});
  return moved.io == Io::done && moved.count == kContinue.size();
}

}  // namespace agent_access::net
