/// \file
/// The texts of the generated pages, in the language of the site: the table web/labels.json has each label once, in
/// nine languages; the member `labels` of site.json has the owner's own texts. Thread safe, immutable.
///
/// A text is plain. `{name}` is a placeholder; a part between backticks is code.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/content/content.hpp"

namespace agent_access::content {

/// A value for a placeholder.
struct LabelValue {
  std::string_view name;
  std::string_view text;
};

/// The text with every placeholder replaced by the value of that name; others stay, and those in values.
[[nodiscard]] std::string with_values(std::string_view text, std::span<const LabelValue> values);

class Labels {
 public:
  /// The labels of `site`, to which it refers. The language is chosen by the primary subtag of the site's ("de-AT" is
  /// German); it is English if the table does not have that language, as for Chinese in traditional characters.
  explicit Labels(const Site& site);
  /// The labels of a language without own texts.
  explicit Labels(std::string_view language_tag);

  /// The text with its placeholders. Throws std::out_of_range for a name that is not in the table, which is a bug.
  [[nodiscard]] std::string_view text(std::string_view name) const;
  /// The same text with these values.
  [[nodiscard]] std::string text(std::string_view name, std::initializer_list<LabelValue> values) const;
  /// Whether the text is English because the table lacks the language of the site and the owner has no text.
  [[nodiscard]] bool is_foreign(std::string_view name) const;
  /// "en" or another language of the table.
  [[nodiscard]] std::string_view language() const noexcept;

 private:
  std::size_t language_;
  bool has_language_;
  const std::map<std::string, std::string, std::less<>>* own_ = nullptr;
};

/// The languages of the table, English first.
[[nodiscard]] std::span<const std::string_view> label_languages() noexcept;
/// Whether a BCP 47 tag is of a language written from right to left, such as Arabic or Hebrew; a script in the tag
/// ("az-Arab", "ar-Latn") decides before the language.
[[nodiscard]] bool is_right_to_left(std::string_view language_tag);
/// The names of the labels that are English because the table lacks the language of `site` and it has no own text.
[[nodiscard]] std::vector<std::string> untranslated_labels(const Site& site);
/// The names of all labels, sorted.
[[nodiscard]] std::vector<std::string> label_names();

[[nodiscard]] bool is_label(std::string_view name);
/// What is wrong with an owner's label, its name or a placeholder of its text, and how to correct it; or empty.
[[nodiscard]] std::string label_fault(std::string_view name, std::string_view text);

}  // namespace agent_access::content
