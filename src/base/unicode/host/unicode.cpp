#include "base/unicode/unicode.hpp"

#include <emscripten.h>
#include <wchar.h>

#include <algorithm>

// clang-format off

/// Makes the form of a text and keeps it for the next function; returns its size.
EM_JS(size_t, agent_access_make_form, (const char* text, size_t size, int form), {
  const given = new TextDecoder().decode(HEAPU8.subarray(text, text + size));
  // Up and down again makes one of all letters that are the same without case; only the dotless i would become i.
  const kForms = [
    () => given.normalize('NFC'),
    () => given.normalize('NFKD'),
    () => given.split('\u0131').map((part) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3'))
      .join('\u0131').normalize('NFD'),
  ];
  Module.madeForm = new TextEncoder().encode(kForms[form]());
  return Module.madeForm.length;
});

EM_JS(void, agent_access_take_form, (char* form), {
  HEAPU8.set(Module.madeForm, form);
});

/// 0: letter or number, 1: mark, 2: other.
EM_JS(int, agent_access_kind, (int code), {
  // A backslash does not survive the compiler.
  const property = (name) => String.fromCharCode(92) + 'p{' + name + '}';
  const isOf = (...names) => new RegExp('[' + names.map(property).join("") + ']', 'u').test(String.fromCodePoint(code));
  return isOf('L', 'N') ? 0 : isOf('M') ? 1 : 2;
});

EM_JS(int, agent_access_lower, (int code), {
  return String.fromCodePoint(code).toLowerCase().codePointAt(0);
});
// clang-format on

namespace agent_access::base {
namespace {

enum Form { composed, compatible, without_case_and_decomposed };

std::string made(std::string_view text, Form form) {
  std::string made(agent_access_make_form(text.data(), text.size(), form), '\0');
  agent_access_take_form(made.data());
  return made;
}

}  // namespace

std::string normalized(std::string_view text, NormalForm form) {
  return made(text, form == NormalForm::composed ? composed : compatible);
}

std::string without_case(std::string_view text) { return made(text, without_case_and_decomposed); }

LetterKind kind_of(char32_t letter) noexcept {
  return static_cast<LetterKind>(agent_access_kind(static_cast<int>(letter)));
}

char32_t lower_letter(char32_t letter) noexcept {
  return static_cast<char32_t>(agent_access_lower(static_cast<int>(letter)));
}

std::size_t columns_of(std::string_view text) noexcept {
  std::size_t columns = 0;
  while (!text.empty()) {
    const auto letter = first_letter(text);
    columns += static_cast<std::size_t>(std::max(::wcwidth(static_cast<wchar_t>(letter.code)), 0));
    text.remove_prefix(letter.size);
  }
  return columns;
}

}  // namespace agent_access::base
