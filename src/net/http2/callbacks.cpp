#include "net/http2/callbacks.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

#include "net/http2/connection.hpp"

namespace agent_access::net {
namespace {

H2Connection& connection_of(void* user_data) noexcept { return *static_cast<H2Connection*>(user_data); }

/// Null for a stream that is refused or ended already.
h2::Stream* stream_of(nghttp2_session* session, std::int32_t id) noexcept {
  return static_cast<h2::Stream*>(nghttp2_session_get_stream_user_data(session, id));
}

std::string_view text_of(const std::uint8_t* bytes, std::size_t size) noexcept {
  return {reinterpret_cast<const char*>(bytes), size};
}

template <class Step>
int guarded(Step step) noexcept {
  try {
    return step();
  } catch (...) {
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  }
}

struct CallbacksDeleter {
  void operator()(nghttp2_session_callbacks* callbacks) const noexcept { nghttp2_session_callbacks_del(callbacks); }
};
struct OptionDeleter {
  void operator()(nghttp2_option* option) const noexcept { nghttp2_option_del(option); }
};

constexpr std::uint64_t kLibraryResets = 1'000'000'000;  ///< the library multiplies it by seconds

std::unique_ptr<nghttp2_option, OptionDeleter> new_options() {
  nghttp2_option* raw = nullptr;
  if (nghttp2_option_new(&raw) != 0) throw std::bad_alloc();
  std::unique_ptr<nghttp2_option, OptionDeleter> option(raw);
  // Streams never need more than their first window; the window of the connection is updated as bytes are consumed.
  nghttp2_option_set_no_auto_window_update(raw, 1);
  nghttp2_option_set_no_closed_streams(raw, 1);
#ifdef AGENT_ACCESS_NGHTTP2_COUNTS_RESETS
  // Off: only later versions of the library have its limit of 33 a second. The guard counts resets.
  nghttp2_option_set_stream_reset_rate_limit(raw, kLibraryResets, kLibraryResets);
#endif
#ifdef AGENT_ACCESS_NGHTTP2_COUNTS_CONTINUATIONS
  // Raised: the library's limit of eight counts every piece of a frame header. The guard counts frames.
  nghttp2_option_set_max_continuations(raw, h2::kFrameHeaderBytes * (h2::Guard::kMostContinuations + 1));
#endif
  return option;
}

}  // namespace

/// What the library calls; a friend of the connection.
struct H2Callbacks {
  static nghttp2_session* new_session(H2Connection& connection) {
    nghttp2_session_callbacks* raw = nullptr;
    if (nghttp2_session_callbacks_new(&raw) != 0) throw std::bad_alloc();
    const std::unique_ptr<nghttp2_session_callbacks, CallbacksDeleter> callbacks(raw);
    nghttp2_session_callbacks_set_on_begin_headers_callback(raw, begin_headers);
    nghttp2_session_callbacks_set_on_header_callback(raw, header);
    nghttp2_session_callbacks_set_on_invalid_header_callback(raw, invalid_header);
    nghttp2_session_callbacks_set_on_frame_recv_callback(raw, frame_received);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(raw, data);
    nghttp2_session_callbacks_set_on_frame_send_callback(raw, frame_sent);
    nghttp2_session_callbacks_set_on_stream_close_callback(raw, stream_closed);
    nghttp2_session_callbacks_set_send_data_callback(raw, send_body);
    const auto options = new_options();
    nghttp2_session* session = nullptr;
    using Memory = h2::LibraryMemory;
    nghttp2_mem memory{&connection.library_, Memory::allocate, Memory::release, Memory::allocate_zeroed,
                       Memory::reallocate};
    if (nghttp2_session_server_new3(&session, raw, &connection, options.get(), &memory) != 0) throw std::bad_alloc();
    return session;
  }

  static int begin_headers(nghttp2_session* session, const nghttp2_frame* frame, void* user_data) noexcept {
    return guarded([&] {
      if (frame->headers.cat != NGHTTP2_HCAT_REQUEST) return 0;
      h2::Stream* const stream = connection_of(user_data).open(frame->hd.stream_id);
      if (stream != nullptr) nghttp2_session_set_stream_user_data(session, frame->hd.stream_id, stream);
      return 0;
    });
  }

  static int header(nghttp2_session* session, const nghttp2_frame* frame, const std::uint8_t* name,
                    std::size_t name_size, const std::uint8_t* value, std::size_t value_size, std::uint8_t,
                    void* user_data) noexcept {
    return guarded([&] {
      h2::Stream* const stream = stream_of(session, frame->hd.stream_id);
      if (stream == nullptr || !stream->head) return 0;
      H2Connection& connection = connection_of(user_data);
      const Limits& limits = connection.resources_.limits;
      const bool is_trailer = frame->headers.cat != NGHTTP2_HCAT_REQUEST;
      const std::string_view name_text = text_of(name, name_size);
      const std::string_view value_text = text_of(value, value_size);
      const bool bearable = is_trailer ? stream->head->add_trailer(name_text, value_text, limits)
                                       : stream->head->add(name_text, value_text, limits);
      if (bearable) return 0;
      connection.abused_ = true;
      return static_cast<int>(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE);
    });
  }

  /// Without this the library would drop an invalid field and accept the rest.
  static int invalid_header(nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t*, std::size_t,
                            const std::uint8_t*, std::size_t, std::uint8_t, void* user_data) noexcept {
    return guarded([&] {
      connection_of(user_data).reset(frame->hd.stream_id, NGHTTP2_PROTOCOL_ERROR);
      return static_cast<int>(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE);
    });
  }

  static int frame_received(nghttp2_session* session, const nghttp2_frame* frame, void* user_data) noexcept {
    return guarded([&] {
      h2::Stream* const stream = stream_of(session, frame->hd.stream_id);
      if (stream == nullptr) return 0;
      if (frame->hd.type == NGHTTP2_WINDOW_UPDATE) {
        const auto opened = static_cast<std::size_t>(frame->window_update.window_size_increment);
        stream->unread -= std::min(stream->unread, opened);
      }
      if (frame->hd.type != NGHTTP2_HEADERS && frame->hd.type != NGHTTP2_DATA) return 0;
      const bool ends = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
      stream->remote_ended = stream->remote_ended || ends;
      H2Connection& connection = connection_of(user_data);
      if (stream->phase == h2::Stream::Phase::head) {
        connection.head_complete(*stream, ends);
      } else if (stream->phase == h2::Stream::Phase::body && ends) {
        connection.request_complete(*stream);
      }
      return 0;
    });
  }

  static int data(nghttp2_session* session, std::uint8_t, std::int32_t id, const std::uint8_t* bytes, std::size_t size,
                  void* user_data) noexcept {
    return guarded([&] {
      if (nghttp2_session_consume_connection(session, size) != 0) throw std::bad_alloc();
      h2::Stream* const stream = stream_of(session, id);
      if (stream != nullptr) connection_of(user_data).body_arrived(*stream, text_of(bytes, size));
      return 0;
    });
  }

  static int frame_sent(nghttp2_session* session, const nghttp2_frame* frame, void* user_data) noexcept {
    return guarded([&] {
      H2Connection& connection = connection_of(user_data);
      if (frame->hd.type == NGHTTP2_RST_STREAM) {
        connection.ids_.abandoned(static_cast<std::uint32_t>(frame->hd.stream_id));
        // A reset by the server follows a fault of the peer, except one that ends an unread upload; a stall has its own
        // price.
        const std::uint32_t code = frame->rst_stream.error_code;
        const h2::Stream* const stream = stream_of(session, frame->hd.stream_id);
        const bool is_own_fault = connection.shed_ || (stream != nullptr && stream->is_broken);
        const bool is_fault = code != NGHTTP2_NO_ERROR && code != NGHTTP2_CANCEL && !is_own_fault;
        if (is_fault && !connection.guard_.charge(h2::Guard::kResetCost)) connection.abused_ = true;
        return 0;
      }
      if (frame->hd.type == NGHTTP2_DATA) connection.guard_.data_sent(frame->hd.length);
      if ((frame->hd.flags & NGHTTP2_FLAG_END_STREAM) == 0) return 0;
      if (frame->hd.type != NGHTTP2_DATA && frame->hd.type != NGHTTP2_HEADERS) return 0;
      if (h2::Stream* const stream = stream_of(session, frame->hd.stream_id)) connection.answer_sent(*stream);
      return 0;
    });
  }

  static int stream_closed(nghttp2_session* session, std::int32_t id, std::uint32_t, void* user_data) noexcept {
    return guarded([&] {
      h2::Stream* const stream = stream_of(session, id);
      if (stream != nullptr) connection_of(user_data).closed(*stream);
      return 0;
    });
  }

  static ssize_t read_body(nghttp2_session* session, std::int32_t id, std::uint8_t*, std::size_t most,
                           std::uint32_t* flags, nghttp2_data_source*, void*) noexcept {
    const h2::Stream* const stream = stream_of(session, id);
    if (stream == nullptr) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    const std::size_t left = stream->body_size - stream->produced;
    *flags |= NGHTTP2_DATA_FLAG_NO_COPY;
    if (left <= most) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return static_cast<ssize_t>(std::min(left, most));
  }

  static int send_body(nghttp2_session* session, nghttp2_frame* frame, const std::uint8_t* frame_header,
                       std::size_t size, nghttp2_data_source*, void* user_data) noexcept {
    return guarded([&] {
      h2::Stream* const stream = stream_of(session, frame->hd.stream_id);
      if (stream == nullptr) return static_cast<int>(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE);
      H2Connection& connection = connection_of(user_data);
      // Otherwise the library would write as far as the windows allow. It offers the same frame again.
      const bool is_streamed = stream->response.source != nullptr;
      const std::size_t most = is_streamed ? H2Connection::kMostStreamed : H2Connection::kMostOutput;
      if (connection.output_.size() >= most) return static_cast<int>(NGHTTP2_ERR_WOULDBLOCK);
      const std::string_view header = text_of(frame_header, h2::kFrameHeaderBytes);
      if (is_streamed) {
        // The library resets the stream: a shorter body must not seem to be whole.
        stream->is_broken = !connection.output_.append_read(header, size, *stream);
        if (stream->is_broken) return static_cast<int>(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE);
        stream->produced += size;
      } else {
        connection.output_.append(header);
        for (const std::size_t end = stream->produced + size; stream->produced < end;) {
          const std::string_view part = stream->next_part(end - stream->produced);
          connection.output_.borrow(part, *stream);
          stream->produced += part.size();
        }
      }
      stream->unread += size;
      connection.framed_bytes_ += size;
      return 0;
    });
  }
};

nghttp2_session* new_h2_session(H2Connection& connection) { return H2Callbacks::new_session(connection); }

nghttp2_data_provider body_of_answer() noexcept {
  nghttp2_data_provider provider{};
  provider.read_callback = H2Callbacks::read_body;
  return provider;
}

}  // namespace agent_access::net
