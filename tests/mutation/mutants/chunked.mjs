// The reader of chunked bodies.
//
// Not listed, because no input can tell them from their absence: that decoding stops at once after a fault, since no
// caller reads on; that a chunk's data moves within the buffer by memmove, since the caller sees where they are.
import { of } from '../of.mjs'

const chunkedBody = [
  ['a letter behind F is a digit', "byte >= 'a' && byte <= 'f'", "byte >= 'a' && byte <= 'g'"],
  ['a capital letter behind F is a digit', "byte >= 'A' && byte <= 'F'", "byte >= 'A' && byte <= 'G'"],
  ['a colon is a digit', "byte >= '0' && byte <= '9'", "byte >= '0' && byte <= ':'"],
  ['capital letters are no digits', "if (byte >= 'A' && byte <= 'F') return static_cast<std::size_t>(byte - 'A') + 10;", ''],
  ['what follows the body belongs to it', ' && !is_complete() && !step.fault', ' && !step.fault'],
  ['data stay behind their size', 'std::memmove(bytes.data() + step.produced, bytes.data() + step.taken, count);', ''],
  ['data are not counted', '  size_ += count;\n', ''],
  ['data may be longer than their size', 'std::min(remaining_, bytes.size() - step.taken)', 'bytes.size() - step.taken'],
  ['data need no line end', 'expect("\\r\\n", Place::size);', 'place_ = Place::size;'],
  ['a bare LF ends data', 'expect("\\r\\n", Place::size);', 'expect("\\n", Place::size);'],
  ['a bare CR ends data', 'expect("\\r\\n", Place::size);', 'expect("\\r", Place::size);'],
  ['the second size may be empty', '  has_digits_ = false;\n  expect', '  expect'],
  ['any number of sizes and line ends', 'if (++framing_ > most_) return RequestError::body_too_large;', ''],
  ['one byte less of sizes and line ends', '++framing_ > most_', '++framing_ >= most_'],
  ['one byte more of sizes and line ends', '++framing_ > most_', 'framing_++ > most_'],
  ['any byte may stand for a line end', 'if (byte != expected_.front()) return RequestError::malformed_chunks;', ''],
  ['a size may be empty', 'if (!has_digits_ || byte != ', 'if (byte != '],
  ['an extension is passed over', "if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;", "if (has_digits_ && byte != '\\r' && byte != '\\n') return std::nullopt; if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;"],
  ['space behind a size is passed over', "if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;", "if (has_digits_ && byte == ' ') return std::nullopt; if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;"],
  ['a bare LF ends a size', "if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;", "if (has_digits_ && byte == '\\n' && remaining_ > 0) { place_ = Place::data; return std::nullopt; } if (!has_digits_ || byte != '\\r') return RequestError::malformed_chunks;"],
  ['a bare CR ends a size', 'expect("\\n", Place::data)', 'expect("", Place::data)'],
  ['the last chunk needs no empty line', 'expect("\\n\\r\\n", Place::end)', 'expect("\\n", Place::end)'],
  ['the empty line may end with CR', 'expect("\\n\\r\\n", Place::end)', 'expect("\\n\\r", Place::end)'],
  ['a last chunk has data', 'remaining_ > 0 ? expect', 'remaining_ >= 0 ? expect'],
  ['a size may have leading zeros', 'if (has_digits_ && remaining_ == 0) return RequestError::malformed_chunks;', ''],
  ['a size is decimal', 'remaining_ * 16 + *digit', 'remaining_ * 10 + *digit'],
  ['a size has one digit', 'remaining_ * 16 + *digit', '*digit'],
  ['a chunk may have any size', 'if (remaining_ > most_ - size_) return RequestError::body_too_large;', ''],
  ['each chunk may have the size of a body', 'remaining_ > most_ - size_', 'remaining_ > most_'],
  ['a body may be one byte too large', 'remaining_ > most_ - size_', 'remaining_ > most_ - size_ + 1'],
  ['a body of the limit is too large', 'remaining_ > most_ - size_', 'remaining_ >= most_ - size_']
]

const chunkedBodyEnd = [
  ['a body ends with its last size', 'place_ == Place::end && expected_.empty();', 'place_ == Place::end;']
]

const codings = [
  ['any coding is chunked', ' && http::equal_names(value, "chunked") && ', ' && '],
  ['a body of HTTP/1.0 may be chunked', 'head.minor_version == 1 && http::equal_names(value', 'http::equal_names(value'],
  ['a body may be chunked twice', ' && first_time(seen.chunked);', ' && (first_time(seen.chunked) || true);'],
  ['the last coding decides', 'seen.other_coding = seen.other_coding || !is_good;', 'seen.other_coding = !is_good;'],
  ['another coding is passed over', 'seen.other_coding || (seen.chunked && seen.length)', 'seen.chunked && seen.length'],
  ['a length may stand beside chunks', 'seen.other_coding || (seen.chunked && seen.length)', 'seen.other_coding'],
  ['a tab may stand beside a coding', ' || http::equal_names(name, "transfer-encoding");', ';']
]

export default [
  ...of('src/net/http1/chunked_body.cpp', ['net'], chunkedBody),
  ...of('src/net/http1/chunked_body.hpp', ['net'], chunkedBodyEnd),
  ...of('src/net/http1/framing.cpp', ['net'], codings)
]
