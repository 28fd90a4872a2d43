/// \file
/// A value that is made when it is first asked for, and never changes. Thread safe: a value that is made is found
/// without a lock; threads that ask for one that is not made wait for the first of them.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace agent_access::base {

template <class T>
class Lazy {
 public:
  /// `make` gives a std::unique_ptr<const T>, which may be null. An exception of it leaves the value unmade, for the
  /// next call.
  template <class Make>
  [[nodiscard]] const T* get(const Make& make) const {
    if (is_made_.load(std::memory_order_acquire)) return value_.get();
    const std::lock_guard lock(making_);
    if (!is_made_.load(std::memory_order_relaxed)) {
      value_ = make();
      is_made_.store(true, std::memory_order_release);
    }
    return value_.get();
  }

  /// Null if it is not made.
  [[nodiscard]] const T* made() const noexcept {
    return is_made_.load(std::memory_order_acquire) ? value_.get() : nullptr;
  }

 private:
  mutable std::mutex making_;
  mutable std::unique_ptr<const T> value_;
  mutable std::atomic<bool> is_made_ = false;
};

}  // namespace agent_access::base
