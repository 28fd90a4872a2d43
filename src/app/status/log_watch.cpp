#include "app/status/log_watch.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <exception>
#include <utility>

#include "json/strict_value.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kMostKnown = 1000;
constexpr char kEscape = '\033';

bool is_json(std::string_view line) noexcept { return line.starts_with('{'); }

/// Up to the quote that is not escaped.
std::string_view until_quote(std::string_view text) noexcept {
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (text[index] == '\\') {
      ++index;
    } else if (text[index] == '"') {
      return text.substr(0, index);
    }
  }
  return text;
}

std::string_view after(std::string_view text, std::string_view mark) noexcept {
  const auto found = text.find(mark);
  return found == std::string_view::npos ? std::string_view() : text.substr(found + mark.size());
}

std::string_view take_word(std::string_view& text) noexcept {
  const auto space = text.find(' ');
  const auto word = text.substr(0, space);
  text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  while (text.starts_with(' ')) text.remove_prefix(1);
  return word;
}

/// Without the colours of a terminal.
std::string without_colours(std::string_view line) {
  std::string plain;
  for (std::size_t index = 0; index < line.size(); ++index) {
    if (line[index] != kEscape) {
      plain += line[index];
      continue;
    }
    while (index + 1 < line.size() && line[index] != 'm') ++index;
  }
  return plain;
}

std::optional<RecentLine> recent_of_text(std::string_view line) {
  const std::string plain = without_colours(line);
  std::string_view rest = plain;
  RecentLine result;
  result.time = take_word(rest);
  const auto tag = take_word(rest);
  if (tag != "WARN" && tag != "ERROR") return std::nullopt;
  result.level = tag == "WARN" ? "warn" : "error";
  result.event = take_word(rest);
  result.fields = rest;
  return result;
}

std::string member_text(const boost::json::value& value) {
  const auto* const text = value.if_string();
  return text != nullptr ? std::string(*text) : boost::json::serialize(value);
}

std::optional<RecentLine> recent_of_json(std::string_view line) {
  constexpr std::size_t kHead = 70;  // the level stands within it, before anything of a client
  const auto head = line.substr(0, kHead);
  if (!head.contains(R"("level":"warn")") && !head.contains(R"("level":"error")")) return std::nullopt;
  const auto object = json::parse_strict_object(line);
  if (!object) return std::nullopt;
  RecentLine result;
  for (const auto& [name, value] : *object) {
    if (name == "time") {
      result.time = member_text(value);
    } else if (name == "level") {
      result.level = member_text(value);
    } else if (name == "event") {
      result.event = member_text(value);
    } else {
      if (!result.fields.empty()) result.fields += ' ';
      result.fields.append(name).append("=").append(member_text(value));
    }
  }
  return result;
}

/// The value of user_agent in a line about a request, as the line has it (escaped); empty without one. Nothing when the
/// line is about something else.
std::optional<std::string_view> user_agent_of(std::string_view line) {
  // A quote within a value is escaped: only the names of members match.
  if (is_json(line)) {
    if (!line.contains(R"(,"event":"access",)")) return std::nullopt;
    return until_quote(after(line, R"(,"user_agent":")"));
  }
  if (!line.contains(" access request_id=")) return std::nullopt;
  auto value = after(line, " user_agent=");
  if (value.starts_with('"')) return until_quote(value.substr(1));
  return take_word(value);
}

/// Nothing when the line is of another level.
std::optional<RecentLine> recent_line_of(std::string_view line) {
  return is_json(line) ? recent_of_json(line) : recent_of_text(line);
}

}  // namespace

void LogWatch::read(std::string_view lines) noexcept {
  try {
    const std::scoped_lock lock(mutex_);
    while (!lines.empty()) {
      const auto end = lines.find('\n');
      read_line(lines.substr(0, end));
      lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    }
  } catch (const std::exception&) {  // out of memory
  }
}

void LogWatch::read_line(std::string_view line) {
  if (line.empty()) return;
  if (const auto user_agent = user_agent_of(line)) return count_agent(*user_agent);
  auto recent = recent_line_of(line);
  if (!recent) return;
  recent_.push_back(std::move(*recent));
  if (recent_.size() > kMostLines) recent_.pop_front();
}

void LogWatch::count_agent(std::string_view user_agent) {
  if (ops::is_of_try(user_agent)) return;
  const std::string text(user_agent);
  const auto found = known_.find(text);
  const ops::AgentFamily& family = found != known_.end() ? *found->second : agents_.family_of(text);
  if (found == known_.end() && known_.size() < kMostKnown) known_.emplace(text, &family);
  ++families_[family.name];
}

NamedCounts LogWatch::families() const {
  const std::scoped_lock lock(mutex_);
  return families_;
}

std::vector<RecentLine> LogWatch::recent() const {
  const std::scoped_lock lock(mutex_);
  return {recent_.begin(), recent_.end()};
}

}  // namespace agent_access::app
