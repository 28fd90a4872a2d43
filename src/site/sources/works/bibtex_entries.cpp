#include "site/sources/works/bibtex_entries.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "site/sources/works/work.hpp"
#include "site/sources/works/work_types.hpp"

namespace agent_access::sources {
namespace {

constexpr std::size_t kLongestExpansion = std::size_t{64} << 10U;
constexpr std::size_t kMostExpanded = std::size_t{16} << 20U;
constexpr std::size_t kLongestName = 250;
constexpr std::size_t kDeepestBrace = 100;

/// Of types, fields and strings: bibtex.web refuses white space and "#%'(),={}, besides.
bool is_name_character(char c) noexcept {
  return static_cast<unsigned char>(c) > ' ' && c != '\x7F' && !std::string_view("\"#%'(),={}\\@").contains(c);
}

std::string_view without_white_space(std::string_view text) noexcept {
  return text.substr(std::min(text.find_first_not_of(base::kWhiteSpace), text.size()));
}

struct Opening {
  std::string type;
  std::size_t size = 0;  ///< of all up to the brace and with it
  char closing = '}';
};

/// "@type{" at the beginning of the text.
std::optional<Opening> opening_of(std::string_view text) {
  const std::string_view rest = without_white_space(text.substr(1, kLongestName));
  const auto end =
      std::min(static_cast<std::size_t>(std::ranges::find_if_not(rest, is_name_character) - rest.begin()), rest.size());
  const std::string_view after = without_white_space(rest.substr(end));
  if (end == 0 || !base::is_letter(rest.front()) || (!after.starts_with('{') && !after.starts_with('('))) {
    return std::nullopt;
  }
  return Opening{base::lower_case(rest.substr(0, end)), static_cast<std::size_t>(after.data() + 1 - text.data()),
                 after.front() == '{' ? '}' : ')'};
}

bool is_special(std::string_view type) noexcept { return type == "comment" || type == "preamble" || type == "string"; }

class EntryReader {
 public:
  explicit EntryReader(std::string_view text) : text_(text) {}

  BibtexFile run() {
    for (at_ = text_.find('@'); at_ < text_.size(); at_ = text_.find('@', at_)) {
      const auto opening = is_in_other_text(at_) ? std::nullopt : opening_of(text_.substr(at_));
      if (!opening) {
        ++at_;
      } else if (file_.entries.size() + damaged_ == kMostWorks) {
        note(line_of(at_), {}, "has more than 50,000 entries; the others are left out");
        break;
      } else {
        read(*opening);
      }
    }
    return std::move(file_);
  }

 private:
  [[nodiscard]] char here() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(std::min(at_, text_.size())); }

  /// Positions are asked for in rising order, so that the text is counted once.
  std::size_t line_of(std::size_t position) {
    if (position > counted_) {
      line_ += static_cast<std::size_t>(std::ranges::count(text_.substr(counted_, position - counted_), '\n'));
      counted_ = position;
    }
    return line_;
  }
  void note(std::size_t line, std::string place, std::string sentence) {
    file_.notes.push_back({.place = std::move(place), .sentence = std::move(sentence), .line = line});
  }

  /// The part of the line before the position, of which the last kLongestName bytes count.
  [[nodiscard]] std::string_view line_before(std::size_t position) const noexcept {
    const std::size_t begin = position > kLongestName ? position - kLongestName : 0;
    const std::string_view before = text_.substr(begin, position - begin);
    return before.substr(before.rfind('\n') + 1);
  }
  /// Behind a "%" that begins the line, or in an address: "me@example.org {x}", but not "x@article{".
  [[nodiscard]] bool is_in_other_text(std::size_t position) const {
    const std::string_view before = line_before(position);
    if (without_white_space(before).starts_with('%')) return true;
    if (before.empty() || !base::is_alphanumeric(before.back())) return false;
    const auto opening = opening_of(text_.substr(position));
    return !opening || work_type(opening->type).empty();
  }
  /// Whether an entry begins here at the beginning of a line: then one that is still open is damaged.
  [[nodiscard]] bool begins_entry(std::size_t position) const {
    if (!without_white_space(line_before(position)).empty()) return false;
    const auto opening = opening_of(text_.substr(position));
    if (!opening || is_special(opening->type)) return opening.has_value();
    const std::string_view body = text_.substr(position + opening->size, kLongestName);
    const auto end = body.find_first_of(",{}=\"");
    return end != std::string_view::npos && (body[end] == ',' || body[end] == '=');
  }
  [[nodiscard]] std::size_t next_entry(std::size_t position) const {
    position = text_.find('@', position);
    while (position < text_.size() && !begins_entry(position)) position = text_.find('@', position + 1);
    return std::min(position, text_.size());
  }

  void skip_white_space() {
    at_ = std::min(text_.find_first_not_of(base::kWhiteSpace, at_), text_.size());
    while (here() == '%') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      at_ = std::min(text_.find_first_not_of(base::kWhiteSpace, at_), text_.size());
    }
  }

  std::string_view take_name() {
    const std::string_view all = rest();
    const auto size = static_cast<std::size_t>(std::ranges::find_if_not(all, is_name_character) - all.begin());
    at_ += size;
    return all.substr(0, size);
  }

  /// The text up to `closing`, and moves behind that; nothing if the text ends before, or another entry begins that may
  /// not be inside.
  std::optional<std::string_view> take_group(char closing, bool may_hold_entries = false) {
    std::size_t depth = 0;
    for (std::size_t i = at_; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == closing && depth == 0) {
        const std::string_view group = text_.substr(at_, i - at_);
        at_ = i + 1;
        return group;
      }
      if (c == '{') ++depth;
      if (depth > kDeepestBrace || (c == '}' && depth == 0)) break;
      if (c == '}') --depth;
      if (c == '@' && !may_hold_entries && begins_entry(i)) break;
    }
    return std::nullopt;
  }

  /// Of one that is not closed only its line: the entries behind it are read. Looks for the end of such a one once.
  void skip_comment(const Opening& opening) {
    if (has_open_comment_ || !take_group(opening.closing, true)) {
      has_open_comment_ = true;
      at_ = std::min(text_.find('\n', at_), text_.size());
    }
  }

  void read(const Opening& opening) {
    BibtexEntry entry{.line = line_of(at_), .type = opening.type, .key = {}, .fields = {}};
    at_ += opening.size;
    if (opening.type == "comment") return skip_comment(opening);
    damage_.clear();
    if (opening.type == "preamble") {
      take_value(entry, opening.type);
      if (damage_.empty() && !take(opening.closing)) damage_ = kNotClosed;
    } else {
      if (opening.type != "string") take_key(opening.closing, entry);
      take_fields(opening.closing, entry);
    }
    if (!damage_.empty()) {
      ++damaged_;
      note(entry.line, entry.key.empty() ? "@" + entry.type : entry.key,
           damage_ + " (line " + std::to_string(line_of(at_)) + "); left out");
      at_ = next_entry(at_);
    } else if (!is_special(opening.type)) {
      file_.entries.push_back(std::move(entry));
    }
  }

  /// Behind white space.
  bool take(char c) {
    skip_white_space();
    if (here() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }

  /// "key,"; there may be none, or no comma.
  void take_key(char closing, BibtexEntry& entry) {
    skip_white_space();
    const std::string_view all = rest().substr(0, kLongestName);
    const auto end = all.find_first_of(closing == '}' ? ",={}\"" : ",={}\")");
    if (end == std::string_view::npos || (all[end] != ',' && all[end] != '=' && all[end] != closing)) {
      damage_ = "has no key and no field that can be read";
      return;
    }
    const std::string_view key = base::trim_white_space(all.substr(0, end));
    if (all[end] != '=') {
      entry.key = key;
      at_ += end;
    } else if (const auto space = key.find_first_of(base::kWhiteSpace); space != std::string_view::npos) {
      entry.key = key.substr(0, space);
      at_ += space;
    }
  }

  void take_fields(char closing, BibtexEntry& entry) {
    while (damage_.empty()) {
      while (take(',')) {
      }
      if (take(closing)) return note_early_end(entry);
      if (at_ == text_.size() || (here() == '@' && begins_entry(at_))) {
        damage_ = kNotClosed;
        return;
      }
      const std::size_t line = line_of(at_);
      const std::string name = base::lower_case(take_name());
      if (name.empty() || !take('=')) {
        damage_ = "is damaged: expected a field, a comma or the end of the entry";
        return;
      }
      if (auto value = take_value(entry, name)) store(entry, name, {.value = std::move(*value), .line = line});
    }
  }

  void store(BibtexEntry& entry, const std::string& name, BibtexField field) {
    if (entry.type == "string") {
      strings_[name] = std::move(field.value);
    } else if (const auto [present, is_new] = entry.fields.try_emplace(name, field); !is_new) {
      note(field.line, entry.key + "." + name, "stands twice; the first one is taken");
    }
  }

  /// ", year = 2002" behind the end.
  void note_early_end(const BibtexEntry& entry) {
    const std::string_view after = without_white_space(rest().substr(0, kLongestName));
    if (!after.starts_with(',')) return;
    const std::string_view name = without_white_space(after.substr(1));
    const auto* const end = std::ranges::find_if_not(name, is_name_character);
    const auto size = static_cast<std::size_t>(end - name.begin());
    if (size == 0 || !without_white_space(name.substr(size)).starts_with('=')) return;
    note(line_of(at_), entry.key, "ends before \"" + std::string(name.substr(0, size)) + "\"; remove a closing brace");
  }

  /// Nothing if it is damaged, or too long.
  std::optional<std::string> take_value(const BibtexEntry& entry, const std::string& name) {
    std::string value;
    bool is_short = true;
    bool is_expanded = false;
    do {
      skip_white_space();
      if (here() == '{' || here() == '"') {
        const char closing = text_[at_++] == '{' ? '}' : '"';
        const auto group = take_group(closing);
        if (!group) {
          damage_ = closing == '}' ? "has a brace that is not closed" : "has a quote that is not closed";
          return std::nullopt;
        }
        value += *group;
      } else {
        const std::string_view word = rest().substr(0, rest().find_first_of(" \t\n,#{}\"()="));
        at_ += word.size();
        const auto found = strings_.find(base::lower_case(word));
        if (found == strings_.end()) {
          value += word;
          note_undefined(entry, word);
        } else {
          is_expanded = true;
          is_short = is_short && found->second && (expanded_ += found->second->size()) <= kMostExpanded;
          if (is_short) value += *found->second;
        }
      }
      is_short = is_short && (!is_expanded || value.size() <= kLongestExpansion);
    } while (take('#'));
    if (is_short) return value;
    if (entry.type == "string") strings_[name] = std::nullopt;
    note(line_of(at_), (entry.type == "string" ? "@string" : entry.key) + "." + name,
         "is longer than 64 KiB with what its @string stands for; left out");
    return std::nullopt;
  }

  /// Once for each name. Months are defined in every style; other words, such as 12--20, are values without braces.
  void note_undefined(const BibtexEntry& entry, std::string_view word) {
    constexpr std::string_view kMacros = "jan feb mar apr may jun jul aug sep oct nov dec";
    const bool is_name = !word.empty() && std::ranges::all_of(word, base::is_letter);
    if (!is_name || (word.size() == 3 && kMacros.contains(base::lower_case(word)))) return;
    if (!undefined_.insert(base::lower_case(word)).second) return;
    note(line_of(at_), entry.key, "\"" + std::string(word) + "\" is not defined by a @string; the name is taken");
  }

  static constexpr std::string_view kNotClosed = "is not closed before the next entry or the end of the file";

  BibtexFile file_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;  ///< the part of the text whose lines are in `line_`
  std::size_t line_ = 1;
  std::string damage_;       ///< what is wrong with the present entry; empty: nothing
  std::size_t damaged_ = 0;  ///< entries
  bool has_open_comment_ = false;
  std::map<std::string, std::optional<std::string>, std::less<>> strings_;  ///< without a value: too long
  std::size_t expanded_ = 0;
  std::set<std::string, std::less<>> undefined_;
};

}  // namespace

BibtexFile read_bibtex_entries(std::string_view text) { return EntryReader(text).run(); }

}  // namespace agent_access::sources
