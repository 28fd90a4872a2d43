// HTTP/1.1 in a session: requests from its reader, handled in order, and responses until the peer has read them.
#include <string_view>

#include "net/session.hpp"

namespace agent_access::net {
namespace {

using http::RequestError;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

/// Answers the complete requests that were received, as far as the peer takes the answers and the share of the turn
/// reaches.
void Session::serve() {
  while (serve_one()) {
    if (responses_.outbox().full() && !flush()) return;
    if (!take_share()) break;
  }
  if (channel_.is_tls() || responses_.has_own() || responses_.outbox().empty()) return flush() ? go_on() : void();
  owner_.has_responses(*this);
  responses_.keep();
  next_ = Next::send;
}

/// One request from the buffer; false when there is no complete one or the connection ends.
bool Session::serve_one() {
  if (ending_) return false;
  const RequestReader::Result body = requests_.next(resources_.head);
  if (!body) refuse(body.error());
  if (!body || !*body) return false;
  answer(resources_.head, **body);
  requests_.finish();
  request_started_ = now_;
  if (phase_ == Phase::body) phase_ = Phase::head;
  return true;
}

http::Request Session::request_with(const Head& head, std::string_view body) const noexcept {
  http::Request request = request_of(head, body);
  request.peer = peer_text_;
  request.peer_address = peer_;
  return request;
}

void Session::answer(const Head& head, std::string_view body) {
  Outgoing& outgoing = responses_.outbox().add();
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
  ++answered_;
  const Persistence persistence = persistence_of(head, outgoing.response);
  ending_ = persistence == Persistence::ends;
  responses_.outbox().seal(outgoing, resources_.date.current(), persistence, channel_.answer_fields());
}

Persistence Session::persistence_of(const Head& head, const http::Response& response) const noexcept {
  const bool ends = !head.persistent || response.connection == http::Connection::close || resources_.stopping ||
                    answered_ >= resources_.limits.requests_per_connection;
  if (ends) return Persistence::ends;
  return head.minor_version == 0 ? Persistence::announced : Persistence::implied;
}

/// Refuses what the head of the resources says, as far as it was read.
void Session::refuse(RequestError fault) {
  const Head& head = resources_.head;
  const http::Request request = head.is_whole ? request_with(head, {}) : http::Request{};
  resources_.refuse(fault, head.method, request_started_, responses_.outbox(), channel_.answer_fields(),
                    head.is_whole ? &request : nullptr);
  ending_ = true;
}

/// The head of the resources may be of another connection.
void Session::refuse_without_head(RequestError fault) {
  resources_.head.reset();
  refuse(fault);
}

/// A client that asked for it is told to send the body. The outbox is empty, so that 25 bytes always fit; false when
/// the connection is broken.
bool Session::promise_continue() {
  if (!requests_.take_continue()) return true;
  const iovec part{const_cast<char*>(kContinue.data()), kContinue.size()};
  const IoResult moved = channel_.write({&part, 1});
  return moved.io == Io::done && moved.count == kContinue.size();
}

/// True when everything is sent. Otherwise the session waits until the peer reads, or is closed.
bool Session::flush() {
  if (responses_.outbox().empty()) return true;
  return sent(responses_.outbox().send(channel_), SteadyClock::now());
}

/// The same, after the outbox was sent with `result`.
bool Session::sent(Outbox::Sent result, SteadyTime now) {
  if (result == Outbox::Sent::blocked) {
    responses_.keep();
    if (phase_ != Phase::writing) {
      deadline_ = now_ + resources_.limits.write_deadline;
      responses_.expect_progress(channel_.descriptor());
    }
    phase_ = Phase::writing;
    want(Interest::writable);
    return false;
  }
  responses_.finish(peer_text_, now);
  if (result == Outbox::Sent::failed) close();
  return result == Outbox::Sent::all;
}

void Session::handle_received() noexcept {
  if (next_ != Next::handle) return;
  next_ = Next::event;
  run([this] { received(received_); });
}

void Session::send_responses() noexcept {
  if (next_ == Next::send) sent_ = responses_.outbox().send(channel_);
}

void Session::finish_responses(SteadyTime now) noexcept {
  if (next_ != Next::send) return;
  next_ = Next::event;
  run([this, now] {
    if (sent(sent_, now)) go_on();
  });
}

/// Extends the deadline when the peer has read enough.
bool Session::is_reading_peer() noexcept {
  if (!responses_.has_progressed(channel_.descriptor())) return false;
  deadline_ = now_ + resources_.limits.write_deadline;
  return true;
}

/// Goes on after everything in the outbox was sent.
void Session::go_on() {
  if (ending_) return begin_lingering();
  // The write may have blocked while complete requests were still in the buffer.
  const bool more = phase_ == Phase::writing && !requests_.buffer().unread().empty();
  if (more) {
    phase_ = Phase::head;
    request_started_ = now_;
    return serve();
  }
  if (requests_.awaits_body() && !promise_continue()) return close();
  await_bytes();
}

}  // namespace agent_access::net
