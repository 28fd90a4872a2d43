#include "net/http2/connection.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "net/http2/callbacks.hpp"

namespace agent_access::net {
namespace {

using h2::Stream;

constexpr std::uint32_t kDefaultWindow = 65'535;
constexpr std::uint32_t kLargestWindow = 0x7fff'ffff;
/// The limit set in the library instead of kMostStreams: beyond its limit it ends the connection, while RFC 9113
/// section 5.1.2 requires refusing the stream, as this class does.
constexpr std::uint32_t kLibraryStreams = 1'000;
/// Less than this in one write may be control frames alone.
constexpr std::size_t kMovedBytes = 1024;

void append_number(std::string& out, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>((number >> shift) & 0xffU));
}

/// Larger than the body limit, so that a body beyond it gets a response and does not stall.
std::uint32_t stream_window(const Limits& limits) noexcept {
  const std::size_t wanted = std::max<std::size_t>(kDefaultWindow, limits.body + 16 * kKibibyte);
  return static_cast<std::uint32_t>(std::min<std::size_t>(wanted, kLargestWindow));
}

std::uint32_t code_of(int library_error) noexcept {
  switch (library_error) {
    case NGHTTP2_ERR_BAD_CLIENT_MAGIC:
      return NGHTTP2_PROTOCOL_ERROR;
    case NGHTTP2_ERR_NOMEM:
    case NGHTTP2_ERR_CALLBACK_FAILURE:
      return NGHTTP2_INTERNAL_ERROR;
    default:  // the library's own flood limits
      return NGHTTP2_ENHANCE_YOUR_CALM;
  }
}

void check_memory(int result) {
  if (result == NGHTTP2_ERR_NOMEM) throw std::bad_alloc();
}

}  // namespace

void H2Connection::SessionDeleter::operator()(nghttp2_session* session) const noexcept { nghttp2_session_del(session); }

H2Connection::H2Connection(WorkerResources& resources, const base::IpAddress& peer, std::string_view more_fields,
                           SteadyTime now)
    : resources_(resources),
      peer_(peer),
      peer_text_(peer.to_text()),
      more_fields_(more_fields),
      now_(now),
      session_(new_h2_session(*this)),
      guard_(now),
      flowed_at_(now),
      write_deadline_(now),
      idle_since_(now),
      moved_at_(now) {
  send_settings();
}

H2Connection::~H2Connection() {
  for (const Stream& stream : streams_) {
    if (stream.phase != Stream::Phase::answering) continue;
    resources_.observer.on_response_sent(
        {stream.method, stream.path, peer_text_, text_of(stream.request_id), stream.response, now_ - stream.started});
  }
}

/// The server's preface (RFC 9113 section 3.4).
void H2Connection::send_settings() {
  const Limits& limits = resources_.limits;
  const std::array settings{
      nghttp2_settings_entry{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, kLibraryStreams},
      nghttp2_settings_entry{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, stream_window(limits)},
      nghttp2_settings_entry{NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE,
                             static_cast<std::uint32_t>(limits.request_line + limits.header_block)},
      nghttp2_settings_entry{NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1},
  };
  check_memory(nghttp2_submit_settings(session_.get(), NGHTTP2_FLAG_NONE, settings.data(), settings.size()));
  const std::uint8_t* bytes = nullptr;
  const ssize_t size = nghttp2_session_mem_send(session_.get(), &bytes);
  if (size < 0) throw std::bad_alloc();
  std::string frame(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
  // The value of the first setting: four bytes after the frame header and the setting's identifier.
  std::string streams;
  append_number(streams, kMostStreams);
  frame.replace(h2::kFrameHeaderBytes + 2, streams.size(), streams);
  output_.append(frame);
  write_deadline_ = now_ + limits.write_deadline;
}

/// Each frame header is checked after the library has read the frames before it.
void H2Connection::receive(std::string_view bytes, SteadyTime now) {
  now_ = now;
  std::size_t fed = 0;
  for (std::size_t at = 0; at < bytes.size() && !is_ended_;) {
    const h2::FrameScanner::Step step = scanner_.advance(bytes.substr(at));
    at += step.size;
    if (step.header) {
      if (const std::uint32_t fault = check_frame(*step.header); fault != NGHTTP2_NO_ERROR) return end_at_once(fault);
    }
    if (!scanner_.is_between_frames() && at < bytes.size()) continue;
    feed(bytes.substr(fed, at - fed));
    fed = at;
    if (scanner_.is_between_messages()) {
      message_since_.reset();
    } else if (!message_since_) {
      message_since_ = now_;
    }
  }
  pull();
}

/// Checks that the library does not make. Returns an error code, or NGHTTP2_NO_ERROR.
std::uint32_t H2Connection::check_frame(const h2::FrameHeader& frame) {
  using State = h2::StreamIds::State;
  if (!guard_.admit(frame, now_)) return NGHTTP2_ENHANCE_YOUR_CALM;
  if (frame.type == h2::kPriority) {  // with priorities switched off the library does not check it
    const bool is_malformed = frame.stream == 0 || frame.stream == frame.dependency;
    return is_malformed ? NGHTTP2_PROTOCOL_ERROR : NGHTTP2_NO_ERROR;
  }
  if (frame.type != h2::kHeaders && frame.type != h2::kData) return NGHTTP2_NO_ERROR;
  const bool is_last_goaway_out = draining_ && !last_goaway_at_;  // new streams are ignored, not an error
  if (frame.stream % 2 == 0 || is_last_goaway_out) return NGHTTP2_NO_ERROR;
  switch (ids_.state(frame.stream)) {
    case State::idle:
      if (frame.type == h2::kHeaders) ids_.opened(frame.stream);
      return NGHTTP2_NO_ERROR;
    case State::skipped:
      return NGHTTP2_PROTOCOL_ERROR;
    case State::used:
      return is_known(frame.stream) ? NGHTTP2_NO_ERROR : NGHTTP2_STREAM_CLOSED;
    default:
      return NGHTTP2_NO_ERROR;
  }
}

/// The library has the stream, open or half closed, and validates frames on it.
bool H2Connection::is_known(std::uint32_t id) const noexcept {
  return nghttp2_session_get_stream_remote_close(session_.get(), static_cast<std::int32_t>(id)) >= 0;
}

void H2Connection::feed(std::string_view bytes) {
  if (is_ended_) return;
  const ssize_t used =
      nghttp2_session_mem_recv(session_.get(), reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  if (used < 0) return end_at_once(code_of(static_cast<int>(used)));
  if (abused_) end_at_once(NGHTTP2_ENHANCE_YOUR_CALM);
}

/// Lets the library write until the output is full.
void H2Connection::pull() {
  while (!is_ended_ && output_.size() < kMostOutput) {
    const std::uint8_t* bytes = nullptr;
    const std::size_t before = output_.size();
    is_pulling_ = true;
    const ssize_t size = nghttp2_session_mem_send(session_.get(), &bytes);
    is_pulling_ = false;
    if (size > 0) output_.append({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)});
    if (Stream* const ended = std::exchange(ended_, nullptr)) end_output(*ended);
    if (size < 0) return end_at_once(code_of(static_cast<int>(size)));
    if (abused_) return end_at_once(NGHTTP2_ENHANCE_YOUR_CALM);
    if (output_.size() == before) return;
  }
}

/// Ends the connection with a GOAWAY that is written without the library, which is not called again.
void H2Connection::end_at_once(std::uint32_t error_code) {
  if (is_ended_) return;
  is_ended_ = true;
  const bool is_reported = end_code_ != NGHTTP2_NO_ERROR;
  if (error_code == NGHTTP2_ENHANCE_YOUR_CALM && !is_reported) resources_.observer.http2_abused(peer_text_);
  std::string goaway("\0\0\10\7\0\0\0\0\0", h2::kFrameHeaderBytes);
  append_number(goaway, static_cast<std::uint32_t>(nghttp2_session_get_last_proc_stream_id(session_.get())));
  append_number(goaway, error_code);
  output_.append(goaway);
}

bool H2Connection::wants_bytes() const noexcept {
  return !is_ended_ && !given_up_ && output_.size() < kMostOutput && nghttp2_session_want_read(session_.get()) != 0;
}

void H2Connection::sent(std::size_t count, SteadyTime now) {
  now_ = now;
  if (count >= kMovedBytes) moved_at_ = now;
  sent_bytes_ += count;
  while (count > 0 || output_.is_at_end()) {
    if (Stream* const ended = output_.take(count)) forget(*ended);
  }
  if (output_.empty() || sent_bytes_ - progress_mark_ >= h2::kWriteProgress) {
    progress_mark_ = sent_bytes_;
    write_deadline_ = now_ + resources_.limits.write_deadline;
  }
  pull();
}

/// The library has ended the stream: it was answered and read, or reset. Bytes in the output are sent first, so that
/// the duration of the response ends with its last byte.
void H2Connection::closed(Stream& stream) {
  stream.closed = true;
  release_held(stream);
  if (stream.queued == 0 && !stream.complete) return forget(stream);
  if (stream.queued > 0 || !is_pulling_) return end_output(stream);
  ended_ = &stream;  // the library reports it before it returns the last frame
}

void H2Connection::end_output(Stream& stream) {
  if (output_.empty()) return forget(stream);
  output_.end(stream);
}

/// Removes a stream of which no bytes are waiting.
void H2Connection::forget(Stream& stream) noexcept {
  if (stream.phase == Stream::Phase::answering) {
    resources_.observer.on_response_sent(
        {stream.method, stream.path, peer_text_, text_of(stream.request_id), stream.response, now_ - stream.started});
  }
  streams_.remove_if([&stream](const Stream& other) { return &other == &stream; });
  if (streams_.empty()) idle_since_ = now_;
}

void H2Connection::drain(SteadyTime now) {
  if (draining_ || is_ended_) return;
  draining_ = true;
  last_goaway_at_ = now + kDrainGrace;
  check_memory(nghttp2_submit_shutdown_notice(session_.get()));
}

/// No new streams; open ones complete.
void H2Connection::end_now() {
  draining_ = true;
  last_goaway_at_.reset();
  check_memory(nghttp2_submit_goaway(session_.get(), NGHTTP2_FLAG_NONE,
                                     nghttp2_session_get_last_proc_stream_id(session_.get()), end_code_, nullptr, 0));
}

bool H2Connection::is_finished() const noexcept {
  if (given_up_) return true;
  if (!output_.empty()) return false;
  return is_ended_ ||
         (nghttp2_session_want_read(session_.get()) == 0 && nghttp2_session_want_write(session_.get()) == 0);
}

std::size_t H2Connection::held_bytes() const noexcept {
  constexpr std::size_t kLinks = 2 * sizeof(void*);  // of a list
  std::size_t bytes = sizeof *this + library_.bytes() + output_.held_bytes();
  for (const h2::Stream& stream : streams_) bytes += sizeof stream + kLinks + stream.held_bytes();
  return bytes;
}

/// "REFUSED_STREAM [...] Any request that was sent on the reset stream can be safely retried" (RFC 9113 section 8.7).
void H2Connection::shed(SteadyTime now) {
  if (is_ended_ || given_up_) return;
  now_ = now;
  shed_ = true;
  for (const h2::Stream& stream : streams_) {
    const bool is_answered = stream.phase == h2::Stream::Phase::answering;
    if (!stream.closed && !is_answered) reset(stream.id, NGHTTP2_REFUSED_STREAM);
  }
  end_now();
  pull();
}

}  // namespace agent_access::net
