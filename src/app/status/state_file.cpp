#include "app/status/state_file.hpp"

#include <algorithm>
#include <cstddef>
#include <system_error>

#include "app/files/file_access.hpp"
#include "app/status/state_text.hpp"
#include "app/text/value_text.hpp"
#include "base/bytes.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kLargestState = std::size_t{16} * 1024 * 1024;

std::filesystem::path with_suffix(std::filesystem::path path, const std::string& suffix) { return path += suffix; }

}  // namespace

std::string StateFile::keep_aside(base::Seconds now, const std::string& reason) {
  std::string time = format_time(now);
  std::erase_if(time, [](char each) { return each == '-' || each == ':'; });
  const auto aside = with_suffix(path_, ".kept-" + time);
  std::error_code failed;
  std::filesystem::rename(path_, aside, failed);
  is_usable_ = !failed;
  if (failed) return reason + "; it cannot be renamed (" + failed.message() + "), so no counters are saved";
  return reason + "; it is kept as " + aside.string() + ", and the counters begin anew";
}

StateFile::Loaded StateFile::load(base::Seconds now) {
  std::error_code failed;
  const bool is_there = std::filesystem::exists(path_, failed);
  if (!is_there && !failed) return {};
  const auto content = read_file(path_, kLargestState);
  if (!content) return {.days = {}, .problem = keep_aside(now, content.error())};
  auto days = parse_state(base::text_of(content->bytes.reveal()));
  if (!days) return {.days = {}, .problem = keep_aside(now, path_.string() + " " + days.error())};
  return {.days = std::move(*days), .problem = {}};
}

base::Result<void, std::string> StateFile::save(const DayTable& days) {
  if (!is_usable_) return {};
  std::string text = render_state(days);
  if (text == saved_) return {};
  const auto next = with_suffix(path_, ".next");
  std::error_code failed;
  std::filesystem::remove(next, failed);  // of a crash; if this fails, so does the next step, with its reason
  if (const auto created = create_file(next, text, FileMode::owner_only); !created) return created;
  std::filesystem::rename(next, path_, failed);
  if (failed) return base::Failure("cannot replace " + path_.string() + ": " + failed.message());
  saved_ = std::move(text);
  return {};
}

}  // namespace agent_access::app
