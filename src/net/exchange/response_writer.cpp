#include "net/exchange/response_writer.hpp"

#include <linux/sockios.h>
#include <sys/ioctl.h>

namespace agent_access::net {

bool ResponseWriter::has_progressed(int socket) noexcept {
  constexpr std::int64_t kWriteProgress = std::int64_t{16} * 1024;
  const std::int64_t total = acknowledged(socket);
  if (total - acknowledged_ < kWriteProgress) return false;
  acknowledged_ = total;
  return true;
}

/// Bytes of the unsent outbox that the peer has acknowledged, also before the socket is writable again: a slow reader
/// needs minutes for a kernel buffer of megabytes. Bytes sent earlier may make the number negative at first.
std::int64_t ResponseWriter::acknowledged(int socket) noexcept {
  int unacknowledged = 0;
  ::ioctl(socket, SIOCOUTQ, &unacknowledged);
  return static_cast<std::int64_t>(outbox().sent_bytes()) - unacknowledged;
}

}  // namespace agent_access::net
