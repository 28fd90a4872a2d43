/// \file
/// A part of a file as the body of a response. Belongs to one thread.
///
/// Reads with pread and not from a mapping: a file that was made shorter would end the process with SIGBUS. What comes
/// next is requested from the disk ahead of time, because read() waits for what is not in memory. NOT detected: a file
/// that is changed in place while it is sent, unless it becomes too short.
#pragma once

#include <cstddef>
#include <span>

#include "gated/open_files.hpp"
#include "http/body_source.hpp"

namespace agent_access::gated {

class FileSource final : public http::BodySource {
 public:
  FileSource(OpenFile file, std::size_t first, std::size_t size) noexcept;

  [[nodiscard]] std::size_t size() const noexcept override { return size_; }
  [[nodiscard]] bool read(std::span<char> room) noexcept override;

 private:
  void request_ahead() noexcept;

  OpenFile file_;
  std::size_t size_;
  std::size_t at_;
  std::size_t end_;
  std::size_t requested_;  ///< the disk was asked for everything before it
};

}  // namespace agent_access::gated
