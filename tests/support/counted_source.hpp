/// \file
/// A body of any size that repeats the letters a to z, and says how much of it was read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "http/message.hpp"

namespace agent_access::test {

struct SourceCounts {
  std::size_t read = 0;
  std::size_t largest = 0;  ///< the most bytes of one read
  bool is_alive = true;
};

class CountedSource final : public http::BodySource {
 public:
  /// Fails when more than `readable` bytes would be read.
  CountedSource(std::size_t size, std::size_t readable, std::shared_ptr<SourceCounts> counts)
      : size_(size), readable_(readable), counts_(std::move(counts)) {}
  ~CountedSource() override { counts_->is_alive = false; }
  CountedSource(const CountedSource&) = delete;
  CountedSource& operator=(const CountedSource&) = delete;

  [[nodiscard]] std::size_t size() const noexcept override { return size_; }
  [[nodiscard]] bool read(std::span<char> room) noexcept override {
    if (counts_->read + room.size() > readable_) return false;
    counts_->largest = std::max(counts_->largest, room.size());
    for (char& byte : room) byte = letter_at(counts_->read++);
    return true;
  }
  /// The first `size` bytes.
  [[nodiscard]] static std::string text(std::size_t size) {
    std::string all(size, ' ');
    for (std::size_t at = 0; at < size; ++at) all[at] = letter_at(at);
    return all;
  }

 private:
  static char letter_at(std::size_t at) noexcept { return static_cast<char>('a' + at % 26); }

  std::size_t size_;
  std::size_t readable_;
  std::shared_ptr<SourceCounts> counts_;
};

}  // namespace agent_access::test
