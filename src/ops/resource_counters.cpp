#include "ops/resource_counters.hpp"

#include <exception>

#include "ops/counter.hpp"

namespace agent_access::ops {
namespace {

std::size_t status_class(std::uint16_t status) noexcept {
  const std::size_t of_status = status / 100U;
  return of_status < kStatusClasses ? of_status : 0;
}

}  // namespace

struct ResourceCounters::Row {
  std::string name;
  std::array<Counter, kStatusClasses> responses;
  Counter bytes;
  Reasons refusals;
};

ResourceCounters::ResourceCounters() = default;
ResourceCounters::~ResourceCounters() = default;

ResourceCounters::Row& ResourceCounters::row_of(std::string_view resource) {
  if (const auto found = found_.find(resource); found != found_.end()) return *found->second;
  const std::size_t used = used_.load(std::memory_order_relaxed);
  // The last row is for all that have none.
  if (used == kMostNames) return *rows_.back();
  auto row = std::make_unique<Row>();
  row->name = used + 1 == kMostNames ? std::string_view("other") : resource;
  if (used + 1 < kMostNames) found_.emplace(row->name, row.get());
  rows_[used] = std::move(row);
  used_.store(used + 1, std::memory_order_release);
  return *rows_[used];
}

void ResourceCounters::count(std::string_view resource, const Response& response) noexcept {
  try {
    Row& row = row_of(resource);
    row.responses[status_class(response.status)].add();
    if (!response.reason.empty()) row.refusals.add(response.reason);
    if (response.bytes != 0) row.bytes.add(response.bytes);
  } catch (const std::exception&) {
    return;
  }
}

void ResourceCounters::sum_into(std::map<std::string, ResourceTotals>& sums) const {
  const std::size_t used = used_.load(std::memory_order_acquire);
  for (std::size_t index = 0; index < used; ++index) {
    const Row& row = *rows_[index];
    ResourceTotals& total = sums[row.name];
    for (std::size_t of_class = 0; of_class < kStatusClasses; ++of_class) {
      total.status_classes[of_class] += row.responses[of_class].value();
    }
    row.refusals.sum_into(total.refusals);
    total.bytes += row.bytes.value();
  }
}

}  // namespace agent_access::ops
