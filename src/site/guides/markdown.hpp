/// \file
/// The markup of Markdown documents: owner text is escaped, an address is one of the host. Thread safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "site/content/markup.hpp"
#include "site/documents/document_row.hpp"

namespace agent_access::documents {

class Markdown final : public content::Markup {
 public:
  /// The forms of pages have dates in words, in the language of the labels; guides have them as the owner wrote them.
  enum class Dates : std::uint8_t { in_words, as_written };

  /// `view` outlives this object.
  Markdown(const HostView& view, const content::Labels& labels, Dates dates)
      : Markup(labels), view_(view), dates_(dates) {}

  [[nodiscard]] std::string prose(std::string_view text) const override;
  [[nodiscard]] std::string date(const content::Date& date) const override;
  [[nodiscard]] std::string link(std::string_view title, const content::Address& address) const override;
  [[nodiscard]] std::string address(const content::Address& address) const override;
  /// That of its Markdown form, if it has one.
  [[nodiscard]] content::Address page(std::string_view path) const override;
  /// A part between backticks stays code.
  [[nodiscard]] std::string label(std::string_view name, std::span<const content::LabelValue> values) const override;
  [[nodiscard]] std::string english(std::string_view text) const override;

 private:
  const HostView& view_;
  Dates dates_;
};

}  // namespace agent_access::documents
