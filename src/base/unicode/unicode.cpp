#include "base/unicode/unicode.hpp"

#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <uniwidth.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

namespace agent_access::base {
namespace {

/// What the library has allocated.
using Units = std::unique_ptr<std::uint8_t, decltype(&std::free)>;

const std::uint8_t* units(std::string_view text) noexcept { return reinterpret_cast<const std::uint8_t*>(text.data()); }

std::string taken(const Units& made, std::size_t size, std::string_view from) {
  if (!made && !from.empty()) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(made.get()), size};
}

}  // namespace

std::string normalized(std::string_view text, NormalForm form) {
  const auto wanted = form == NormalForm::composed ? UNINORM_NFC : UNINORM_NFKD;
  std::size_t size = 0;
  const Units made(::u8_normalize(wanted, units(text), text.size(), nullptr, &size), &std::free);
  return taken(made, size, text);
}

std::string without_case(std::string_view text) {
  std::size_t size = 0;
  const Units made(::u8_casefold(units(text), text.size(), nullptr, UNINORM_NFD, nullptr, &size), &std::free);
  return taken(made, size, text);
}

LetterKind kind_of(char32_t letter) noexcept {
  if (::uc_is_general_category_withtable(letter, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N)) return LetterKind::word;
  return ::uc_is_general_category_withtable(letter, UC_CATEGORY_MASK_M) ? LetterKind::mark : LetterKind::other;
}

char32_t lower_letter(char32_t letter) noexcept { return ::uc_tolower(letter); }

std::size_t columns_of(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::max(::u8_width(units(text), text.size(), "UTF-8"), 0));
}

}  // namespace agent_access::base
