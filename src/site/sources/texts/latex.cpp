#include "site/sources/texts/latex.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/latex_commands.hpp"

namespace agent_access::sources {
namespace {

constexpr std::size_t kDeepestGroup = 40;
constexpr std::string_view kDotlessI = "ı";
constexpr std::string_view kDotlessJ = "ȷ";

std::size_t letters_at(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, base::is_letter) - text.begin());
}

bool skip_white_space(std::string_view& rest) noexcept {
  const auto size = std::min(rest.find_first_not_of(base::kWhiteSpace), rest.size());
  rest.remove_prefix(size);
  return size > 0;
}

/// "[12]".
void skip_option(std::string_view& rest) noexcept {
  constexpr std::size_t kLongestOption = 200;
  const auto end = rest.starts_with('[') ? rest.substr(0, kLongestOption).find(']') : std::string_view::npos;
  if (end != std::string_view::npos) rest.remove_prefix(end + 1);
}

/// The group, the command or the character that follows, which a command takes.
std::string_view take_argument(std::string_view& rest) noexcept {
  skip_white_space(rest);
  if (rest.starts_with('{')) {
    const auto group = latex_group(rest);
    rest.remove_prefix(std::min(group.size() + 2, rest.size()));
    return group;
  }
  const std::size_t letters = rest.starts_with('\\') ? letters_at(rest.substr(1)) : 0;
  const auto character = [](std::string_view text) {
    return text.empty() ? 0 : std::max<std::size_t>(base::utf8_size(text), 1);
  };
  const std::size_t size = letters > 0              ? 1 + letters
                           : rest.starts_with('\\') ? 1 + character(rest.substr(1))
                                                    : character(rest);
  const auto argument = rest.substr(0, size);
  rest.remove_prefix(size);
  if (letters > 0) skip_white_space(rest);
  return argument;
}

/// Letters of \mathbb that Unicode had before the others; those are shown as they are.
std::string_view double_struck(std::string_view letter) noexcept {
  constexpr auto kLetters = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"C", "ℂ"}, {"H", "ℍ"}, {"N", "ℕ"}, {"P", "ℙ"}, {"Q", "ℚ"}, {"R", "ℝ"}, {"Z", "ℤ"}});
  const auto* const found = std::ranges::find(kLetters, letter, &std::pair<std::string_view, std::string_view>::first);
  return found == kLetters.end() ? letter : found->second;
}

/// Writes what a text shows.
class Writer {
 public:
  LatexText run(std::string_view latex) {
    write(latex, false);
    out_.text = composed(std::move(out_.text));
    return std::move(out_);
  }

 private:
  void write(std::string_view rest, bool is_math) {
    if (depth_ == kDeepestGroup) return static_cast<void>(out_.text += rest);
    ++depth_;
    while (!rest.empty()) {
      const char c = rest.front();
      if (c == '\\') {
        take_command(rest, is_math);
      } else if (is_math && (c == '_' || c == '^')) {
        rest.remove_prefix(1);
        write_script(c, shown(take_argument(rest), true));
      } else if (is_math || !take_typography(rest)) {
        if (c == '$') {
          take_dollar(rest, is_math);
        } else {
          if (c == '~') out_.text += ' ';
          if (c != '~' && c != '{' && c != '}') out_.text += c;
          rest.remove_prefix(1);
        }
      }
    }
    --depth_;
  }

  std::string shown(std::string_view latex, bool is_math) {
    auto outer = std::exchange(out_.text, {});
    write(latex, is_math);
    return std::exchange(out_.text, std::move(outer));
  }

  /// The beginning or the end of a formula; alone it is a sign of money.
  void take_dollar(std::string_view& rest, bool& is_math) {
    const std::size_t size = rest.starts_with("$$") ? 2 : 1;
    const bool is_alone = !is_math && rest.find('$', size) == std::string_view::npos;
    if (is_alone) out_.text += '$';
    if (!is_alone) is_math = !is_math;
    rest.remove_prefix(size);
  }

  bool take_typography(std::string_view& rest) {
    constexpr auto kSigns = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"---", "—"}, {"--", "–"}, {"``", "“"}, {"''", "”"}, {"?`", "¿"}, {"!`", "¡"}, {"`", "‘"}});
    if (!std::string_view("-`'?!").contains(rest.front())) return false;
    for (const auto& [sign, character] : kSigns) {
      if (!rest.starts_with(sign)) continue;
      out_.text += character;
      rest.remove_prefix(sign.size());
      return true;
    }
    return false;
  }

  void take_command(std::string_view& rest, bool& is_math) {
    const std::size_t letters = letters_at(rest.substr(1));
    const std::string_view name = rest.substr(1, std::max<std::size_t>(letters, 1));
    rest.remove_prefix(1 + name.size());
    if (const auto accent = latex_accent(name); !accent.empty()) {
      write_accent(accent, name, shown(take_argument(rest), is_math));
    } else if (letters == 0) {
      write_sign(name, rest, is_math);
    } else {
      if (rest.starts_with('*')) rest.remove_prefix(1);
      write_named(name, rest, is_math);
    }
  }

  /// Behind the first character and the accents that it has.
  void write_accent(std::string_view accent, std::string_view name, std::string base) {
    if (base::trim(base).empty())
      return static_cast<void>(out_.text += letters_at(name) == 0 ? name : std::string_view());
    const bool is_above = !std::string_view("cdkb").contains(name) && name != "textcommabelow";
    if (is_above && base.starts_with(kDotlessI)) base.replace(0, kDotlessI.size(), "i");
    if (is_above && base.starts_with(kDotlessJ)) base.replace(0, kDotlessJ.size(), "j");
    // The small letter of Turkish that is not "ı".
    if (name == "." && base.starts_with('i')) return static_cast<void>(out_.text += base);
    std::size_t end = std::max<std::size_t>(base::utf8_size(base), 1);
    while (end + 1 < base.size() && (base[end] == '\xCC' || (base[end] == '\xCD' && base[end + 1] <= '\xAF'))) end += 2;
    out_.text.append(base, 0, end).append(accent).append(base, end);
  }

  /// A command that is one other character.
  void write_sign(std::string_view name, std::string_view& rest, bool& is_math) {
    const char sign = name.empty() ? '\n' : name.front();
    if (sign == '(' || sign == '[') {
      is_math = true;
    } else if (sign == ')' || sign == ']') {
      is_math = false;
    } else if (std::string_view(" \t\n,;:>\\").contains(sign)) {
      out_.text += ' ';
      if (sign == '\\') skip_option(rest);
    } else if (!std::string_view("!-/@+").contains(sign)) {
      out_.text += name;
    }
  }

  void write_named(std::string_view name, std::string_view& rest, bool is_math) {
    if (base::lower_case(name).contains("cite") && name != "citenamefont") {
      skip_option(rest);
      skip_option(rest);
      if (rest.starts_with('{')) take_argument(rest);
    } else if (name == "url" || name == "href") {
      skip_option(rest);
      auto address = verbatim_text(take_argument(rest));
      if (name == "href") write(take_argument(rest), is_math);
      if (name == "url") out_.text += address;
      out_.addresses.push_back(std::move(address));
    } else if (name == "mathbb" || name == "Bbb") {
      out_.text += double_struck(take_argument(rest));
    } else if (name == "sp" || name == "sb") {
      write_script(name == "sp" ? '^' : '_', shown(take_argument(rest), true));
    } else if (name.ends_with("superscript") || name.ends_with("subscript")) {
      write_script(name.contains("super") ? '^' : '_', shown(take_argument(rest), false), true);
    } else if (const auto* const command = latex_command(name)) {
      write_command(*command, rest, is_math);
    } else {
      out_.unknown.emplace_back(name);
      if (!rest.starts_with('{')) out_.text += name;
    }
  }

  void write_command(const LatexCommand& command, std::string_view& rest, bool is_math) {
    const auto is_letter_or_digit = [](char c) { return base::is_alphanumeric(c); };
    if (command.arguments == 0) {
      const bool was_apart = out_.text.empty() || out_.text.ends_with(' ');
      if (command.is_word && !was_apart && is_letter_or_digit(out_.text.back())) out_.text += ' ';
      out_.text += command.shown;
      const bool had_space = skip_white_space(rest) && !rest.empty();
      const bool touches =
          command.is_word && !rest.empty() && (is_letter_or_digit(rest.front()) || rest.front() == '\\');
      if (touches || (is_math && had_space && was_apart && !command.shown.empty())) out_.text += ' ';
      return;
    }
    skip_option(rest);
    std::array<std::string_view, 2> arguments;
    for (std::size_t i = 0; i < command.arguments; ++i) arguments.at(i) = take_argument(rest);
    for (std::string_view form = command.shown; !form.empty();) {
      const auto place = form.find_first_of("#@");
      out_.text += form.substr(0, place);
      if (place == std::string_view::npos) return;
      write_part(arguments.at(static_cast<std::size_t>(form.at(place + 1) - '1')), form[place] == '@', is_math);
      form.remove_prefix(place + 2);
    }
  }

  /// In parentheses if it is an operand of several characters.
  void write_part(std::string_view argument, bool is_operand, bool is_math) {
    if (!is_operand) return write(argument, is_math);
    const auto text = shown(argument, is_math);
    out_.text += base::characters_in(text) > 1 && !std::ranges::all_of(text, base::is_digit) ? "(" + text + ")" : text;
  }

  /// "₂"; what Unicode does not have as "_ij" or "^(1/2)", or in a text, where the sign would surprise, without it.
  void write_script(char sign, const std::string& text, bool is_text = false) {
    std::string script;
    for (const char c : text) {
      const auto character = c == ',' ? "," : sign == '^' ? latex_superscript(c) : latex_subscript(c);
      if (character.empty()) {
        constexpr std::string_view kPlain = "th st nd rd ′ ″ † ‡ °";
        if (text == "∘") return static_cast<void>(out_.text += "°");
        const bool is_plain = is_text || has_word(kPlain, text);
        const bool is_term = !is_plain && text.size() > 1 && text.find_first_of("+-*/=<>") != std::string::npos;
        if (!is_plain) out_.text += sign;
        return static_cast<void>(out_.text += is_term ? "(" + text + ")" : text);
      }
      script += character;
    }
    out_.text += script;
  }

  LatexText out_{};
  std::size_t depth_ = 0;
};

/// The character that a command stands for in an address: nothing of one of style, and of one that is not known.
std::string_view in_address(std::string_view name) noexcept {
  constexpr auto kNames = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"sim", "~"}, {"texttildelow", "~"}, {"textendash", "-"}, {"langle", "<"}, {"rangle", ">"}});
  const auto* const found = std::ranges::find(kNames, name, &std::pair<std::string_view, std::string_view>::first);
  if (found != kNames.end()) return found->second;
  const auto* const command = latex_command(name);
  const bool is_character =
      command != nullptr && command->arguments == 0 && command->shown.size() == 1 && command->shown != " ";
  return is_character ? command->shown : std::string_view();
}

/// Whether the name behind a backslash in any text is that of a command, and not a part of a path or a pattern: with a
/// brace, if the command has an argument, else apart from the word before it. In a formula both may be missing.
bool is_latex_command(std::string_view name, char before, std::string_view behind, bool is_formula) {
  const auto* const command = name.size() > 1 ? latex_command(name) : nullptr;
  const bool is_citation = name.starts_with("cite");
  if ((command == nullptr && !is_citation) || behind.starts_with('_') || behind.starts_with('-')) return false;
  if (is_formula) return true;
  if (!is_citation && command->arguments == 0) return !base::is_alphanumeric(before) && before != ':' && before != '\\';
  const auto argument = behind.substr(std::min(behind.find_first_not_of(" *"), behind.size()));
  return argument.starts_with('{') || behind.starts_with('[');
}

}  // namespace

LatexText latex_text(std::string_view latex) { return Writer().run(latex); }

std::string verbatim_text(std::string_view latex) {
  std::string out;
  const bool has_formula = latex.contains("$\\");
  for (auto rest = base::trim_white_space(latex); !rest.empty();) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == '\\') {
      const auto name = rest.substr(0, letters_at(rest));
      if (name == "url" || name == "href" || name == "path" || name == "nolinkurl") {
        rest.remove_prefix(name.size());
        skip_option(rest);
        return rest.starts_with('{') ? verbatim_text(take_argument(rest)) : std::string();
      }
      out += name.empty() ? rest.substr(0, 1) : in_address(name);
      rest.remove_prefix(std::min(std::max<std::size_t>(name.size(), 1), rest.size()));
      if (name == "penalty") rest.remove_prefix(std::min(rest.find_first_not_of("-0123456789"), rest.size()));
      if (!name.empty()) skip_white_space(rest);
    } else if (c == '\n') {
      skip_white_space(rest);
    } else if (c != '{' && c != '}' && !(c == '$' && has_formula)) {
      out += c;
    }
  }
  return std::string(base::trim_white_space(out));
}

bool has_latex(std::string_view text) {
  const auto first_formula = text.find('$');
  const auto last_formula = text.rfind('$');
  bool has_sign = false;
  bool has_other_word = false;
  for (auto at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    const auto rest = text.substr(at + 1);
    const auto name = rest.substr(0, letters_at(rest));
    const auto behind = rest.substr(name.size());
    const bool is_formula = first_formula < at && at < last_formula;
    if (is_latex_command(name, at == 0 ? ' ' : text[at - 1], behind, is_formula)) return true;
    has_sign = has_sign || (name.empty() && (behind.starts_with('&') || behind.starts_with('%')));
    has_other_word = has_other_word || (name.size() > 1 && !behind.starts_with('{'));
  }
  return has_sign && !has_other_word;
}

std::string_view latex_group(std::string_view latex) noexcept {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < latex.size(); ++i) {
    if (latex[i] == '{') ++depth;
    if (latex[i] == '}' && --depth == 0) return latex.substr(1, i - 1);
  }
  return latex.substr(1);
}

}  // namespace agent_access::sources
