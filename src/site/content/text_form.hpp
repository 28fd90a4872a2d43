/// \file
/// The forms of short texts in site.json and faq.json. The schemas for editors (web/schemas) describe them by
/// `pattern`; here they are functions, because std::regex recurses for each character and overflows the stack on a long
/// text. Thread safe, stateless.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace agent_access::content {

/// What is wrong with a text and how to correct it; empty if the text has the form.
using TextForm = std::string (*)(std::string_view text);

[[nodiscard]] std::string slug_fault(std::string_view text);
[[nodiscard]] std::string date_fault(std::string_view text);
/// Of a date that may be left out.
[[nodiscard]] std::string end_fault(std::string_view text);
[[nodiscard]] std::string url_fault(std::string_view text);
/// Of a URL, or of the path of a file on this site.
[[nodiscard]] std::string address_fault(std::string_view text);
/// Of a DOI without "https://doi.org/".
[[nodiscard]] std::string doi_fault(std::string_view text);
/// Of a kind of publication.
[[nodiscard]] std::string work_type_fault(std::string_view text);
[[nodiscard]] std::string email_fault(std::string_view text);
[[nodiscard]] std::string language_fault(std::string_view text);
/// The tag of a language that is named in English, in itself or as LaTeX does: "de" for "Deutsch" and "ngerman"; empty
/// for others.
[[nodiscard]] std::string_view language_named(std::string_view name);
/// Of the path of an image on this site. NOT checked: that it exists (app/deployment/content_checks.hpp).
[[nodiscard]] std::string image_fault(std::string_view text);

/// `expected`, and the text itself if it is short. `text` has no control characters.
[[nodiscard]] std::string unexpected(std::string_view expected, std::string_view text);

/// A year, a month or a day that exists: "2034", "2034-05", "2034-05-01".
[[nodiscard]] bool is_date(std::string_view text) noexcept;

/// True if `text`, which is UTF-8, has a control character of ASCII or of Latin-1 (U+0080 to U+009F).
[[nodiscard]] bool has_control_character(std::string_view text) noexcept;

}  // namespace agent_access::content
