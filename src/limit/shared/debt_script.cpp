#include "limit/shared/debt_script.hpp"

#include <algorithm>
#include <vector>

#include "base/hex.hpp"
#include "limit/shared/redis_connection.hpp"
#include "limit/shared/reply_reader.hpp"

namespace agent_access::limit {
namespace {

using std::chrono::ceil;
using std::chrono::floor;
using std::chrono::microseconds;
using Debts = std::span<const Debt>;
using SteadyClock = std::chrono::steady_clock;
using Done = base::Result<void, RedisFault>;

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

std::string key_name(const KeySpace& space, DebtKey key) {
  // The heartbeat of an idle replica keeps a fixed name.
  const std::uint64_t hash = key == 0 ? 0 : keyed_hash(space.hash, bytes_of(key));
  std::string text(space.prefix);
  for (int shift = 60; shift >= 0; shift -= 4) text.push_back(base::kHexDigits[hash >> shift & 0xF]);
  return text;
}

/// An array of bulk strings, in parts.
template <class Put>
void put_command(std::span<const std::string_view> words, const Put& put) {
  const auto put_header = [&put](char type, std::size_t number) {
    put(std::string(1, type).append(std::to_string(number)).append("\r\n"));
  };
  put_header('*', words.size());
  for (const auto word : words) {
    put_header('$', word.size());
    put(word);
    put("\r\n");
  }
}

/// Debts of two key spaces that differ by less count as equal: the calls of one exchange do not run at the same time.
constexpr std::chrono::milliseconds kNoticeable{50};

/// The debts sent to one key space.
struct Part {
  const KeySpace* space;
  Debts debts;
};

/// One exchange; `take` gets the index of a part, the index of a debt in it, and the fleet's debt.
template <class Take>
Done exchange(RedisConnection& connection, std::span<const Part> parts, Horizon horizon, const Take& take) {
  struct Call {
    std::size_t part;
    std::size_t first;
    std::size_t count;
  };
  std::string request;
  std::vector<Call> calls;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::size_t i = 0; i < parts[part].debts.size(); i += kMostIntegers) {
      const auto some = parts[part].debts.subspan(i, std::min(kMostIntegers, parts[part].debts.size() - i));
      append_merge(request, connection.script_id(), *parts[part].space, horizon, some);
      calls.push_back({part, i, some.size()});
    }
  }
  if (calls.empty()) return {};
  return connection.exchange(request, calls.size(), [&](std::size_t index, const Reply& reply) -> Done {
    const Call& call = calls[index];
    const auto owed = read_owed(reply, call.count, horizon.microseconds);
    if (!owed) return base::Failure(owed.error());
    for (std::size_t i = 0; i < call.count; ++i) take(call.part, call.first + i, std::chrono::microseconds{(*owed)[i]});
    return {};
  });
}

}  // namespace

std::string_view debt_script() noexcept { return kScript; }

void append_command(std::string& out, std::span<const std::string_view> words) {
  put_command(words, [&out](std::string_view text) { out += text; });
}

base::SecretBytes secret_command(std::span<const std::string_view> words) {
  std::size_t size = 0;
  put_command(words, [&size](std::string_view text) { size += text.size(); });
  base::SecretBytes command(size);
  auto out = command.reveal_for_writing().begin();
  put_command(words, [&out](std::string_view text) { out = std::ranges::copy(base::bytes_of(text), out).out; });
  return command;
}

void append_merge(std::string& out, std::string_view script_id, const KeySpace& space, Horizon horizon,
                  std::span<const Debt> debts) {
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

base::Result<void, RedisFault> send_debts(RedisConnection& connection, std::span<const KeySpace> spaces,
                                          Horizon horizon, Debts debts, const Merge& merge) {
  const auto begun = SteadyClock::now();
  std::vector<Part> parts;
  for (const KeySpace& space : spaces) parts.push_back({&space, debts});
  // By debt, then by space.
  std::vector<std::chrono::microseconds> owed(debts.size() * spaces.size());
  auto sent = exchange(connection, parts, horizon, [&](std::size_t part, std::size_t i, std::chrono::microseconds now) {
    owed[i * spaces.size() + part] = now;
    merge({debts[i].key, now});
  });
  if (!sent || spaces.size() < 2) return sent;

  std::vector<std::vector<Debt>> lower(spaces.size());
  const auto elapsed = SteadyClock::now() - begun;
  for (std::size_t i = 0; i < debts.size(); ++i) {
    const auto of_key = std::span(owed).subspan(i * spaces.size(), spaces.size());
    const auto most = std::ranges::max(of_key);
    for (std::size_t space = 0; space < spaces.size(); ++space) {
      if (of_key[space] + kNoticeable < most) lower[space].push_back({debts[i].key, most - elapsed});
    }
  }
  for (std::size_t space = 0; space < spaces.size(); ++space) parts[space].debts = lower[space];
  return exchange(connection, parts, horizon, [](std::size_t, std::size_t, std::chrono::microseconds) {});
}

}  // namespace agent_access::limit
