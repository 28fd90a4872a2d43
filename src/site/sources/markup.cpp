#include "site/sources/markup.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/html_words.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/foreign_text.hpp"

namespace agent_access::sources {
namespace {

/// The end of a paragraph in a text that is being cleaned.
constexpr char kBreak = '\n';

/// The commands of LaTeX, and behind each what it shows. bibutils has decoded those of BibTeX. Backslashes of other
/// texts stay: "C:\Users".
constexpr std::string_view kCommands =
    "LaTeX LaTeX TeX TeX ldots … dots … times × pm ± textendash – textemdash — copyright © alpha α beta β gamma γ "
    "delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ varsigma ς "
    "sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω";
/// Which show their argument.
constexpr std::string_view kStyles =
    "emph footnotesize mathbf mathit mathrm mbox text textbf textit textrm textsc textsf textsubscript "
    "textsuperscript texttt underline url";

std::optional<std::string> shown_by(std::string_view table, std::string_view name) {
  const auto words = words_in(table, ' ');
  for (std::size_t i = 0; i < words.size(); i += 2) {
    if (words[i] == name) return words[i + 1];
  }
  return std::nullopt;
}

std::string utf8_of(std::uint32_t code) {
  if (code < 0x80) return {static_cast<char>(code)};
  std::string text;
  for (; code >= (text.empty() ? 0x40U : 0x40U >> text.size()); code >>= 6U) {
    text.insert(text.begin(), static_cast<char>(0x80U | (code & 0x3FU)));
  }
  return static_cast<char>((0xF00U >> (text.size() + 1) & 0xFFU) | code) + text;
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
  return utf8_of(code);
}

struct Command {
  std::size_t size;
  std::string shown;
};
/// The command of LaTeX at the beginning of the text, which is a backslash.
std::optional<Command> command_at(std::string_view text) {
  auto rest = text.substr(1);
  if (!rest.empty() && std::string_view("&%_#$").contains(rest.front()))
    return Command{2, std::string(1, rest.front())};
  const auto end = std::ranges::find_if_not(rest, base::is_letter);
  const auto name = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(name.size());
  if (name.empty() || rest.starts_with('_') || rest.starts_with('-')) return std::nullopt;
  if (has_word(kStyles, name)) return Command{1 + name.size(), {}};
  if (const auto shown = shown_by(kCommands, name)) return Command{1 + name.size(), *shown};
  if (!name.starts_with("cite") && name != "href") return std::nullopt;
  // Their first argument is not for readers.
  if (rest.starts_with('[')) rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
  if (rest.starts_with('{')) rest.remove_prefix(std::min(rest.find('}'), rest.size() - 1) + 1);
  return Command{text.size() - rest.size(), {}};
}

bool is_latex(std::string_view text) {
  for (auto at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    if (command_at(text.substr(at))) return true;
  }
  return false;
}

std::string_view attribute(std::string_view tag, std::string_view name) {
  const auto at = tag.find(name);
  if (at == std::string_view::npos) return {};
  tag.remove_prefix(at + name.size());
  if (tag.size() < 2 || (tag.front() != '"' && tag.front() != '\'')) return {};
  return tag.substr(1, tag.find(tag.front(), 1) - 1);
}

/// One pass over a text, which writes what its markup shows, with kBreak between paragraphs.
class Cleaner {
 public:
  explicit Cleaner(std::string_view text) : rest_(text), is_latex_(is_latex(text)) {}

  std::string run() {
    while (!rest_.empty()) {
      if (!take_line_mark() && !take_closing() && !take_tag() && !take_entity() && !take_latex() && !take_link() &&
          !take_pair()) {
        take_character();
      }
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
    const bool is_shown = address.starts_with("https://") || address.starts_with("http://");
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
    const auto end = rest_.starts_with('<') ? rest_.find('>') : std::string_view::npos;
    if (end == std::string_view::npos) return false;
    if (rest_.starts_with("<!--") && rest_.contains("-->")) return skip(rest_.find("-->") + 3);
    const bool is_closing = rest_.starts_with("</");
    const auto tag = rest_.substr(is_closing ? 2 : 1, end - (is_closing ? 2 : 1));
    const auto name = base::lower_case(tag.substr(0, tag.find_first_of(" \t\r\n/")));
    const auto kind = content::html_tag(name);
    if (kind == content::HtmlTag::none) return false;
    if (kind == content::HtmlTag::block) end_paragraph();
    if (name == "a" && is_closing) put_address(address_);
    if (name == "a") address_ = is_closing ? std::string_view() : attribute(tag, "href=");
    return skip(end + 1);
  }

  bool take_entity() {
    constexpr std::size_t kLongest = 10;
    const auto end = rest_.starts_with('&') ? rest_.substr(0, kLongest).find(';') : std::string_view::npos;
    const auto shown = end == std::string_view::npos ? std::nullopt : shown_by_entity(rest_.substr(1, end - 1));
    if (!shown) return false;
    put(*shown);
    return skip(end + 1);
  }

  bool take_latex() {
    if (!is_latex_) return false;
    const auto dashes = std::min<std::size_t>(rest_.find_first_not_of('-'), 3);
    if (dashes > 1) {
      put(dashes == 3 ? "—" : "–");
      return skip(dashes);
    }
    if (rest_.front() == '~') space();
    if (std::string_view("~{}$").contains(rest_.front())) return skip(1);
    if (rest_.front() != '\\') return false;
    const auto command = command_at(rest_);
    if (!command && rest_.size() > 1 && std::string_view(",;: \\").contains(rest_[1])) {
      space();
      return skip(2);
    }
    if (!command) return rest_.size() > 1 && !base::is_letter(rest_[1]) && skip(1);
    put(command->shown);
    return skip(command->size);
  }

  bool take_closing() {
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
    const auto middle = rest_.find("](", begin);
    const auto end = rest_.find(')', middle);
    if (end == std::string_view::npos || rest_.substr(begin, middle - begin).contains('[')) return false;
    const auto address = is_image ? std::string_view() : rest_.substr(middle + 2, end - middle - 2);
    closings_.push_back({rest_.data() + middle, end + 1 - middle, address});
    return skip(begin);
  }

  /// Where the mark ends what begins at the beginning of the text, not within a run of another length.
  static std::size_t end_of_pair(std::string_view text, std::string_view mark) {
    for (auto at = text.find(mark, 1); at != std::string_view::npos; at = text.find(mark, at)) {
      const auto run = std::min(text.find_first_not_of(mark.front(), at), text.size()) - at;
      if (run == mark.size() || run > 2) return at + (run - mark.size()) * (mark.size() - 1);
      at += run;
    }
    return std::string_view::npos;
  }

  /// Marks of emphasis, which touch the text inside and no letter or digit outside: "5*3*2" and "snake_case" stay.
  bool take_pair() {
    for (const std::string_view mark : {"**", "__", "~~", "*", "_", "`"}) {
      if (!rest_.starts_with(mark)) continue;
      const auto inner = rest_.substr(mark.size());
      const auto end = inner.empty() ? std::string_view::npos : end_of_pair(inner, mark);
      const auto is_word = [&](std::string_view text) { return !text.empty() && base::is_alphanumeric(text.front()); };
      const bool is_pair =
          end != std::string_view::npos && !base::kWhiteSpace.contains(inner.front()) &&
          !base::kWhiteSpace.contains(inner[end - 1]) && !inner.substr(0, end).contains("\n\n") &&
          (mark == "`" || (!is_word(std::string_view(out_).substr(out_.empty() ? 0 : out_.size() - 1)) &&
                           !is_word(inner.substr(end + mark.size()))));
      if (is_pair) closings_.push_back({inner.data() + end, mark.size(), {}});
      if (!is_pair) out_ += mark;
      if (!is_pair) is_line_start_ = false;
      return skip(mark.size());
    }
    return false;
  }

  std::string_view rest_;
  bool is_latex_;
  std::string out_;
  bool is_line_start_ = true;
  std::string_view address_;  ///< of the link in HTML that is open
  std::vector<Closing> closings_;
};

}  // namespace

std::string plain_text(std::string_view text) {
  auto out = Cleaner(text).run();
  std::ranges::replace(out, kBreak, ' ');
  return out;
}

std::vector<std::string> plain_paragraphs(std::string_view text) {
  const auto all = Cleaner(text).run();
  return words_in(all, kBreak);
}

}  // namespace agent_access::sources
