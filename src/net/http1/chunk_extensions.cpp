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
  switch (place_) {
    case Place::start:
    case Place::closed: return byte == ';' && move_to(Place::empty_name);
    case Place::empty_name: return take_text(byte, Place::name);
    case Place::name: return byte == '=' ? move_to(Place::empty_value) : take_text(byte, Place::name);
    case Place::empty_value: return byte == '"' ? move_to(Place::quoted) : take_text(byte, Place::value);
    case Place::value: return take_text(byte, Place::value);
    case Place::quoted:
      if (byte == '"') return move_to(Place::closed);
      return byte == '\\' ? move_to(Place::escaped) : is_quotable(byte);
    case Place::escaped: return is_quotable(byte) && move_to(Place::quoted);
  }
  return false;
}

/// A character of a token, or the semicolon behind one.
bool ChunkExtensions::take_text(char byte, Place text) noexcept {
  if (byte == ';') return place_ == text && move_to(Place::empty_name);
  return is_token({&byte, 1}) && move_to(text);
}

}  // namespace agent_access::net
