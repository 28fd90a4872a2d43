/// \file
/// A body that is not held in memory: net reads it in pieces of bounded size, as fast as the peer reads. Belongs to its
/// response, and so to the thread of one worker.
#pragma once

#include <cstddef>
#include <span>

namespace agent_access::http {

class BodySource {
 public:
  virtual ~BodySource() = default;
  /// The Content-Length. Never changes.
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;
  /// Fills `room` with the next bytes; it never asks for more than are left. False: they cannot be read. The response
  /// then cannot be completed: net ends the connection, of HTTP/2 the stream.
  [[nodiscard]] virtual bool read(std::span<char> room) noexcept = 0;
};

}  // namespace agent_access::http
