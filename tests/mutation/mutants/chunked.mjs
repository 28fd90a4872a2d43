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
  ['data need no line end after them', 'expect("\\r\\n", ChunkPart::size);', 'part_ = ChunkPart::size;'],
  ['a bare LF is accepted after data', 'expect("\\r\\n", ChunkPart::size);', 'expect("\\n", ChunkPart::size);'],
  ['a bare CR is accepted after data', 'expect("\\r\\n", ChunkPart::size);', 'expect("\\r", ChunkPart::size);'],
  ['the second size may be empty', '  has_digits_ = false;\n  expect', '  expect'],
  ['the number of bytes of sizes and line ends is not limited', 'if (++framing_ > most_) return RequestError::body_too_large;', ''],
  ['the limit of sizes and line ends is one byte lower', '++framing_ > most_', '++framing_ >= most_'],
  ['the limit of sizes and line ends is one byte higher', '++framing_ > most_', 'framing_++ > most_'],
  ['any byte is accepted in place of a line end', 'if (byte != expected_.front()) return RequestError::malformed_chunks;', ''],
  ['a size may be empty', 'if (!has_digits_) return RequestError::malformed_chunks;', ''],
  ['any byte is accepted in an extension', '!extensions_.take(byte) || ', ''],
  ['extensions may have any length', ' || ++extended_ > kMostExtended', ''],
  ['extensions may be one byte longer', '++extended_ > kMostExtended', 'extended_++ > kMostExtended'],
  ['extensions may end anywhere', " && extensions_.may_end()", ''],
  ['the extensions of a chunk go on with those of the one before', '    extensions_ = {};\n', ''],
  ['space after a size is ignored', "if (!has_digits_) return RequestError::malformed_chunks;", "if (!has_digits_) return RequestError::malformed_chunks; if (byte == ' ') return std::nullopt;"],
  ['a bare LF is accepted after a size', "if (!has_digits_) return RequestError::malformed_chunks;", "if (!has_digits_) return RequestError::malformed_chunks; if (byte == '\\n' && remaining_ > 0) { part_ = ChunkPart::data; return std::nullopt; }"],
  ['a bare CR is accepted after a size', 'expect("\\n", ChunkPart::data)', 'expect("", ChunkPart::data)'],
  ['the last chunk needs no empty line', 'expect("\\n\\r\\n", ChunkPart::end)', 'expect("\\n", ChunkPart::end)'],
  ['the last line may end with a bare CR', 'expect("\\n\\r\\n", ChunkPart::end)', 'expect("\\n\\r", ChunkPart::end)'],
  ['the last chunk has data', 'remaining_ > 0 ? expect', 'remaining_ >= 0 ? expect'],
  ['a size is decimal', 'remaining_ * 16 + static_cast<std::size_t>(digit)', 'remaining_ * 10 + static_cast<std::size_t>(digit)'],
  ['only the last digit of a size counts', 'remaining_ * 16 + static_cast<std::size_t>(digit)', 'static_cast<std::size_t>(digit)'],
  ['a chunk may have any size', 'if (remaining_ > most_ - size_) return RequestError::body_too_large;', ''],
  ['the limit applies to each chunk instead of the body', 'remaining_ > most_ - size_', 'remaining_ > most_'],
  ['a body may be one byte too large', 'remaining_ > most_ - size_', 'remaining_ > most_ - size_ + 1'],
  ['a body of exactly the limit is too large', 'remaining_ > most_ - size_', 'remaining_ >= most_ - size_']
]

const chunkedBodyEnd = [
  ['a body is complete before its last line end', 'part_ == ChunkPart::end && expected_.empty();', 'part_ == ChunkPart::end;']
]

const extensions = [
  ['a name may be empty', "return syntax_ == text && move_to(Syntax::empty_name);", 'return move_to(Syntax::empty_name);'],
  ['a name may be any bytes', 'return is_token({&byte, 1}) && move_to(text);', 'return move_to(text);'],
  ['quotes may be within a value', "case Syntax::value: return take_text(byte, Syntax::value);", "case Syntax::value: return byte == '\"' ? move_to(Syntax::quoted) : take_text(byte, Syntax::value);"],
  ['a backslash quotes nothing', "return byte == '\\\\' ? move_to(Syntax::escaped) : is_quotable(byte);", 'return is_quotable(byte);'],
  ['any byte may be quoted', 'return is_quotable(byte) && move_to(Syntax::quoted);', 'return move_to(Syntax::quoted);'],
  ['DEL may be quoted', ' && code != 0x7f', ''],
  ['text may follow the quotes', "case Syntax::closed: return byte == ';' && move_to(Syntax::empty_name);", "case Syntax::closed: return byte == ';' ? move_to(Syntax::empty_name) : take_text(byte, Syntax::value);"]
]

const extensionsEnd = [
  ['quotes may stay open', 'syntax_ == Syntax::name || ', 'syntax_ == Syntax::quoted || syntax_ == Syntax::name || '],
  ['a value may be missing', 'syntax_ == Syntax::name || ', 'syntax_ == Syntax::empty_value || syntax_ == Syntax::name || ']
]

const codings = [
  ['a body of HTTP/1.0 may be chunked', ' || minor_version == 0) return', ') return'],
  ['an ambiguous Transfer-Encoding is ignored', 'codings.ambiguous || has_length', 'has_length'],
  ['another transfer coding is ignored', 'if (codings.other) return RequestError::not_implemented;', ''],
  ['Content-Length is accepted together with chunked', 'codings.ambiguous || has_length', 'codings.ambiguous'],
  ['a tab is accepted around a transfer coding', ' || http::equal_names(name, "transfer-encoding");', ';']
]

const codingLists = [
  ['any transfer coding is taken for chunked', 'const bool is_chunked = http::equal_names(name, "chunked");', 'const bool is_chunked = is_token(name);'],
  ['"chunked" may occur twice, or before another one', 'codings.ambiguous || codings.chunked || !is_good', 'codings.ambiguous || !is_good'],
  ['a malformed coding is one that is not known', 'codings.chunked || !is_good;', 'codings.chunked;'],
  ['"chunked" may have a parameter', 'is_chunked ? name.size() == element.size() : is_token(name)', 'is_token(name)'],
  ['only the last transfer coding counts', 'codings.other = codings.other || !is_chunked;', 'codings.other = !is_chunked;'],
  ['only the first element of Transfer-Encoding is read', 'if (comma == std::string_view::npos) return;', 'return;']
]

export default [
  ...of('src/net/http1/request_reader.cpp', ['net'], chunkedBody),
  ...of('src/net/http1/request_reader.hpp', ['net'], chunkedBodyEnd),
  ...of('src/net/http1/chunk_extensions.cpp', ['net'], extensions),
  ...of('src/net/http1/chunk_extensions.hpp', ['net'], extensionsEnd),
  ...of('src/net/http1/framing.cpp', ['net'], codings),
  ...of('src/net/http1/grammar.cpp', ['net'], codingLists)
]
