#include "site/sources/texts/markup.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/html_words.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/texts/encoding.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/html_formulas.hpp"
#include "site/sources/texts/latex.hpp"
#include "site/sources/texts/markdown_spans.hpp"

namespace agent_access::sources {
namespace {

constexpr std::size_t kLongestAttributes = 200;
/// The end of a paragraph in a text that is being cleaned.
constexpr char kBreak = '\n';

/// Whether attributes, a slash or nothing is behind the name of a tag: "<p and q>" is no tag.
bool are_attributes(std::string_view text) {
  constexpr std::size_t kLongest = 4'000;
  constexpr std::string_view kWithoutValue =
      "async border checked compact controls defer download hidden href noshade nowrap reversed selected";
  if (text.size() > kLongest) return false;
  const auto rest = base::trim(text);
  if (rest.empty() || rest == "/") return true;
  if (!base::kWhiteSpace.contains(text.front())) return false;
  constexpr std::array<std::string_view, 5> kQuotes{"\"", "'", "\\\"", "&quot;", "“"};
  const auto is_quoted_at = [&](std::size_t equals) {
    const auto value = base::trim_white_space(rest.substr(equals + 1));
    return std::ranges::any_of(kQuotes, [&](std::string_view quote) { return value.starts_with(quote); });
  };
  for (auto at = rest.find('='); at != std::string_view::npos; at = rest.find('=', at + 1)) {
    if (is_quoted_at(at)) return true;
  }
  return std::ranges::all_of(words_in(rest, ' '), [&](std::string_view word) {
    return word.find('=', 1) != std::string_view::npos || word == "/" || has_word(kWithoutValue, word);
  });
}

/// The size of the entity at the beginning of the text, whose name ends with a semicolon; 0 if there is none.
std::size_t entity_size(std::string_view text) {
  constexpr std::size_t kLongest = 10;
  const auto end = text.starts_with('&') ? text.substr(0, kLongest).find(';') : std::string_view::npos;
  return end == std::string_view::npos ? 0 : end + 1;
}

/// What the entity shows, which is without "&" and ";".
std::optional<std::string> shown_by_entity(std::string_view name) {
  if (!name.starts_with('#')) {
    const auto shown = content::html_entity(name);
    return shown.empty() ? std::nullopt : std::optional(std::string(shown));
  }
  const bool is_hex = name.starts_with("#x") || name.starts_with("#X");
  name.remove_prefix(is_hex ? 2 : 1);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), code, is_hex ? 16 : 10);
  const bool is_character = code >= 0x20 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  if (error != std::errc{} || end != name.data() + name.size() || !is_character) return std::nullopt;
  std::string shown;
  append_utf8(shown, code);
  return shown;
}

/// The value of an attribute of a tag, which is without "<" and ">".
std::string_view attribute(std::string_view tag, std::string_view name) {
  tag.remove_prefix(std::min(tag.find_first_of(base::kWhiteSpace), tag.size()));
  for (tag = base::trim_white_space(tag); !tag.empty(); tag = base::trim_white_space(tag)) {
    const auto found = tag.substr(0, tag.find_first_of(" \t\r\n="));
    tag = base::trim_white_space(tag.substr(found.size()));
    std::string_view value;
    if (tag.starts_with('=')) {
      tag = base::trim_white_space(tag.substr(1));
      const bool is_quoted = tag.starts_with('"') || tag.starts_with('\'');
      if (is_quoted) value = tag.substr(1, tag.find(tag.front(), 1) - 1);
      if (!is_quoted) value = tag.substr(0, tag.find_first_of(base::kWhiteSpace));
      tag.remove_prefix(std::min(value.size() + (is_quoted ? 2 : 0), tag.size()));
    }
    if (base::lower_case(found.substr(0, name.size() + 1)) == name) return value;
  }
  return {};
}

/// Of a name, addresses and raised marks are not shown.
enum class TextKind : std::uint8_t { html, text, name };

/// One pass over a text, which writes what its markup shows, with kBreak between paragraphs.
class Cleaner {
 public:
  Cleaner(std::string_view text, TextKind kind) : rest_(text), kind_(kind) {}

  std::string run() {
    while (!rest_.empty()) {
      const bool is_markdown =
          kind_ != TextKind::html && (take_line_mark() || take_closing() || take_escape() || take_link() ||
                                      take_code() || take_pair() || take_autolink() || take_template());
      if (!is_markdown && !take_tag() && !take_entity()) take_character();
    }
    return std::string(base::trim_white_space(out_));
  }

 private:
  /// The end of something in Markdown: how much of the text it is, and the address that is shown instead.
  struct Closing {
    const char* place;
    std::size_t size;
    std::string_view address;
  };

  bool skip(std::size_t size) {
    rest_.remove_prefix(std::min(size, rest_.size()));
    return true;
  }
  /// The first place of the mark, which was looked for up to `place` before.
  std::size_t find(std::string_view mark, const char*& place) const {
    const char* const end = rest_.data() + rest_.size();
    if (place == nullptr || std::less<>()(place, rest_.data())) {
      const auto found = rest_.find(mark);
      place = found == std::string_view::npos ? end : rest_.data() + found;
    }
    return place == end ? std::string_view::npos : static_cast<std::size_t>(place - rest_.data());
  }
  void space() {
    if (!out_.empty() && !out_.ends_with(' ') && !out_.ends_with(kBreak)) out_ += ' ';
  }
  void end_paragraph() {
    while (out_.ends_with(' ')) out_.pop_back();
    if (!out_.empty() && !out_.ends_with(kBreak)) out_ += kBreak;
    is_line_start_ = true;
  }
  void put(std::string_view character) {
    if (character == "\u200B" || character == "\uFEFF" || character == "\u00AD") return;
    if (character == " " || character == "\u00A0" || content::has_control_character(character)) return space();
    out_ += character;
    is_line_start_ = false;
  }
  /// Behind the text of a link.
  void put_address(std::string_view address) {
    const bool is_shown =
        kind_ != TextKind::name && (address.starts_with("https://") || address.starts_with("http://"));
    const auto url = is_shown && !out_.ends_with(address) ? absolute_url(address) : std::nullopt;
    if (url) out_.append(" (").append(*url).append(")");
  }

  bool take_character() {
    if (rest_.starts_with("\r\n")) skip(1);
    if (rest_.front() == '\n' || rest_.front() == '\r') {
      if (is_line_start_) end_paragraph();
      space();
      is_line_start_ = true;
      return skip(1);
    }
    const auto size = base::utf8_size(rest_);
    put(size == 0 ? std::string_view("\uFFFD") : rest_.substr(0, size));
    return skip(std::max<std::size_t>(size, 1));
  }

  /// Of an item, a quotation or a heading.
  bool take_line_mark() {
    if (!is_line_start_) return false;
    for (const std::string_view mark :
         {"- ", "* ", "+ ", "• ", "· ", "– ", "> ", "# ", "## ", "### ", "#### ", "##### ", "###### "}) {
      if (!rest_.starts_with(mark)) continue;
      end_paragraph();
      return skip(mark.size());
    }
    return false;
  }

  bool take_tag() {
    if (!rest_.starts_with('<')) return false;
    const auto end = find(">", tag_end_);
    if (end == std::string_view::npos) return false;
    if (rest_.starts_with("<!--") && rest_.contains("-->")) return skip(rest_.find("-->") + 3);
    const bool is_closing = rest_.starts_with("</");
    const auto tag = rest_.substr(is_closing ? 2 : 1, end - (is_closing ? 2 : 1));
    const auto is_of_name = [](char c) { return base::is_alphanumeric(c) || c == ':' || c == '-'; };
    const auto name_end = std::ranges::find_if_not(tag, is_of_name);
    const auto name = base::lower_case(std::string_view(tag.begin(), name_end));
    const auto kind = content::html_tag(name);
    if (kind == content::HtmlTag::none || !are_attributes({name_end, tag.end()})) return false;
    if (!is_closing && !tag.ends_with('/') && skip_hidden(name)) return true;
    if (kind == content::HtmlTag::block) end_paragraph();
    if (name == "a" && is_closing) put_address(address_);
    if (name == "a") address_ = is_closing ? std::string_view() : attribute(tag, "href");
    skip(end + 1);
    if (const auto formula = is_closing ? std::nullopt : read_html_formula(name, rest_)) {
      out_ += formula->shown;
      is_line_start_ = false;
      skip(formula->size);
    }
    return true;
  }

  /// An element whose content is not shown.
  bool skip_hidden(std::string_view name) {
    constexpr std::array<std::string_view, 4> kEnds = {"</script>", "</style>", "</svg>", "</sup>"};
    for (std::size_t i = 0; i < kEnds.size(); ++i) {
      if (kEnds[i].substr(2, kEnds[i].size() - 3) != name || (name == "sup" && kind_ != TextKind::name)) continue;
      const auto end = find(kEnds[i], hidden_ends_[i]);
      return end != std::string_view::npos && skip(end + kEnds[i].size());
    }
    return false;
  }

  bool take_entity() {
    const auto size = entity_size(rest_);
    const auto shown = size == 0 ? std::nullopt : shown_by_entity(rest_.substr(1, size - 2));
    if (!shown) return false;
    put(*shown);
    return skip(size);
  }

  bool take_closing() {
    std::erase_if(closings_, [&](const Closing& each) { return std::less<>()(each.place, rest_.data()); });
    const auto it = std::ranges::find(closings_, rest_.data(), &Closing::place);
    if (it == closings_.end()) return false;
    put_address(it->address);
    skip(it->size);
    closings_.erase(it);
    return true;
  }

  /// "[title](address)" and "![text](image)".
  bool take_link() {
    const bool is_image = rest_.starts_with("![");
    if (!is_image && !rest_.starts_with('[')) return false;
    const auto begin = rest_.find('[') + 1;
    const auto middle = find("](", link_middle_);
    if (middle == std::string_view::npos || rest_.substr(begin, middle - begin).contains('[')) return false;
    const auto target = read_target(rest_.substr(middle + 2));
    if (!target) return false;
    closings_.push_back({rest_.data() + middle, target->size + 2, is_image ? std::string_view() : target->address});
    return skip(begin);
  }

  /// "<https://example.org>".
  bool take_autolink() {
    if (!rest_.starts_with("<https://") && !rest_.starts_with("<http://")) return false;
    const auto end = find(">", tag_end_);
    if (end > kLongestAddress) return false;
    const auto address = rest_.substr(1, end - 1);
    const auto url = address.find_first_of(" \t\r\n<") < end ? std::nullopt : absolute_url(address);
    if (!url) return false;
    if (kind_ != TextKind::name) out_ += *url;
    is_line_start_ = false;
    return skip(end + 1);
  }

  /// A backslash before a mark of Markdown or LaTeX, which then is none.
  bool take_escape() {
    if (rest_.size() < 2 || rest_.front() != '\\' || !std::string_view("*_~`[]<>#&%$").contains(rest_[1])) return false;
    put(rest_.substr(1, 1));
    return skip(2);
  }

  /// Its content as it is; marks that have no end, too.
  bool take_code() {
    if (!rest_.starts_with('`')) return false;
    const auto code = read_code(rest_);
    const auto marks = std::min(rest_.find_first_not_of('`'), rest_.size());
    const auto behind = rest_.substr(code ? code->size : marks);
    rest_ = code ? code->content : rest_.substr(0, marks);
    is_line_start_ = false;
    while (!rest_.empty()) take_character();
    rest_ = behind;
    return true;
  }

  /// What site generators replace: "{% include x %}", "{{% callout %}}", "{{< figure >}}", "{: .wide}".
  bool take_template() {
    if (rest_.starts_with("{:")) {
      const auto end = rest_.substr(0, kLongestAttributes).find_first_of("}\n");
      if (end == std::string_view::npos || rest_[end] != '}') return false;
      const auto attributes = base::trim(rest_.substr(2, end - 2));
      const bool is_named =
          attributes.size() > 1 && std::string_view(".#").contains(attributes[0]) && base::is_letter(attributes[1]);
      return (is_named || attributes.contains('=')) && skip(end + 1);
    }
    const bool is_double = rest_.starts_with("{{%") || rest_.starts_with("{{<");
    if (!is_double && !rest_.starts_with("{%")) return false;
    const auto end = rest_.starts_with("{{<") ? find(">}", shortcode_end_) : find("%}", liquid_end_);
    return end != std::string_view::npos && skip(end + (is_double ? 3 : 2));
  }

  /// Where the mark ends what begins at the beginning of the text, not within a run of another length.
  static std::size_t end_of_pair(std::string_view text, std::string_view mark) {
    for (auto at = text.find(mark, 1); at != std::string_view::npos; at = text.find(mark, at)) {
      const auto run = std::min(text.find_first_not_of(mark.front(), at), text.size()) - at;
      const bool is_escaped = text[at - 1] == '\\';
      if (!is_escaped && (run == mark.size() || run > 2)) return at + (run - mark.size()) * (mark.size() - 1);
      at += run;
    }
    return std::string_view::npos;
  }

  /// Marks of emphasis, which touch the text inside and no letter or digit outside: "5*3*2" and "snake_case" stay.
  bool take_pair() {
    for (const std::string_view mark : {"**", "__", "~~", "*", "_"}) {
      if (!rest_.starts_with(mark)) continue;
      const auto inner = rest_.substr(mark.size());
      const auto end = inner.empty() ? std::string_view::npos : end_of_pair(inner, mark);
      const auto is_word = [&](std::string_view text) { return !text.empty() && base::is_alphanumeric(text.front()); };
      const bool is_pair = end != std::string_view::npos && !base::kWhiteSpace.contains(inner.front()) &&
                           !base::kWhiteSpace.contains(inner[end - 1]) && !inner.substr(0, end).contains("\n\n") &&
                           !is_word(std::string_view(out_).substr(out_.empty() ? 0 : out_.size() - 1)) &&
                           !is_word(inner.substr(end + mark.size()));
      if (is_pair) closings_.push_back({inner.data() + end, mark.size(), {}});
      if (!is_pair) out_ += mark;
      if (!is_pair) is_line_start_ = false;
      return skip(mark.size());
    }
    return false;
  }

  std::string_view rest_;
  TextKind kind_;
  const char* tag_end_ = nullptr;        ///< the next ">", if it was looked for
  const char* link_middle_ = nullptr;    ///< the next "](", likewise
  const char* liquid_end_ = nullptr;     ///< the next "%}"
  const char* shortcode_end_ = nullptr;  ///< the next ">}"
  std::array<const char*, 4> hidden_ends_{};
  std::string out_;
  bool is_line_start_ = true;
  std::string_view address_;  ///< of the link in HTML that is open
  std::vector<Closing> closings_;
};

/// What LaTeX shows, with the code of Markdown as it is.
std::string shown_latex(std::string_view text) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at = text.find('`'); at != std::string_view::npos; at = text.find('`', at)) {
    const auto code = read_code(text.substr(at));
    // An apostrophe may end what is a quote in LaTeX.
    const bool is_code = code && !code->content.contains('\'');
    const auto end = is_code ? at + code->size : std::min(text.find_first_not_of('`', at), text.size());
    if (is_code) out.append(latex_text(text.substr(begin, at - begin)).text).append(text.substr(at, code->size));
    if (is_code) begin = end;
    at = end;
  }
  return out + latex_text(text.substr(begin)).text;
}

std::string cleaned(std::string_view text, TextKind kind) {
  return has_latex(text) ? Cleaner(shown_latex(text), kind).run() : Cleaner(text, kind).run();
}

std::string in_one_line(std::string text) {
  std::ranges::replace(text, kBreak, ' ');
  return text;
}

}  // namespace

std::string plain_text(std::string_view text) { return in_one_line(cleaned(text, TextKind::text)); }

std::string plain_name(std::string_view text) { return in_one_line(cleaned(text, TextKind::name)); }

std::string plain_html(std::string_view text) { return in_one_line(Cleaner(text, TextKind::html).run()); }

std::vector<std::string> plain_paragraphs(std::string_view text) {
  const auto all = cleaned(text, TextKind::text);
  return words_in(all, kBreak);
}

std::string with_shown_entities(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto size = entity_size(text);
    const auto shown = size == 0 ? std::nullopt : shown_by_entity(text.substr(1, size - 2));
    out += shown ? std::string_view(*shown) : text.substr(0, 1);
    text.remove_prefix(shown ? size : 1);
  }
  return out;
}

}  // namespace agent_access::sources
