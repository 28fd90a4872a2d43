/// \file
/// What one worker counts by gated document and gate: responses by status class, refusals by reason, bytes of bodies.
/// The worker's thread writes, any thread reads. Bounded: the names come from the configuration, and of further ones,
/// which only reloads can bring, everything is counted under "other".
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace agent_access::ops {

inline constexpr std::size_t kStatusClasses = 6;
/// The names of the status classes: 2 is 2xx; 0 is any other status.
inline constexpr std::array<std::string_view, kStatusClasses> kStatusClassNames = {"other", "1xx", "2xx",
                                                                                   "3xx",   "4xx", "5xx"};

/// The sums of one gated document or gate.
struct ResourceTotals {
  std::array<std::uint64_t, kStatusClasses> status_classes{};
  std::map<std::string, std::uint64_t> refusals;  ///< by reason
  std::uint64_t bytes = 0;                        ///< of the bodies of documents
};

class ResourceCounters {
 public:
  static constexpr std::size_t kMostNames = 256;

  ResourceCounters();
  ~ResourceCounters();
  ResourceCounters(const ResourceCounters&) = delete;
  ResourceCounters& operator=(const ResourceCounters&) = delete;

  struct Response {
    std::uint16_t status;
    std::string_view reason;  ///< of a refusal; empty otherwise
    std::uint64_t bytes;      ///< of its body
  };
  /// Out of memory, the response is not counted here.
  void count(std::string_view resource, const Response& response) noexcept;
  void sum_into(std::map<std::string, ResourceTotals>& sums) const;

 private:
  struct Row;
  [[nodiscard]] Row& row_of(std::string_view resource);

  std::array<std::unique_ptr<Row>, kMostNames> rows_;
  std::atomic<std::size_t> used_{0};                  ///< raised after a row is complete
  std::unordered_map<std::string_view, Row*> found_;  ///< by the name in the row; the worker's thread only
};

}  // namespace agent_access::ops
