#include "base/utc_time.hpp"

#include <charconv>

namespace agent_access::base {

UtcText::UtcText(std::int64_t unix_time) noexcept : text_{}, size_(text_.size()) {
  if (!has_utc_date(unix_time)) {
    size_ = static_cast<std::size_t>(std::to_chars(text_.data(), text_.data() + text_.size(), unix_time).ptr -
                                     text_.data());
    return;
  }
  const std::chrono::sys_seconds time{std::chrono::seconds{unix_time}};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  text_ = {'0', '0', '0', '0', '-', '0', '0', '-', '0', '0', 'T', '0', '0', ':', '0', '0', ':', '0', '0', 'Z'};
  const auto put = [this](std::size_t at, auto below_100) {
    text_[at] = static_cast<char>('0' + below_100 / 10);
    text_[at + 1] = static_cast<char>('0' + below_100 % 10);
  };
  const int year = static_cast<int>(date.year());
  put(0, year / 100);
  put(2, year % 100);
  put(5, static_cast<unsigned>(date.month()));
  put(8, static_cast<unsigned>(date.day()));
  put(11, clock.hours().count());
  put(14, clock.minutes().count());
  put(17, clock.seconds().count());
}

}  // namespace agent_access::base
