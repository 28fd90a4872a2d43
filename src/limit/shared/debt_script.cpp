#include "limit/shared/debt_script.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "limit/shared/reply_reader.hpp"

namespace agent_access::limit {
namespace {

using std::chrono::ceil;
using std::chrono::floor;
using std::chrono::microseconds;

// pcall, because a value of another type under our name must not fail the rest; it is overwritten. A stored time beyond
// the horizon comes from a clock that was set back or from another program: it is ignored, or it would lock out a
// client.
constexpr std::string_view kScript = R"lua(
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local horizon, margin = tonumber(ARGV[1]), tonumber(ARGV[2])
local owed = {}
for i, key in ipairs(KEYS) do
  local arrival = now + tonumber(ARGV[2 * i + 1])
  local stored = redis.pcall('GET', key)
  stored = type(stored) == 'string' and tonumber(stored)
  if stored and stored > arrival and stored <= now + horizon then arrival = stored end
  arrival = math.min(arrival + tonumber(ARGV[2 * i + 2]), now + horizon)
  owed[i] = math.max(arrival - now, 0)
  redis.call('SET', key, string.format('%.0f', arrival), 'PX', string.format('%.0f', math.ceil(owed[i] / 1000) + margin))
end
return owed
)lua";

constexpr std::string_view kLineEnd = "\r\n";

std::string key_name(const KeySpace& space, limit::DebtKey key) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  // The heartbeat of an idle replica keeps a fixed name.
  const std::uint64_t hash = key == 0 ? 0 : limit::keyed_hash(space.hash, limit::bytes_of(key));
  std::string text(space.prefix);
  for (int shift = 60; shift >= 0; shift -= 4) text.push_back(kDigits[hash >> shift & 0xF]);
  return text;
}

void append_header(std::string& out, char type, std::size_t number) {
  out.push_back(type);
  out.append(std::to_string(number)).append("\r\n");
}

}  // namespace

std::string_view debt_script() noexcept { return kScript; }

void append_command(std::string& out, std::span<const std::string_view> words) {
  append_header(out, '*', words.size());
  for (const auto word : words) {
    append_header(out, '$', word.size());
    out.append(word).append("\r\n");
  }
}

base::SecretBytes secret_command(std::span<const std::string_view> words) {
  std::vector<std::string> heads(1);
  append_header(heads.front(), '*', words.size());
  std::size_t size = heads.front().size();
  for (const auto word : words) {
    append_header(heads.emplace_back(), '$', word.size());
    size += heads.back().size() + word.size() + kLineEnd.size();
  }
  base::SecretBytes command(size);
  auto out = command.reveal_for_writing().begin();
  const auto put = [&out](std::string_view text) { out = std::ranges::copy(base::bytes_of(text), out).out; };
  put(heads.front());
  for (std::size_t i = 0; i < words.size(); ++i) {
    put(heads[i + 1]);
    put(words[i]);
    put(kLineEnd);
  }
  return command;
}

void append_merge(std::string& out, std::string_view script_id, const KeySpace& space, Horizon horizon,
                  std::span<const limit::Debt> debts) {
  std::vector<std::string> texts;
  texts.reserve(3 + 3 * debts.size());
  texts.push_back(std::to_string(debts.size()));
  for (const auto& debt : debts) texts.push_back(key_name(space, debt.key));
  texts.push_back(std::to_string(horizon.microseconds));
  texts.push_back(std::to_string(kKeyMargin.count()));
  const std::int64_t most = horizon.microseconds;
  for (const auto& debt : debts) {
    // Each is clamped to the horizon first, so that the difference does not overflow.
    const auto owed = std::clamp(floor<microseconds>(debt.owed).count(), -most, most);
    const auto charged = std::clamp(ceil<microseconds>(debt.charged).count(), std::int64_t{0}, most);
    texts.push_back(std::to_string(owed - charged));
    texts.push_back(std::to_string(charged));
  }
  std::vector<std::string_view> words{"EVALSHA", script_id};
  words.insert(words.end(), texts.begin(), texts.end());
  append_command(out, words);
}

}  // namespace agent_access::limit
