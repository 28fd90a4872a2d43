#include "net/exchange/outbox.hpp"

#include <array>
#include <span>
#include <utility>

#include "http/fields.hpp"

namespace agent_access::net {
namespace {

/// The text after the value of the last field.
std::string_view end_of_head(Persistence persistence) noexcept {
  switch (persistence) {
    case Persistence::announced: return "\r\nConnection: keep-alive\r\n\r\n";
    case Persistence::ends: return "\r\nConnection: close\r\n\r\n";
    default: return "\r\n\r\n";
  }
}

/// A body up to this size is copied behind its head: one part is cheaper for the kernel than three.
constexpr std::size_t kCopied = 4 * kKibibyte;

/// The unsent parts of consecutive responses.
template <std::size_t Most>
class Gather {
 public:
  explicit Gather(std::size_t already_sent) : skip_(already_sent) {}

  void add(std::string_view part) noexcept {
    if (skip_ >= part.size()) {
      skip_ -= part.size();
      return;
    }
    part.remove_prefix(std::exchange(skip_, 0));
    parts_[used_++] = iovec{const_cast<char*>(part.data()), part.size()};
  }
  [[nodiscard]] std::span<const iovec> parts() const noexcept { return {parts_.data(), used_}; }

 private:
  std::size_t skip_;
  std::size_t used_ = 0;
  std::array<iovec, Most> parts_;
};

}  // namespace

Outgoing& Outbox::add() {
  if (count_ == answers_.size()) answers_.emplace_back();
  Outgoing& answer = answers_[count_++];
  answer.response.reset();
  answer.method = http::Method::other;
  answer.path = {};
  return answer;
}

void Outbox::seal(Outgoing& answer, std::string_view date_line, Persistence persistence, std::string_view more_fields) {
  const http::Response& response = answer.response;
  const bool is_measured = has_length(response.status);
  const http::Decimal length(static_cast<std::int64_t>(response.content_length()));
  std::string& head = answer.head;
  head.clear();
  http::append(head, "HTTP/1.1 ", http::Decimal(response.status), " ", http::reason_phrase(response.status), "\r\n",
               date_line, more_fields, response.constant_fields, response.fields, is_measured ? "Content-Length: " : "",
               is_measured ? std::string_view(length) : "",
               is_measured ? "\r\nX-Request-Id: " : "X-Request-Id: ", text_of(answer.request_id),
               end_of_head(persistence));
  const bool has_body = is_measured && !response.omit_body && answer.method != http::Method::head;
  answer.body_follows = has_body && response.content_length() > kCopied;
  if (has_body && !answer.body_follows) head.append(response.constant_body).append(response.body);
  waiting_bytes_ += head.size() + (answer.body_follows ? response.content_length() : 0);
}

template <class Write>
Outbox::Sent Outbox::send_by(Write write) noexcept {
  while (waiting_bytes_ > 0) {
    Gather<3 * kMostAnswers> parts(sent_bytes_);
    for (std::size_t index = 0; index < count_; ++index) {
      const Outgoing& answer = answers_[index];
      parts.add(answer.head);
      if (!answer.body_follows) continue;
      parts.add(answer.response.constant_body);
      parts.add(answer.response.body);
    }
    const IoResult moved = write(parts.parts());
    if (moved.io != Io::done) {
      return moved.io == Io::wants_write || moved.io == Io::wants_read ? Sent::blocked : Sent::failed;
    }
    sent_bytes_ += moved.count;
    waiting_bytes_ -= moved.count;
  }
  return Sent::all;
}

Outbox::Sent Outbox::send(Channel& channel) noexcept {
  return send_by([&channel](std::span<const iovec> parts) { return channel.write(parts); });
}

Outbox::Sent Outbox::send(int descriptor) noexcept {
  return send_by([descriptor](std::span<const iovec> parts) { return send_parts(descriptor, parts); });
}

std::size_t Outbox::held_bytes() const noexcept {
  std::size_t bytes = answers_.capacity() * sizeof(Outgoing);
  for (const Outgoing& answer : answers_) {
    bytes += answer.head.capacity() + answer.response.held_bytes();
  }
  return bytes;
}

void Outbox::finish(std::string_view peer, http::Observer& observer, SteadyTime now) noexcept {
  for (std::size_t index = 0; index < count_; ++index) {
    const Outgoing& answer = answers_[index];
    observer.on_response_sent(
        {answer.method, answer.path, peer, text_of(answer.request_id), answer.response, now - answer.started});
  }
  clear();
}

void Outbox::clear() noexcept {
  // A response must not keep references into a snapshot after it is sent.
  for (std::size_t index = 0; index < count_; ++index) answers_[index].response.reset();
  count_ = 0;
  waiting_bytes_ = 0;
  sent_bytes_ = 0;
}

}  // namespace agent_access::net
