#include "site/content/html_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace agent_access::content {
namespace {

constexpr auto kBlockTags = std::to_array<std::string_view>(
    {"blockquote", "br",  "dd",      "div",   "dl", "details", "dt",     "figcaption", "figure", "h1",
     "h2",         "h3",  "h4",      "h5",    "h6", "hr",      "jats:p", "jats:title", "li",     "ol",
     "p",          "pre", "summary", "table", "td", "th",      "tr",     "ul"});
constexpr auto kInlineTags = std::to_array<std::string_view>(
    {"a",   "abbr", "b",         "center",      "cite",     "code",     "del",    "em",     "font",   "i",
     "img", "ins",  "jats:bold", "jats:italic", "jats:sub", "jats:sup", "kbd",    "mark",   "nocase", "q",
     "s",   "scp",  "script",    "section",     "small",    "span",     "strike", "strong", "style",  "sub",
     "sup", "svg",  "tbody",     "thead",       "tt",       "u",        "var"});

/// Of JATS (jats.nlm.nih.gov) and MathML, as databases write them into texts without a prefix.
constexpr auto kTagsOfDatabases = std::to_array<std::string_view>(
    {"alternatives", "bold",   "emphasis", "ext-link", "inf",  "inline-formula", "inline-graphic", "italic",
     "math",         "mfrac",  "mi",       "mn",       "mo",   "monospace",      "mover",          "mrow",
     "msqrt",        "mstyle", "msub",     "msubsup",  "msup", "mtext",          "munder",         "named-content",
     "roman",        "sc",     "tex-math", "xref"});

struct Entity {
  std::string_view name;
  std::string_view shown;
};
constexpr auto kEntities = std::to_array<Entity>({{"amp", "&"},
                                                  {"apos", "'"},
                                                  {"bull", "•"},
                                                  {"copy", "©"},
                                                  {"euro", "€"},
                                                  {"gt", ">"},
                                                  {"hellip", "…"},
                                                  {"ldquo", "“"},
                                                  {"lsquo", "‘"},
                                                  {"lt", "<"},
                                                  {"mdash", "—"},
                                                  {"middot", "·"},
                                                  {"nbsp", "\u00A0"},
                                                  {"ndash", "–"},
                                                  {"quot", "\""},
                                                  {"rdquo", "”"},
                                                  {"reg", "®"},
                                                  {"rsquo", "’"},
                                                  {"trade", "™"}});

/// The letters of Latin-1 from U+00C0 to U+00FF, and their names.
constexpr std::string_view kLetters = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";
constexpr auto kLetterNames = std::to_array<std::string_view>(
    {"Agrave", "Aacute", "Acirc",  "Atilde", "Auml",   "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",
     "Euml",   "Igrave", "Iacute", "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde",
     "Ouml",   "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",  "szlig",  "agrave",
     "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil", "egrave", "eacute", "ecirc",  "euml",
     "igrave", "iacute", "icirc",  "iuml",   "eth",    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",
     "divide", "oslash", "ugrave", "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml"});
static_assert(kLetters.size() == 2 * kLetterNames.size());

}  // namespace

HtmlTag html_tag(std::string_view name) noexcept {
  if (std::ranges::find(kBlockTags, name) != kBlockTags.end()) return HtmlTag::block;
  if (name.starts_with("jats:") || name.starts_with("mml:")) return HtmlTag::inline_text;
  const bool is_inline = std::ranges::find(kInlineTags, name) != kInlineTags.end() ||
                         std::ranges::find(kTagsOfDatabases, name) != kTagsOfDatabases.end();
  return is_inline ? HtmlTag::inline_text : HtmlTag::none;
}

std::string_view html_entity(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kEntities, name, &Entity::name);
  if (found != kEntities.end()) return found->shown;
  const auto letter = static_cast<std::size_t>(std::ranges::find(kLetterNames, name) - kLetterNames.begin());
  return kLetters.substr(std::min(2 * letter, kLetters.size()), 2);
}

}  // namespace agent_access::content
