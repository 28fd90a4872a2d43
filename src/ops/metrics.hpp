/// \file
/// The counters of the service. Each worker has its own, which only its thread writes: no contention on a request. They
/// are summed when somebody asks.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "http/handler.hpp"
#include "ops/totals.hpp"

namespace agent_access::ops {

/// One for each worker; single writer, any reader (relaxed atomics).
class WorkerMetrics {
 public:
  WorkerMetrics();
  ~WorkerMetrics();
  /// The end of a request.
  void count(const http::Answered& answered) noexcept;
  void count(Event event) noexcept;
  void count(http::Handshake outcome) noexcept;
  void count(http::Refused cap) noexcept;

 private:
  friend class Metrics;
  struct Counters;
  std::unique_ptr<Counters> counters_;
};

/// Owns the workers' counters.
class Metrics {
 public:
  explicit Metrics(std::size_t workers);
  [[nodiscard]] WorkerMetrics& worker(std::size_t index) noexcept { return *workers_[index]; }
  /// Any thread.
  [[nodiscard]] Totals totals() const;

 private:
  std::vector<std::unique_ptr<WorkerMetrics>> workers_;
};

}  // namespace agent_access::ops
