/// \file
/// The extensions of a chunk (RFC 9112 section 7.1.1), which mean nothing here: only whether they are of the grammar,
/// so that every reader ends them at the same byte. No blanks, which the grammar calls bad. No sockets, no clock.
#pragma once

#include <cstdint>

namespace agent_access::net {

/// *( ";" token [ "=" ( token / quoted-string ) ] ), byte by byte from the first semicolon on.
class ChunkExtensions {
 public:
  /// False: the byte cannot follow those before it.
  [[nodiscard]] bool take(char byte) noexcept;
  /// Whether they may end here, before CR LF.
  [[nodiscard]] bool may_end() const noexcept {
    return syntax_ == Syntax::name || syntax_ == Syntax::value || syntax_ == Syntax::closed;
  }

 private:
  enum class Syntax : std::uint8_t {
    start,       ///< before a semicolon
    empty_name,  ///< behind it
    name,
    empty_value,  ///< behind "="
    value,
    quoted,
    escaped,  ///< behind a backslash in quotes
    closed,   ///< behind the second quote
  };

  [[nodiscard]] bool take_text(char byte, Syntax text) noexcept;
  [[nodiscard]] bool move_to(Syntax next) noexcept {
    syntax_ = next;
    return true;
  }

  Syntax syntax_ = Syntax::start;
};

}  // namespace agent_access::net
