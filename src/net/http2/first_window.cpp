#include "net/http2/first_window.hpp"

namespace agent_access::net::h2 {

std::size_t FirstWindow::allowance() const noexcept {
  if (is_open_) return std::numeric_limits<std::size_t>::max();
  if (sent_ < kFree) return kFree - sent_;
  return probe_stream_ == 0 ? kProbe : 0;
}

bool FirstWindow::sent(std::uint32_t stream, std::size_t bytes, SteadyTime now) noexcept {
  if (is_open_) return false;
  const bool is_probe = sent_ >= kFree;
  sent_ += bytes;
  if (!is_probe) return false;
  probe_stream_ = stream;
  probed_at_ = now;
  is_cancelled_ = false;
  awaits_acknowledgement_ = true;
  return true;
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
  is_open_ = !is_cancelled_;
  return true;
}

bool FirstWindow::tick(SteadyTime now, std::chrono::nanoseconds patience) noexcept {
  if (is_open_ || probe_stream_ == 0 || now < probed_at_ + patience) return false;
  is_open_ = true;
  return true;
}

}  // namespace agent_access::net::h2
