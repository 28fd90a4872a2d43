/// \file
/// Memory of a JSON value that a function needs only while it runs: the values of most requests and tokens fit into it,
/// so that nothing is allocated; more than that comes from the heap. Nothing is freed before the end. An instance
/// belongs to one thread, and outlives the values and their copies, which Boost.JSON makes in the same memory: what a
/// function returns of them is a std::string.
#pragma once

#include <array>
#include <boost/json/memory_resource.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <cstddef>
#include <optional>

namespace agent_access::json {

class LocalMemory final : public boost::json::memory_resource {
 private:
  void* do_allocate(std::size_t size, std::size_t alignment) override {
    const std::size_t begin = (used_ + alignment - 1) & ~(alignment - 1);
    if (size > room_.size() - begin) return more(size, alignment);
    used_ = begin + size;
    return room_.data() + begin;
  }
  void* more(std::size_t size, std::size_t alignment) {
    if (!more_) more_.emplace();
    return more_->allocate(size, alignment);
  }
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  bool do_is_equal(const boost::json::memory_resource& other) const noexcept override { return this == &other; }

  alignas(std::max_align_t) std::array<unsigned char, 4096> room_;
  std::size_t used_ = 0;
  std::optional<boost::json::monotonic_resource> more_;
};

}  // namespace agent_access::json

namespace boost::json {

// So that no destructor of a value runs.
template <>
struct is_deallocate_trivial<agent_access::json::LocalMemory> {
  static constexpr bool value = true;
};

}  // namespace boost::json
