#include "tools/import/foreign_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/text_form.hpp"

namespace agent_access::tools {

namespace {

/// In a text that is being cleaned: the end of a paragraph.
constexpr char kBreak = '\n';

struct Replacement {
  std::string_view name;
  std::string_view text;
};

void append_code_point(std::string& out, std::uint32_t code) {
  const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0U | code >> 6U);
  } else if (code < 0x10000) {
    add(0xE0U | code >> 12U);
    add(0x80U | (code >> 6U & 0x3FU));
  } else {
    add(0xF0U | code >> 18U);
    add(0x80U | (code >> 12U & 0x3FU));
    add(0x80U | (code >> 6U & 0x3FU));
  }
  add(0x80U | (code & 0x3FU));
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// HTML.

constexpr auto kBlockTags = std::to_array<std::string_view>(
    {"blockquote", "br",     "dd",         "div", "dl", "dt", "h1",  "h2",    "h3", "h4", "h5", "h6",
     "hr",         "jats:p", "jats:title", "li",  "ol", "p",  "pre", "table", "td", "th", "tr", "ul"});
constexpr auto kInlineTags = std::to_array<std::string_view>(
    {"a",      "abbr", "b",     "center",    "cite",        "code",     "del",      "em",     "font",
     "i",      "img",  "ins",   "jats:bold", "jats:italic", "jats:sub", "jats:sup", "kbd",    "mark",
     "nocase", "q",    "s",     "scp",       "section",     "small",    "span",     "strike", "strong",
     "sub",    "sup",  "tbody", "thead",     "tt",          "u",        "var"});
constexpr auto kEntities = std::to_array<Replacement>(
    {{"amp", "&"},   {"apos", "'"},  {"bull", "•"}, {"copy", "©"},  {"euro", "€"},   {"gt", ">"},   {"hellip", "…"},
     {"ldquo", "“"}, {"lsquo", "‘"}, {"lt", "<"},   {"mdash", "—"}, {"middot", "·"}, {"nbsp", " "}, {"ndash", "–"},
     {"quot", "\""}, {"rdquo", "”"}, {"reg", "®"},  {"rsquo", "’"}, {"times", "×"},  {"trade", "™"}});

std::string_view attribute(std::string_view tag, std::string_view name) {
  const auto at = tag.find(name);
  if (at == std::string_view::npos) return {};
  tag.remove_prefix(at + name.size());
  if (tag.size() < 2 || (tag.front() != '"' && tag.front() != '\'')) return {};
  return tag.substr(1, tag.find(tag.front(), 1) - 1);
}

/// The address of the link that is open, to stand behind its text.
std::string behind_link(std::string_view address) {
  const bool is_shown = address.starts_with("https://") || address.starts_with("http://");
  return is_shown ? " (" + std::string(address) + ")" : std::string();
}

std::string without_tags(std::string_view text) {
  std::string out;
  std::string_view address;
  while (!text.empty()) {
    const auto end = text.front() == '<' ? text.find('>') : std::string_view::npos;
    if (text.starts_with("<!--") && text.contains("-->")) {
      text.remove_prefix(text.find("-->") + 3);
      continue;
    }
    const bool is_closing = text.starts_with("</");
    const auto tag = end == std::string_view::npos ? std::string_view() : text.substr(1, end - 1);
    const auto begin = tag.substr(std::min<std::size_t>(is_closing ? 1 : 0, tag.size()));
    const auto name = base::lower_case(begin.substr(0, begin.find_first_of(" \t\n/")));
    const bool is_block = std::ranges::find(kBlockTags, name) != kBlockTags.end();
    if (tag.empty() || (!is_block && std::ranges::find(kInlineTags, name) == kInlineTags.end())) {
      out += text.front();
      text.remove_prefix(1);
      continue;
    }
    if (is_block) out += "\n\n";
    if (name == "a" && is_closing && !out.ends_with(address)) out += behind_link(address);
    if (name == "a") address = is_closing ? std::string_view() : attribute(tag, "href=");
    text.remove_prefix(end + 1);
  }
  return out;
}

/// Appends what the entity stands for; false if it is none. `name` is without "&" and ";".
bool append_entity(std::string& out, std::string_view name) {
  const auto* const found = std::ranges::find(kEntities, name, &Replacement::name);
  if (found != kEntities.end()) {
    out += found->text;
    return true;
  }
  if (!name.starts_with('#') || name.size() < 2) return false;
  const bool is_hex = name[1] == 'x' || name[1] == 'X';
  const std::string digits(name.substr(is_hex ? 2 : 1));
  char* end = nullptr;
  const auto code = std::strtoul(digits.c_str(), &end, is_hex ? 16 : 10);
  const bool is_character = code >= 0x20 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  if (digits.empty() || *end != '\0' || !is_character) return false;
  append_code_point(out, static_cast<std::uint32_t>(code));
  return true;
}

std::string without_entities(std::string_view text) {
  constexpr std::size_t kLongest = 10;
  std::string out;
  while (!text.empty()) {
    const auto end = text.front() == '&' ? text.substr(0, kLongest).find(';') : std::string_view::npos;
    if (end != std::string_view::npos && append_entity(out, text.substr(1, end - 1))) {
      text.remove_prefix(end + 1);
      continue;
    }
    out += text.front();
    text.remove_prefix(1);
  }
  return out;
}

// LaTeX, of which bibutils has decoded most in BibTeX. Backslashes of other texts stay: "C:\Users".

constexpr auto kGreek = std::to_array<std::string_view>(
    {"alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",  "theta", "iota",
     "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",   "rho",   "varsigma",
     "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega"});
constexpr std::uint32_t kAlpha = 0x3B1;
constexpr auto kCommands = std::to_array<Replacement>({{"LaTeX", "LaTeX"},
                                                       {"TeX", "TeX"},
                                                       {"ldots", "…"},
                                                       {"dots", "…"},
                                                       {"times", "×"},
                                                       {"pm", "±"},
                                                       {"textendash", "–"},
                                                       {"textemdash", "—"},
                                                       {"copyright", "©"}});
constexpr auto kStyles = std::to_array<std::string_view>(
    {"emph", "footnotesize", "mathbf", "mathit", "mathrm", "mbox", "text", "textbf", "textit", "textrm", "textsc",
     "textsf", "textsubscript", "textsuperscript", "texttt", "underline", "url"});

bool is_latex(std::string_view text) {
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    const auto rest = text.substr(at + 1);
    const auto name = rest.substr(0, rest.find_first_of(" {}\\$()[]0123456789.,;:"));
    const auto is_name = [name](const auto& list) { return std::ranges::find(list, name) != list.end(); };
    if (name.starts_with("cite") || is_name(kStyles) || is_name(kGreek) || name == "href") return true;
    if (!rest.empty() && std::string_view("&%_#$").contains(rest.front())) return true;
    if (std::ranges::find(kCommands, name, &Replacement::name) != kCommands.end()) return true;
  }
  return false;
}

/// Reads the command at the beginning of `text`, which is a backslash, and removes it.
void take_command(std::string_view& text, std::string& out) {
  text.remove_prefix(1);
  const auto size = std::ranges::find_if_not(text, base::is_letter) - text.begin();
  const auto name = text.substr(0, static_cast<std::size_t>(size));
  if (name.empty()) {
    // An escaped character: the next turn takes it.
    if (!text.empty()) out += text.front();
    text.remove_prefix(std::min<std::size_t>(1, text.size()));
    return;
  }
  text.remove_prefix(name.size());
  const auto* const greek = std::ranges::find(kGreek, name);
  const auto* const command = std::ranges::find(kCommands, name, &Replacement::name);
  if (name.starts_with("cite")) {
    text.remove_prefix(std::min(text.find_first_of(text.starts_with('{') ? "}" : " .,;)"), text.size()));
  } else if (name == "href") {
    text.remove_prefix(std::min(text.find('}'), text.size()));
  } else if (greek != kGreek.end()) {
    append_code_point(out, kAlpha + static_cast<std::uint32_t>(greek - kGreek.begin()));
  } else if (command != kCommands.end()) {
    out += command->text;
  } else if (std::ranges::find(kStyles, name) == kStyles.end()) {
    out.append("\\").append(name);
  }
}

std::string without_latex(std::string_view text) {
  if (!is_latex(text)) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const char c = text.front();
    if (c == '\\') {
      take_command(text, out);
      continue;
    }
    if (c == '~') {
      out += ' ';
    } else if (c != '{' && c != '}' && c != '$') {
      out += c;
    }
    text.remove_prefix(1);
  }
  return replaced(replaced(std::move(out), "---", "—"), "--", "–");
}

// Markdown.

/// Removes pairs of a mark that begin before and end behind a character which is no white space; of a mark of one
/// character only where no letter or digit touches it from outside, so that "5*3*2" and "snake_case" stay.
std::string without_pairs(std::string text, std::string_view mark) {
  std::size_t at = 0;
  while ((at = text.find(mark, at)) != std::string::npos) {
    const auto begin = at + mark.size();
    const auto end = text.find(mark, begin + 1);
    const bool is_pair = end != std::string::npos && begin < text.size() && !base::kWhiteSpace.contains(text[begin]) &&
                         !base::kWhiteSpace.contains(text[end - 1]) &&
                         !text.substr(begin, end - begin).contains("\n\n");
    const auto is_word = [&text](std::size_t place) {
      return place < text.size() && base::is_alphanumeric(text[place]);
    };
    const bool is_inside_word =
        mark != "`" && ((at > 0 && is_word(at - 1)) || (end != std::string::npos && is_word(end + mark.size())));
    if (!is_pair || is_inside_word) {
      at = begin;
      continue;
    }
    text.erase(end, mark.size());
    text.erase(at, mark.size());
  }
  return text;
}

/// "[title](address)" as "title (address)"; of an image only its text.
std::string without_links(std::string text) {
  for (std::size_t middle = text.find("]("); middle != std::string::npos; middle = text.find("](", middle + 1)) {
    const auto open = text.rfind('[', middle);
    const auto end = text.find(')', middle);
    if (open == std::string::npos || end == std::string::npos) continue;
    const auto title = text.substr(open + 1, middle - open - 1);
    const auto address = text.substr(middle + 2, end - middle - 2);
    const bool is_image = open > 0 && text[open - 1] == '!';
    const auto shown = title == address || is_image ? title : title + behind_link(address);
    const auto begin = is_image ? open - 1 : open;
    text.replace(begin, end + 1 - begin, shown);
    middle = begin;
  }
  return text;
}

/// A line without the mark of a heading, a quotation or an item of a list; sets whether it had one.
std::string_view without_line_mark(std::string_view line, bool& has_mark) {
  line = base::trim_white_space(line);
  for (const std::string_view mark : {"- ", "* ", "+ ", "• ", "· ", "– ", "> "}) {
    if (!line.starts_with(mark)) continue;
    has_mark = true;
    return base::trim_white_space(line.substr(mark.size()));
  }
  const auto hashes = std::min(line.find_first_not_of('#'), line.size());
  if (hashes == 0 || hashes > 6 || !line.substr(hashes).starts_with(' ')) return line;
  has_mark = true;
  return base::trim_white_space(line.substr(hashes));
}

std::string without_markdown(std::string text) {
  text = without_links(std::move(text));
  for (const std::string_view mark : {"**", "__", "~~", "*", "_", "`"}) text = without_pairs(std::move(text), mark);
  return text;
}

/// Paragraphs, ended by kBreak. Lines within one are joined.
std::string in_paragraphs(std::string_view text) {
  std::string out;
  bool is_new = true;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    bool has_mark = false;
    const auto line = without_line_mark(text.substr(0, end), has_mark);
    if (line.empty() || has_mark) is_new = true;
    if (!line.empty()) {
      if (!out.empty()) out += is_new ? kBreak : ' ';
      out += line;
      is_new = false;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

/// Without control characters, invisible ones and repeated spaces; kBreak stays.
std::string without_controls(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto size = base::utf8_size(text.substr(i));
    const auto character = size == 0 ? std::string_view("\uFFFD") : text.substr(i, size);
    i += std::max<std::size_t>(size, 1);
    if (character == "\u200B" || character == "\uFEFF" || character == "\u00AD") continue;
    const bool is_space = content::has_control_character(character) || character == " " || character == "\u00A0";
    if (character.front() == kBreak) {
      while (out.ends_with(' ')) out.pop_back();
      out += kBreak;
    } else if (!is_space) {
      out += character;
    } else if (!out.empty() && !out.ends_with(' ') && !out.ends_with(kBreak)) {
      out += ' ';
    }
  }
  return std::string(base::trim_white_space(out));
}

std::string cleaned(std::string_view text) {
  auto lines = replaced(replaced(std::string(text), "\r\n", "\n"), "\r", "\n");
  lines = without_entities(without_tags(without_latex(lines)));
  return without_controls(in_paragraphs(without_markdown(std::move(lines))));
}

}  // namespace

std::string plain_text(std::string_view text) {
  auto out = cleaned(text);
  std::ranges::replace(out, kBreak, ' ');
  return out;
}

std::vector<std::string> plain_paragraphs(std::string_view text) {
  std::vector<std::string> out;
  const auto all = cleaned(text);
  for (std::string_view rest = all; !rest.empty();) {
    const auto end = std::min(rest.find(kBreak), rest.size());
    const auto paragraph = base::trim_white_space(rest.substr(0, end));
    if (!paragraph.empty()) out.emplace_back(paragraph);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

}  // namespace agent_access::tools
