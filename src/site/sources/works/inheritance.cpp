#include "site/sources/works/inheritance.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::sources {
namespace {

constexpr std::size_t kLongestChain = 8;
constexpr std::size_t kMostParents = 100;
constexpr std::size_t kMostInherited = std::size_t{16} << 20U;

constexpr std::string_view kTimes = "date year month day";
/// Of a whole, what its parts have, too.
constexpr std::string_view kOfWholes =
    "address booksubtitle booktitle edition editor eventdate eventtitle institution isbn issn journal journaltitle "
    "langid "
    "language location mainsubtitle maintitle number organization publisher school series volume";
constexpr std::string_view kBooks = "book collection mvbook mvcollection mvreference reference";
constexpr std::string_view kParts =
    "article bookinbook chapter conference inbook incollection inproceedings inreference misc paper suppbook "
    "suppcollection";
constexpr std::string_view kNoWorks = "bibnote control ieeetranbstctl set xdata";

class Inheritance {
 public:
  explicit Inheritance(BibtexFile& file) : file_(file), states_(file.entries.size(), State::open) {
    for (std::size_t i = 0; i < file.entries.size(); ++i) {
      const auto& key = file.entries[i].key;
      if (!key.empty()) by_key_.emplace(base::lower_case(key), i);
    }
  }

  void run() {
    for (std::size_t i = 0; i < file_.entries.size(); ++i) complete(i, kLongestChain);
    std::erase_if(file_.entries, [](const BibtexEntry& entry) { return has_word(kNoWorks, entry.type); });
  }

 private:
  enum class State : std::uint8_t { open, under_way, complete };

  /// A loop, or a chain that is too long, ends where it comes back or has its last entry.
  void complete(std::size_t index, std::size_t levels) {
    if (states_[index] != State::open || levels == 0) return;
    states_[index] = State::under_way;
    take_from(index, "xdata", levels);
    take_from(index, "crossref", levels);
    states_[index] = State::complete;
  }

  void take_from(std::size_t index, std::string_view field, std::size_t levels) {
    const auto found = file_.entries[index].fields.find(field);
    if (found == file_.entries[index].fields.end()) return;
    auto keys = words_in(found->second.value, ',');
    keys.resize(std::min(keys.size(), kMostParents));
    const auto line = found->second.line;
    for (const auto& key : keys) {
      const auto parent = by_key_.find(base::lower_case(key));
      auto& entry = file_.entries[index];
      if (parent == by_key_.end()) {
        file_.notes.push_back({.place = entry.key + "." + std::string(field),
                               .sentence = "names \"" + key + "\", which no entry has as its key",
                               .line = line});
        continue;
      }
      complete(parent->second, levels - 1);
      if (parent->second != index) inherit(file_.entries[parent->second], field == "xdata", entry);
    }
  }

  void inherit(const BibtexEntry& from, bool is_xdata, BibtexEntry& to) {
    const bool has_time =
        std::ranges::any_of(words_in(kTimes, ' '), [&](const auto& name) { return to.fields.contains(name); });
    inherited_ += from.fields.size();
    for (const auto& [name, field] : from.fields) {
      if (inherited_ > kMostInherited) return note_limit(to);
      const bool is_time = has_word(kTimes, name);
      const bool holds = is_time ? !has_time : has_word(kOfWholes, name);
      if (is_xdata ? name != "xdata" : holds) add(to, name, field);
    }
    if (is_xdata) return;
    inherit_names(from, to);
  }

  /// What the part calls otherwise. The title of a whole of several volumes is a `booktitle` only of a part whose
  /// volume no entry describes.
  void inherit_names(const BibtexEntry& from, BibtexEntry& to) {
    const bool is_of_book = has_word(kBooks, from.type);
    const bool has_volumes = from.type.starts_with("mv");
    const auto rename = [&](std::string_view name, std::string_view own) {
      if (const auto found = from.fields.find(name); found != from.fields.end()) add(to, own, found->second);
    };
    const bool is_whole = is_of_book || from.type.ends_with("proceedings");
    if (is_whole && (!has_volumes || has_word(kParts, to.type))) {
      if (!from.fields.contains("booktitle")) rename("subtitle", "booksubtitle");
      rename("title", "booktitle");
    } else if (is_whole) {
      rename("subtitle", "mainsubtitle");
      rename("title", "maintitle");
    }
    if (from.type == "periodical") rename("title", "journaltitle");
    const bool is_of_author = has_word("bookinbook inbook suppbook", to.type) || (has_volumes && to.type == "book");
    if (is_of_book && is_of_author) rename("author", "author");
  }

  void add(BibtexEntry& to, std::string_view name, const BibtexField& field) {
    if (to.fields.emplace(name, field).second) inherited_ += field.value.size();
  }

  void note_limit(const BibtexEntry& entry) {
    if (std::exchange(has_noted_limit_, true)) return;
    file_.notes.push_back({.place = entry.key,
                           .sentence = "inherits no more: all inherited fields take more than 16 MiB",
                           .line = entry.line});
  }

  BibtexFile& file_;
  std::vector<State> states_;
  std::map<std::string, std::size_t, std::less<>> by_key_;
  std::size_t inherited_ = 0;  ///< bytes, and fields that were looked at
  bool has_noted_limit_ = false;
};

}  // namespace

void inherit_fields(BibtexFile& file) { Inheritance(file).run(); }

}  // namespace agent_access::sources
