// A client of an H2Connection in memory: it sends bytes, sets the time, and splits the output of the connection
// into frames and answers.
#pragma once

#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "net/http2/connection.hpp"
#include "support/h2_frames.hpp"

namespace agent_access::net {

class H2Handler final : public http::Handler {
 public:
  struct Seen {
    http::Method method;
    std::string path;
    std::string query;
    std::string host;
    std::string body;
    std::string peer;
    std::size_t fields;
  };

  void handle(const http::Request& request, http::Response& response) override {
    seen.push_back({request.method, std::string(request.path), std::string(request.query), std::string(request.host),
                    std::string(request.body), std::string(request.peer), request.fields.size()});
    response.constant_fields = "Content-Type: text/plain\r\nCache-Control: no-store\r\n";
    if (request.path == "/throw") throw std::runtime_error("a bug");
    if (request.path == "/big") {
      auto body = std::make_shared<const std::string>(1 << 20, 'b');
      alive = body;
      response.constant_body = *body;
      response.body_owner = std::move(body);
      return;
    }
    if (request.path == "/source") return on_source(response);
    if (request.path == "/none") {
      response.status = 204;
      return;
    }
    if (request.path == "/unchanged") {
      response.status = 304;
      response.body = "must not be sent";
      return;
    }
    response.constant_body = "hello ";
    response.body = request.body.empty() ? "world" : std::string(request.body);
    response.add_field("X-Own", "1");
    response.add_field("Connection", "close");
  }
  void reject(http::RequestError fault, http::Response& response) noexcept override {
    faults.push_back(fault);
    response.status = statuses.at(fault);
    response.body = "refused";
    response.connection = http::Connection::close;
  }

  const std::map<http::RequestError, std::uint16_t> statuses{
      {http::RequestError::malformed_request, 400},  {http::RequestError::target_too_long, 414},
      {http::RequestError::headers_too_large, 431},  {http::RequestError::body_too_large, 413},
      {http::RequestError::expectation_failed, 417}, {http::RequestError::header_timeout, 408},
      {http::RequestError::body_timeout, 408},       {http::RequestError::handler_failed, 500},
  };
  std::function<void(http::Response&)> on_source;  // answers /source
  std::vector<Seen> seen;
  std::vector<http::RequestError> faults;
  std::weak_ptr<const std::string> alive;  // of the big body
};

class H2Observer final : public http::Observer {
 public:
  void on_response_sent(const http::Answered& answered) noexcept override {
    paths.emplace_back(answered.path);
    durations.push_back(answered.duration);
    statuses.push_back(answered.response.status);
  }
  void http2_abused(std::string_view) noexcept override { ++abuses; }
  std::vector<std::string> paths;
  std::vector<int> statuses;
  std::vector<std::chrono::nanoseconds> durations;
  std::size_t abuses = 0;
};

struct H2Answer {
  std::map<std::string, std::string> fields;
  std::vector<std::string> interim;  // interim statuses
  std::string body;
  bool ended = false;
  std::optional<std::uint32_t> reset;

  [[nodiscard]] std::string status() const {
    const auto found = fields.find(":status");
    return found == fields.end() ? std::string() : found->second;
  }
};

/// A request without a body on a stream, and the head of one with a body.
inline std::string get_on(std::uint32_t stream) { return h2test::headers(stream, h2test::request()); }
inline std::string post_on(std::uint32_t stream) {
  return h2test::headers(stream, h2test::request("POST"), h2test::kEndHeaders);
}

class H2Peer {
 public:
  enum class Start { greeted, silent };

  // The peer is 192.0.2.7.
  explicit H2Peer(Start start = Start::greeted, Limits the_limits = {}) : limits(the_limits) {
    nghttp2_hd_inflate_new(&inflater_);
    collect();
    server_settings = frames.empty() ? h2test::Frame{} : frames.front();
    if (start == Start::greeted) send(h2test::preface() + h2test::settings() + h2test::settings_ack());
    frames.clear();
  }
  ~H2Peer() { nghttp2_hd_inflate_del(inflater_); }
  H2Peer(const H2Peer&) = delete;
  H2Peer& operator=(const H2Peer&) = delete;

  void send(std::string_view bytes) {
    connection.receive(bytes, now);
    if (reading) collect();
  }
  void send_split(std::string_view bytes, std::size_t size) {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(size, bytes.size()))) send(bytes.substr(0, size));
  }
  void pass(std::chrono::milliseconds time) {
    now += time;
    connection.tick(now);
    if (reading) collect();
  }
  // Takes all output, at most `step` bytes at a time.
  void collect(std::size_t step = SIZE_MAX) {
    while (take(step) > 0) {
    }
    read_wire();
  }
  // Takes at most `most` bytes of output.
  void collect_at_most(std::size_t most) {
    for (std::size_t taken = take(most); taken > 0 && most > 0; taken = take(most)) most -= taken;
    read_wire();
  }

  [[nodiscard]] std::size_t count(std::uint8_t type) const {
    return static_cast<std::size_t>(
        std::count_if(frames.begin(), frames.end(), [type](const auto& frame) { return frame.type == type; }));
  }
  [[nodiscard]] const h2test::Frame* last(std::uint8_t type) const {
    const auto found = std::find_if(frames.rbegin(), frames.rend(), [type](const auto& f) { return f.type == type; });
    return found == frames.rend() ? nullptr : &*found;
  }
  // The error code of the last GOAWAY.
  [[nodiscard]] std::optional<std::uint32_t> goaway() const {
    const h2test::Frame* frame = last(h2test::kGoaway);
    return frame == nullptr ? std::nullopt : std::optional(frame->number(4));
  }

  Limits limits;
  H2Handler handler;
  H2Observer observer;
  WorkerResources resources{limits, handler, observer};
  SteadyTime now{std::chrono::hours(1)};
  H2Connection connection{resources, *base::IpAddress::parse("192.0.2.7"), "Strict-Transport-Security: max-age=1\r\n",
                          now};
  bool reading = true;
  h2test::Frame server_settings;
  std::vector<h2test::Frame> frames;
  std::map<std::uint32_t, H2Answer> answers;

 private:
  std::size_t take(std::size_t most) {
    std::string taken;
    for (const std::string_view part : connection.pending()) taken += part.substr(0, most - taken.size());
    if (taken.empty()) return 0;
    wire_ += taken;
    connection.sent(taken.size(), now);
    return taken.size();
  }
  void read_wire() {
    for (h2test::Frame& frame : h2test::split(wire_)) {
      wire_.erase(0, 9 + frame.payload.size());
      note(frame);
      frames.push_back(std::move(frame));
    }
  }
  void note(const h2test::Frame& frame) {
    H2Answer& answer = answers[frame.stream];
    if (frame.type == h2test::kData) answer.body += frame.payload;
    if (frame.type == h2test::kReset) answer.reset = frame.number();
    if (frame.type == h2test::kHeaders) inflate(frame.payload, answer);
    const bool carries = frame.type == h2test::kData || frame.type == h2test::kHeaders;
    answer.ended = answer.ended || (carries && frame.has(h2test::kEndStream));
  }
  void inflate(std::string_view block, H2Answer& answer) {
    if (!answer.status().empty()) answer.interim.push_back(answer.status());
    const auto* at = reinterpret_cast<const std::uint8_t*>(block.data());
    std::size_t left = block.size();
    for (int flags = 0; (flags & NGHTTP2_HD_INFLATE_FINAL) == 0;) {
      nghttp2_nv pair{};
      const ssize_t used = nghttp2_hd_inflate_hd2(inflater_, &pair, &flags, at, left, 1);
      if (used < 0) throw std::runtime_error("the server's header block is broken");
      at += used;
      left -= static_cast<std::size_t>(used);
      if ((flags & NGHTTP2_HD_INFLATE_EMIT) == 0) continue;
      answer.fields[{reinterpret_cast<const char*>(pair.name), pair.namelen}] =
          std::string(reinterpret_cast<const char*>(pair.value), pair.valuelen);
    }
    nghttp2_hd_inflate_end_headers(inflater_);
  }

  nghttp2_hd_inflater* inflater_ = nullptr;
  std::string wire_;
};

}  // namespace agent_access::net
