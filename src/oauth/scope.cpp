#include "oauth/scope.hpp"

#include <algorithm>
#include <utility>

namespace agent_access::oauth {
namespace {

/// Removes the first word from the list and returns it; a list that ends with a space has an empty last word.
std::string_view take_word(std::string_view& words, bool& is_last) noexcept {
  const std::size_t end = words.find(' ');
  is_last = end == std::string_view::npos;
  const std::string_view word = words.substr(0, end);
  words.remove_prefix(is_last ? words.size() : end + 1);
  return word;
}

}  // namespace

Scopes::Scopes(std::vector<std::string> names) {
  if (!names.empty()) names_ = std::move(names);
}

std::size_t Scopes::index_of(std::string_view name) const noexcept {
  const auto found = std::ranges::find(names_, name);
  return found == names_.end() ? kMaxScopes : static_cast<std::size_t>(found - names_.begin());
}

base::Result<ScopeSet, TokenFault> Scopes::requested(std::string_view scope) const noexcept {
  ScopeSet scopes;
  if (!are_declared()) scope = {};
  for (bool is_last = false; !is_last;) {
    const std::string_view word = take_word(scope, is_last);
    if (word.empty()) continue;
    const std::size_t index = index_of(word);
    if (index == kMaxScopes) return base::Failure<TokenFault>(TokenFault::invalid_scope);
    scopes.insert(index);
  }
  if (scopes.is_empty()) scopes.insert(kDefaultScope);
  return scopes;
}

ScopeSet Scopes::known_in(std::string_view scope) const noexcept {
  ScopeSet scopes;
  for (bool is_last = false; !is_last;) {
    const std::size_t index = index_of(take_word(scope, is_last));
    if (index != kMaxScopes) scopes.insert(index);
  }
  return scopes;
}

ScopeSet Scopes::all() const noexcept {
  ScopeSet scopes;
  for (std::size_t index = 0; index < names_.size(); ++index) scopes.insert(index);
  return scopes;
}

void Scopes::append_text(ScopeSet scopes, std::string& text) const {
  bool is_first = true;
  for (std::size_t index = 0; index < names_.size(); ++index) {
    if (!scopes.contains(index)) continue;
    if (!is_first) text += ' ';
    text += names_[index];
    is_first = false;
  }
}

}  // namespace agent_access::oauth
