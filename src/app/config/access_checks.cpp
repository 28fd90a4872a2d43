#include "app/config/access_checks.hpp"

#include <algorithm>
#include <array>

#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "oauth/types.hpp"
#include "site/content/path_form.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kMostScopeName = 64;
constexpr std::size_t kMostSentence = 500;
constexpr std::size_t kMostPath = 512;
constexpr std::size_t kMostMediaType = 200;
constexpr std::size_t kMostUrl = 1000;
constexpr std::string_view kDocuments = "/api/agent/";
/// Where agents find out how to get a token, get it, and use it.
constexpr std::array<std::string_view, 3> kOwnFolders{kDocuments, "/oauth/", "/.well-known/"};
constexpr std::array<std::string_view, 7> kMethods{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

using Complaint = std::optional<std::string>;

constexpr bool is_visible(char c) noexcept { return c > ' ' && c < '\x7f'; }

/// Removes a token from the beginning; false if there is none.
bool take_token(std::string_view& text) noexcept {
  const auto size = static_cast<std::size_t>(std::ranges::find_if_not(text, base::is_token_character) - text.begin());
  text.remove_prefix(size);
  return size != 0;
}

/// Removes a quoted-string from the beginning (RFC 9110 section 5.6.4, ASCII only).
bool take_quoted_string(std::string_view& text) noexcept {
  if (!text.starts_with('"')) return false;
  text.remove_prefix(1);
  while (!text.empty() && text.front() != '"') {
    if (text.front() == '\\') text.remove_prefix(1);
    if (text.empty() || (text.front() != ' ' && !is_visible(text.front()))) return false;
    text.remove_prefix(1);
  }
  if (text.empty()) return false;
  text.remove_prefix(1);
  return true;
}

bool take_character(std::string_view& text, char c) noexcept {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

void skip_spaces(std::string_view& text) noexcept {
  while (take_character(text, ' ')) {
  }
}

bool is_media_type_with_parameters(std::string_view text) noexcept {
  if (!take_token(text) || !take_character(text, '/') || !take_token(text)) return false;
  while (!text.empty()) {
    skip_spaces(text);
    if (!take_character(text, ';')) return false;
    skip_spaces(text);
    if (!take_token(text) || !take_character(text, '=')) return false;
    if (!take_token(text) && !take_quoted_string(text)) return false;
  }
  return true;
}

/// Control characters of ASCII, U+0080 to U+009F, and the separators of lines and paragraphs, in UTF-8.
bool has_control_character(std::string_view text) noexcept {
  if (std::ranges::any_of(text, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; })) return true;
  if (text.contains("\xE2\x80\xA8") || text.contains("\xE2\x80\xA9")) return true;
  for (auto at = text.find('\xC2'); at != std::string_view::npos; at = text.find('\xC2', at + 1)) {
    if (at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0) return true;
  }
  return false;
}

Complaint refuse_form_of_path(std::string_view text) {
  if (text.size() > kMostPath) return "must have at most " + std::to_string(kMostPath) + " characters";
  if (content::is_normal_path(text)) return std::nullopt;
  return in_quotes(text) +
         " can be read in two ways: write it without \"//\", \".\", \"..\", \";\" and \"\\\", with percent-encoding "
         "only "
         "for characters that need it, as in \"/a%20b\"";
}

/// Decoded, and without letter case, which some servers ignore.
std::string compared_path(std::string_view path) {
  std::string text;
  content::DecodedPath decoded(path);
  while (const auto byte = decoded.next()) text += base::lower(static_cast<char>(*byte));
  return text;
}

/// Whether one is the other or inside of it.
bool do_paths_overlap(std::string_view one, std::string_view other) {
  return is_at_or_below(one, other) || is_at_or_below(other, one);
}

}  // namespace

bool is_same_path(std::string_view one, std::string_view other) { return compared_path(one) == compared_path(other); }

bool is_at_or_below(std::string_view path, std::string_view other) {
  const auto folder = compared_path(other);
  return folder.ends_with('/') && compared_path(path).starts_with(folder);
}

Complaint check_scope_reference(std::string_view text) {
  const auto is_allowed = [](char c) { return is_visible(c) && c != '"' && c != '\\'; };
  if (text.empty()) return "must not be empty; write for example \"read:papers\"";
  if (text.size() > kMostScopeName) return "must have at most " + std::to_string(kMostScopeName) + " characters";
  if (std::ranges::all_of(text, is_allowed)) return std::nullopt;
  return in_quotes(text) +
         " is not the name of one scope: visible ASCII without spaces, quotes and backslashes, as in \"read:papers\"";
}

Complaint check_scope_name(std::string_view text) {
  if (text != oauth::kScope) return check_scope_reference(text);
  return in_quotes(text) + " always exists, with a fixed meaning: it opens the profile; remove this row";
}

Complaint check_sentence(std::string_view text) {
  if (text.find_first_not_of(' ') == std::string_view::npos) return "must not be empty";
  if (text.size() > kMostSentence) return "must have at most " + std::to_string(kMostSentence) + " bytes";
  if (has_control_character(text)) return "must be one line without tabs and control characters";
  return std::nullopt;
}

Complaint check_document_path(std::string_view text) {
  if (!text.starts_with(kDocuments) || text == kDocuments) {
    return in_quotes(text) + " is not below /api/agent/; write for example \"/api/agent/paper.pdf\"";
  }
  if (text.ends_with('/')) {
    return in_quotes(text) +
           " ends with a slash, but a document is one file; a folder belongs behind a gate ([[gates]])";
  }
  if (auto complaint = refuse_form_of_path(text)) return complaint;
  const bool is_of_profile =
      is_same_path(text, oauth::kProfilePath) || do_paths_overlap(text, std::string(oauth::kProfilePath) + "/");
  if (is_of_profile) return in_quotes(text) + " belongs to the profile; choose another path";
  return std::nullopt;
}

Complaint check_gate_prefix(std::string_view text) {
  if (text == "/") {
    return "\"/\" is the whole site: agents would need a token to read how they get one; name the part that needs a "
           "token, as in \"/data/\"";
  }
  if (!text.starts_with('/') || !text.ends_with('/')) {
    return in_quotes(text) + " must begin and end with a slash, as in \"/data/\"";
  }
  if (auto complaint = refuse_form_of_path(text)) return complaint;
  for (const auto own : kOwnFolders) {
    if (do_paths_overlap(text, own)) {
      return in_quotes(text) + " overlaps " + std::string(own) + ", which this program serves; choose another prefix";
    }
  }
  return std::nullopt;
}

Complaint check_media_type(std::string_view text) {
  if (text.empty() || (text.size() <= kMostMediaType && is_media_type_with_parameters(text))) return std::nullopt;
  return in_quotes(text) + " is not a media type; write for example \"application/pdf\"";
}

Complaint check_method(std::string_view text) {
  if (std::ranges::find(kMethods, text) != kMethods.end()) return std::nullopt;
  return in_quotes(text) + " is not a method; choose from " + base::joined(kMethods);
}

Complaint check_openapi(std::string_view text) {
  constexpr std::string_view kForm =
      "must be an https URL without a user name, or a path of the site, as in "
      "\"https://example.com/data/openapi.json\" or \"/data/openapi.json\"";
  constexpr std::string_view kHttps = "https://";
  if (text.empty()) return std::nullopt;
  const bool is_clean = text.size() <= kMostUrl && std::ranges::all_of(text, is_visible) &&
                        text.find_first_of("\"\\<>^`{|}#") == std::string_view::npos;
  const bool is_path = text.starts_with('/') && !text.starts_with("//");
  // The message does not repeat a URL, which may have a password.
  if (!is_clean || (!is_path && !text.starts_with(kHttps))) return std::string(kForm);
  if (is_path) return std::nullopt;
  const auto authority = text.substr(kHttps.size(), text.find_first_of("/?", kHttps.size()) - kHttps.size());
  if (authority.empty() || authority.contains('@')) return std::string(kForm);
  return std::nullopt;
}

}  // namespace agent_access::app
