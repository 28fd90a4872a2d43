// What one connection does besides HTTP itself: its requests in the buffer, slow readers, how it begins and
// ends, and listening sockets.
import { of } from '../of.mjs'

const requestReader = [
  ['the refusal of a body has the head of another connection', '  if (step.fault) read_head(head);\n', ''],
  ['the chunks of one body continue in the next', '  chunks_.reset();\n', ''],
  ['a request awaits as many bytes as the one before', '  expected_ = 0;\n', '']
]

const responseWriter = [
  ['a stalled reader counts as a slow one', '  if (total - acknowledged_ < kWriteProgress) return false;\n', ''],
  ['a slow reader counts as stalled', 'if (total - acknowledged_ < kWriteProgress) return false;', 'return false;']
]

const session = [
  ['a handshake beyond its deadline has failed', '    if (phase_ == Phase::handshake) end_handshake(Handshake::timed_out);\n', ''],
  ['everything is read after the last response', 'if (discarded_ > kLingerBytes) want(Interest::nothing);', ''],
  ['the rest of a decrypted record waits for the next bytes', '    if (!take_share()) return await_turn();\n    read();\n', '    return;\n']
]

const http1 = [
  ['a request after the last response is answered', '  if (ending_) return false;\n', ''],
  ['a refusal without a head has the head of another connection', '  resources_.head.reset();\n', ''],
  ['who has pipelined many requests is served before everybody else', '    if (!take_share()) break;\n', '']
]

const sockets = [
  ['a passed socket that does not listen is used', 'if (!*listening || bound_port(descriptor) == 0)', 'if (bound_port(descriptor) == 0)']
]

export default [
  ...of('src/net/http1/request_reader.cpp', ['net_session'], requestReader),
  ...of('src/net/exchange/response_writer.cpp', ['net_session'], responseWriter),
  ...of('src/net/session.cpp', ['net_session'], session),
  ...of('src/net/session_http1.cpp', ['net_session'], http1),
  ...of('src/net/io/sockets.cpp', ['net_session'], sockets)
]
