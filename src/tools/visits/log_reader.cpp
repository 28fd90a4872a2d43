#include "tools/visits/log_reader.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "json/reader.hpp"
#include "tools/visits/clf_line.hpp"
#include "tools/visits/haproxy_line.hpp"
#include "tools/visits/line_prefix.hpp"
#include "tools/visits/log_line.hpp"

namespace agent_access::tools {
namespace {

/// Between the objects of a list.
constexpr std::string_view kListSigns = "[], \t";

/// Whether the text begins an object or a list of objects, or goes on with a list.
bool is_json(std::string_view text, bool is_list) {
  const auto object = text.find_first_not_of(kListSigns);
  return object == std::string_view::npos || (text[object] == '{' && (object == 0 || text[0] == '[' || is_list));
}

}  // namespace

void LogReader::add_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  // Another object begins behind blanks, unless the one before was cut.
  if (line.size() > kLongestLine || (depth_ != 0 && line.starts_with('{'))) end();
  if (line.size() > kLongestLine) return take_(NoVisit::damaged);
  if (depth_ != 0) return add_json(line);
  const auto text = without_prefix(line);
  if (base::trim(text).empty()) return take_(NoVisit::blank);
  if (is_json(text, is_list_)) return add_json(text);
  if (text.starts_with('#')) table_.set_columns(text);
  if (text.starts_with('#')) return take_(NoVisit::comment);
  if (table_.has_columns()) return take_(table_.read(line));
  const auto read = read_haproxy_line(text).or_else([text] { return read_clf_line(text); });
  take_(read.value_or(NoVisit::foreign));
}

void LogReader::end() {
  if (depth_ != 0) take_(NoVisit::damaged);
  depth_ = 0;
  is_quoted_ = false;
  object_.clear();
}

void LogReader::add_json(std::string_view text) {
  for (bool is_first = true; !text.empty(); is_first = false) {
    if (depth_ == 0) {
      const auto between = text.substr(0, text.find_first_not_of(kListSigns));
      if (const auto sign = between.find_last_of("[]"); sign != std::string_view::npos) is_list_ = between[sign] == '[';
      text.remove_prefix(between.size());
      if (!is_first && !is_list_ && !text.empty()) return take_(NoVisit::damaged);
    }
    const auto size = size_of_object(text);
    object_ += text.substr(0, size);
    text.remove_prefix(size);
    if (depth_ == 0 && !object_.empty()) take_object(text);
  }
  if (depth_ != 0) object_ += '\n';
  if (is_quoted_ || object_.size() > kLongestObject) end();
}

std::size_t LogReader::size_of_object(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') is_quoted_ = !is_quoted_;
    if (is_quoted_ && text[at] == '\\') ++at;
    if (is_quoted_) continue;
    if (text[at] == '{' || text[at] == '[') ++depth_;
    if (depth_ != 0 && (text[at] == '}' || text[at] == ']')) --depth_;
    if (depth_ == 0) return at + 1;
  }
  return text.size();
}

void LogReader::take_object(std::string_view& rest) {
  const auto next = base::trim(rest);
  const bool is_alone = next.empty() || next == "," || (is_list_ && (next[0] == ',' || next[0] == ']'));
  const std::string text = std::exchange(object_, {});
  const auto object = json::read_object(text, {.max_size = kLongestObject});
  if (!is_alone) rest = {};
  if (!is_alone || !object) return take_(NoVisit::damaged);
  // What this service wrote says more than its host does about the same request.
  auto read = requests_.read(*object);
  const auto* const reason = std::get_if<NoVisit>(&read);
  if (reason == nullptr || *reason != NoVisit::repeated) read = read_own_line(*object).value_or(std::move(read));
  take_(read);
}

}  // namespace agent_access::tools
