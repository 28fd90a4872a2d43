// The deadlines of an HTTP/2 connection, and how it ends to make room.
import { of } from '../of.mjs'

const deadlines = [
  ['a peer that reads nothing is kept', 'if (!output_.empty() && now_ >= write_deadline_) given_up_ = true;', ''],
  ['a frame may take any time', 'if (message_since_ && now_ >= *message_since_ + limits.header_deadline) return end_at_once(NGHTTP2_ENHANCE_YOUR_CALM);', ''],
  ['a frame has one millisecond more', 'now_ >= *message_since_ + limits.header_deadline', 'now_ > *message_since_ + limits.header_deadline'],
  ['an idle connection is kept', 'if (streams_.empty() && now_ >= idle_since_ + limits.idle_deadline) drain(now_);', ''],
  ['a connection with open streams is idle', 'if (streams_.empty() && now_ >= idle_since_', 'if (now_ >= idle_since_'],
  ['a request body may take any time', 'if (stream.phase == Stream::Phase::body) {', 'if (false) {'],
  ['a response has one write deadline in total', 'stream.phase == Stream::Phase::answering && is_stalled(stream)', 'stream.phase == Stream::Phase::answering'],
  ['a stalled stream is free', 'if (!guard_.charge(h2::Guard::kStallCost)) end_for_stalls();', ''],
  ['the end of a connection is reported again and again', 'if (end_code_ != NGHTTP2_NO_ERROR) return;', ''],
  ['the end of a connection for stalls is not reported', '  resources_.observer.http2_abused(peer_text_);\n', ''],
  ['a connection that stalled too often goes on', '  if (!draining_) end_now();\n', ''],
  ['any byte is progress', 'if (stream.produced - stream.progress_mark < h2::kWriteProgress) continue;', 'if (stream.produced == stream.progress_mark) continue;'],
  ['progress does not move the deadline', '    stream.flow_mark = framed_bytes_;\n    stream.deadline = now_ + resources_.limits.write_deadline;\n', '    stream.flow_mark = framed_bytes_;\n'],
  ['pauses of the whole connection count', '    if (stream.phase == Stream::Phase::answering) stream.deadline += pause;\n', ''],
  ['unread windows give no more time', 'std::clamp<std::size_t>(unread / kWindow, 1, kMostPatience)', '1'],
  ['a stream that waits for the socket is stalled', 'if (own_window_is_open && connection_is_open) return false;', ''],
  ['a stream that waits for the connection is stalled while others progress', 'if (own_window_is_open) return false;', ''],
  ['no stream is stalled while another progresses', 'return (framed_bytes_ - stream.flow_mark) / answering >= std::max(kWindow, stream.unread);', 'return false;']
]

const room = [
  ['the memory of the library does not count', ' + library_.bytes()', ''],
  ['the memory of streams does not count', 'bytes += sizeof stream + kLinks + stream.held_bytes();', ''],
  ['the peer pays for streams that are reset to make room', '  shed_ = true;\n', ''],
  ['complete requests are refused to make room', 'if (!stream.closed && !is_answered) reset', 'if (!stream.closed) reset'],
  ['incomplete requests are not refused', 'if (!stream.closed && !is_answered) reset(stream.id, NGHTTP2_REFUSED_STREAM);', ''],
  ['a refused stream may not be retried', 'reset(stream.id, NGHTTP2_REFUSED_STREAM);', 'reset(stream.id, NGHTTP2_CANCEL);'],
  ['a connection that makes room stays open', '  end_now();\n  pull();', '  pull();']
]

export default [
  ...of('src/net/http2/deadlines.cpp', ['net'], deadlines),
  ...of('src/net/http2/connection.cpp', ['net'], room)
]
