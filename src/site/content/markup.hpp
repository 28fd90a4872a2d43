/// \file
/// How the documents of one format write what is more than a text. HTML is `pages::Html`, Markdown
/// `documents::Markdown`; /resume.json has none. Thread safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "site/content/content.hpp"
#include "site/content/labels.hpp"

namespace agent_access::content {

class Markup {
 public:
  explicit Markup(const Labels& labels) : labels_(labels) {}
  virtual ~Markup() = default;
  Markup(const Markup&) = delete;
  Markup& operator=(const Markup&) = delete;

  /// The texts that the program adds.
  [[nodiscard]] const Labels& labels() const noexcept { return labels_; }

  /// A running text: in HTML with links at its addresses.
  [[nodiscard]] virtual std::string prose(std::string_view text) const = 0;
  /// Empty for an empty date.
  [[nodiscard]] virtual std::string date(const Date& date) const = 0;
  /// The same of a date in a CV, where the day is not shown.
  [[nodiscard]] virtual std::string month(const Date& date) const { return this->date(date.substr(0, kMonthSize)); }
  /// A link whose text is `title`, or without a title the address; without an address the title alone.
  [[nodiscard]] virtual std::string link(std::string_view title, const Address& address) const = 0;
  /// The address as these documents name it.
  [[nodiscard]] virtual std::string address(const Address& address) const = 0;
  /// The address of the page at `path`, in the form that these documents name.
  [[nodiscard]] virtual Address page(std::string_view path) const = 0;
  /// The label of that name, in which the values are markup already.
  [[nodiscard]] virtual std::string label(std::string_view name, std::span<const LabelValue> values) const = 0;
  [[nodiscard]] std::string label_with(std::string_view name, const LabelValue& value) const {
    return label(name, {&value, 1});
  }
  /// A text that is English in every language.
  [[nodiscard]] virtual std::string english(std::string_view text) const = 0;

 private:
  static constexpr std::size_t kMonthSize = 7;  ///< of "2034-05"
  Labels labels_;
};

}  // namespace agent_access::content
