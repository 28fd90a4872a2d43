#include "net/http2/first_window.hpp"

#include <utility>

namespace agent_access::net::h2 {

std::size_t FirstWindow::allowance() const noexcept {
  if (is_open_) return std::numeric_limits<std::size_t>::max();
  return probe_stream_ == 0 ? kProbe : 0;
}

void FirstWindow::probed(std::uint32_t stream, std::size_t bytes, SteadyTime now) noexcept {
  probe_stream_ = stream;
  probe_bytes_ = bytes;
  probed_at_ = now;
  is_cancelled_ = false;
  awaits_acknowledgement_ = true;
}

bool FirstWindow::expects(const FrameHeader& frame) const noexcept {
  return awaits_acknowledgement_ && frame.type == kPing && frame.has(kAcknowledgement);
}

bool FirstWindow::note(const FrameHeader& frame) noexcept {
  if (expects(frame)) {
    awaits_acknowledgement_ = false;
    return !is_open_ && end_probe();
  }
  if (is_open_) return false;
  if (frame.type == kReset && frame.stream == probe_stream_) is_cancelled_ = true;
  if (frame.type != kWindowUpdate || frame.stream != 0) return false;
  is_open_ = true;
  return true;
}

bool FirstWindow::end_probe() noexcept {
  probe_stream_ = 0;
  if (is_cancelled_) {
    lost_ += std::exchange(probe_bytes_, 0);
  } else {
    is_open_ = true;
  }
  return true;
}

bool FirstWindow::tick(SteadyTime now, std::chrono::nanoseconds patience) noexcept {
  if (is_open_ || probe_stream_ == 0 || now < probed_at_ + patience) return false;
  is_open_ = true;
  return true;
}

}  // namespace agent_access::net::h2
