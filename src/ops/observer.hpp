/// \file
/// The Observer of one worker: an access line and a count for each answer.
#pragma once

#include "http/handler.hpp"
#include "ops/log.hpp"
#include "ops/metrics.hpp"

namespace agent_access::ops {

class AccessObserver final : public http::Observer {
 public:
  AccessObserver(Log& log, WorkerMetrics& metrics) : log_(log), metrics_(metrics) {}

  void answered(const http::Answered& answered) noexcept override;
  void connection_opened() noexcept override { metrics_.connection_opened(); }
  void connection_closed() noexcept override { metrics_.connection_closed(); }
  void accept_failed(int error_number) noexcept override;

 private:
  Log& log_;
  WorkerMetrics& metrics_;
};

}  // namespace agent_access::ops
