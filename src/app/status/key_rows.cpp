#include "app/status/key_rows.hpp"

#include <algorithm>

namespace agent_access::app {
namespace {

std::string state_of(const oauth::ScheduledKey& key, base::Seconds at) {
  if (at >= key.published_until) return "retired";
  // A key of a previous master secret is published and accepted, but never signs.
  if (key.signs_from == key.signs_until) return "published";
  if (at < key.signs_from) return "next";
  return at < key.signs_until ? "signs" : "published";
}

}  // namespace

KeyRow key_row(const oauth::ScheduledKey& key, base::Seconds at) {
  return {key.key_id.text(), state_of(key, at),  key.signs_from,
          key.signs_until,   key.published_from, key.published_until};
}

base::Result<std::vector<KeyRow>, oauth::KeyFault> list_keys(const KeyPlan& plan, base::Seconds at) {
  const auto schedule = make_schedule(plan, at);
  if (!schedule) return base::Failure<oauth::KeyFault>(schedule.error());
  std::vector<KeyRow> rows;
  for (const auto& key : schedule->keys()) rows.push_back(key_row(key, at));
  const auto epoch = at.time_since_epoch() / plan.rotation;
  if (plan.pems.empty() && epoch > 0) {
    const auto before = oauth::derive_epoch_key(plan.masters.front(), plan.generation, plan.rotation, epoch - 1);
    if (!before) return base::Failure<oauth::KeyFault>(before.error());
    if (std::ranges::find(rows, before->key_id.text(), &KeyRow::key_id) == rows.end()) {
      rows.push_back(key_row(*before, at));
    }
  }
  std::ranges::stable_sort(rows, {}, &KeyRow::published_from);
  return rows;
}

}  // namespace agent_access::app
