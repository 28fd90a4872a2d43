// The reader of chunked bodies.
//
// Without a row, because no input shows a difference: that decoding stops at once after a fault, since no caller
// continues; that data moves within the buffer by memmove, since the caller sees where they are.
import { of } from '../of.mjs'

const chunkedBody = [
  ['bytes after the body are decoded', ' && !is_complete() && !step.fault', ' && !step.fault'],
  ['data are not moved to the start of the buffer', 'std::memmove(bytes.data() + step.produced, bytes.data() + step.taken, count);', ''],
  ['data do not count towards the limit', '  size_ += count;\n', ''],
  ['data may be longer than the size of their chunk', 'std::min(remaining_, bytes.size() - step.taken)', 'bytes.size() - step.taken'],
  ['data need no line end after them', 'expect("\\r\\n", Place::size);', 'place_ = Place::size;'],
  ['a bare LF is accepted after data', 'expect("\\r\\n", Place::size);', 'expect("\\n", Place::size);'],
  ['a bare CR is accepted after data', 'expect("\\r\\n", Place::size);', 'expect("\\r", Place::size);'],
  ['the second size may be empty', '  has_digits_ = false;\n  expect', '  expect'],
  ['the number of bytes of sizes and line ends is not limited', 'if (++framing_ > most_) return RequestError::body_too_large;', ''],
  ['the limit of sizes and line ends is one byte lower', '++framing_ > most_', '++framing_ >= most_'],
  ['the limit of sizes and line ends is one byte higher', '++framing_ > most_', 'framing_++ > most_'],
  ['any byte is accepted in place of a line end', 'if (byte != expected_.front()) return RequestError::malformed_chunks;', ''],
  ['a size may be empty', 'if (!has_digits_ || byte != ', 'if (byte != '],
  ['an extension is ignored', "if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;", "if (has_digits_ && byte != '\\r' && byte != '\\n') return std::nullopt; if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;"],
  ['space after a size is ignored', "if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;", "if (has_digits_ && byte == ' ') return std::nullopt; if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;"],
  ['a bare LF is accepted after a size', "if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;", "if (has_digits_ && byte == '\\n' && remaining_ > 0) { place_ = Place::data; return std::nullopt; } if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;"],
  ['a bare CR is accepted after a size', 'expect("\\n", Place::data)', 'expect("", Place::data)'],
  ['the last chunk needs no empty line', 'expect("\\n\\r\\n", Place::end)', 'expect("\\n", Place::end)'],
  ['the last line may end with a bare CR', 'expect("\\n\\r\\n", Place::end)', 'expect("\\n\\r", Place::end)'],
  ['the last chunk has data', 'remaining_ > 0 ? expect', 'remaining_ >= 0 ? expect'],
  ['a size may have leading zeros', 'if (has_digits_ && remaining_ == 0) return RequestError::malformed_chunks;', ''],
  ['a size is decimal', 'remaining_ * 16 + static_cast<std::size_t>(digit)', 'remaining_ * 10 + static_cast<std::size_t>(digit)'],
  ['only the last digit of a size counts', 'remaining_ * 16 + static_cast<std::size_t>(digit)', 'static_cast<std::size_t>(digit)'],
  ['a chunk may have any size', 'if (remaining_ > most_ - size_) return RequestError::body_too_large;', ''],
  ['the limit applies to each chunk instead of the body', 'remaining_ > most_ - size_', 'remaining_ > most_'],
  ['a body may be one byte too large', 'remaining_ > most_ - size_', 'remaining_ > most_ - size_ + 1'],
  ['a body of exactly the limit is too large', 'remaining_ > most_ - size_', 'remaining_ >= most_ - size_']
]

const chunkedBodyEnd = [
  ['a body is complete before its last line end', 'place_ == Place::end && expected_.empty();', 'place_ == Place::end;']
]

const codings = [
  ['any transfer coding is taken for chunked', ' && http::equal_names(value, "chunked") && ', ' && '],
  ['a body of HTTP/1.0 may be chunked', 'head.minor_version == 1 && http::equal_names(value', 'http::equal_names(value'],
  ['"chunked" may occur twice', ' && first_time(seen.chunked);', ' && (first_time(seen.chunked) || true);'],
  ['only the last Transfer-Encoding field is checked', 'seen.other_coding = seen.other_coding || !is_good;', 'seen.other_coding = !is_good;'],
  ['another transfer coding is ignored', 'seen.other_coding || (seen.chunked && seen.length)', 'seen.chunked && seen.length'],
  ['Content-Length is accepted together with chunked', 'seen.other_coding || (seen.chunked && seen.length)', 'seen.other_coding'],
  ['a tab is accepted around a transfer coding', ' || http::equal_names(name, "transfer-encoding");', ';']
]

export default [
  ...of('src/net/http1/request_reader.cpp', ['net'], chunkedBody),
  ...of('src/net/http1/request_reader.hpp', ['net'], chunkedBodyEnd),
  ...of('src/net/http1/framing.cpp', ['net'], codings)
]
