#include "net/http1/chunk_extensions.hpp"

#include "net/http1/grammar.hpp"

namespace agent_access::net {
namespace {

/// HTAB, SP, VCHAR and obs-text (RFC 9110 section 5.6.4): what may be quoted, with a backslash before it or, but for
/// the quote and the backslash themselves, without.
bool is_quotable(char byte) noexcept {
  const auto code = static_cast<unsigned char>(byte);
  return byte == '\t' || (code >= 0x20 && code != 0x7f);
}

}  // namespace

bool ChunkExtensions::take(char byte) noexcept {
  switch (syntax_) {
    case Syntax::start:
    case Syntax::closed: return byte == ';' && move_to(Syntax::empty_name);
    case Syntax::empty_name: return take_text(byte, Syntax::name);
    case Syntax::name: return byte == '=' ? move_to(Syntax::empty_value) : take_text(byte, Syntax::name);
    case Syntax::empty_value: return byte == '"' ? move_to(Syntax::quoted) : take_text(byte, Syntax::value);
    case Syntax::value: return take_text(byte, Syntax::value);
    case Syntax::quoted:
      if (byte == '"') return move_to(Syntax::closed);
      return byte == '\\' ? move_to(Syntax::escaped) : is_quotable(byte);
    case Syntax::escaped: return is_quotable(byte) && move_to(Syntax::quoted);
  }
  return false;
}

/// A character of a token, or the semicolon behind one.
bool ChunkExtensions::take_text(char byte, Syntax text) noexcept {
  if (byte == ';') return syntax_ == text && move_to(Syntax::empty_name);
  return is_token({&byte, 1}) && move_to(text);
}

}  // namespace agent_access::net
