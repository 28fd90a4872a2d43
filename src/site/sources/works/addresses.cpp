#include "site/sources/works/addresses.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/latex.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

/// Where an address ends in a text: at white space, a quote or a tag, or before the next address of a list.
std::size_t end_of_address(std::string_view text, std::size_t begin) {
  const auto end =
      std::min({text.find_first_of(" \t\n\"'<>", begin), text.find(";http", begin), text.find(",http", begin)});
  return std::min(end, text.size());
}

/// Without what ends a sentence, and without a closing bracket that the address does not open.
std::string_view without_punctuation(std::string_view address) {
  auto round = std::ranges::count(address, ')') - std::ranges::count(address, '(');
  auto square = std::ranges::count(address, ']') - std::ranges::count(address, '[');
  for (; !address.empty(); address.remove_suffix(1)) {
    const char last = address.back();
    const bool is_unopened = (last == ')' && round-- > 0) || (last == ']' && square-- > 0);
    if (!is_unopened && !std::string_view(".,;:").contains(last)) break;
  }
  return address;
}

/// "https://example.org" of "(see https://example.org)."; only what has a scheme.
std::vector<std::string> addresses_of_words(std::string_view text) {
  std::vector<std::string> addresses;
  for (auto at = text.find("://"); at != std::string_view::npos && addresses.size() < kMostAddresses;) {
    auto begin = at;
    while (begin > 0 && base::is_letter(text[begin - 1])) --begin;
    const auto end = end_of_address(text, at);
    if (auto url = absolute_url(without_punctuation(text.substr(begin, end - begin))))
      base::add_once(addresses, std::move(*url));
    at = text.find("://", end);
  }
  return addresses;
}

}  // namespace

std::vector<std::string> addresses_in(std::string_view text) {
  std::vector<std::string> addresses;
  const auto add = [&](std::string_view given) {
    if (auto url = absolute_url(given); url && addresses.size() < kMostAddresses)
      base::add_once(addresses, std::move(*url));
  };
  if (text.contains("\\url") || text.contains("\\href")) {
    for (const auto& address : latex_text(text).addresses) add(with_shown_entities(address));
  }
  if (!addresses.empty()) return addresses;
  const auto verbatim = verbatim_text(text);
  const bool is_markup = verbatim.find_first_of("<>\"") != std::string::npos;
  const auto plain = with_shown_entities(verbatim);
  const bool is_single = plain.find("://") == plain.rfind("://") || end_of_address(plain, 0) == plain.size();
  if (is_single && !is_markup) add(plain);
  return addresses.empty() ? addresses_of_words(plain) : addresses;
}

std::string arxiv_id(std::string_view text) {
  text = base::trim_white_space(text);
  if (base::lower_case(text.substr(0, 6)) == "arxiv:") text.remove_prefix(6);
  const auto are_digits = [](std::string_view part) {
    return !part.empty() && std::ranges::all_of(part, base::is_digit);
  };
  const auto version = text.rfind('v');
  const bool has_version = version != std::string_view::npos && are_digits(text.substr(version + 1));
  const auto main = has_version ? text.substr(0, version) : text;
  const auto slash = main.find('/');
  const auto point = main.find('.');
  const bool is_new = point == 4 && are_digits(main.substr(0, 4)) && are_digits(main.substr(5)) && main.size() >= 9 &&
                      main.size() <= 10;
  const auto is_archive = [](char c) { return base::is_letter(c) || c == '-' || c == '.'; };
  const bool is_old = slash != std::string_view::npos && slash > 0 &&
                      std::ranges::all_of(main.substr(0, slash), is_archive) && are_digits(main.substr(slash + 1)) &&
                      main.size() - slash == 8;
  return is_new || is_old ? std::string(text) : std::string();
}

void AddressList::add(const std::string& url) {
  if (const auto doi = bare_doi(url); !doi.empty()) {
    if (work_.doi.empty() && content::doi_fault(doi).empty()) work_.doi = doi;
  } else if (work_.url.empty()) {
    work_.url = url;
  } else {
    add_link(url.contains("arxiv.org/") ? "arXiv" : "Further address", url);
  }
}

void AddressList::add_link(std::string_view title, const std::string& url) {
  const auto is_same = [&](const content::Link& link) { return link.url == url; };
  if (url == work_.url || std::ranges::any_of(work_.links, is_same)) return;
  work_.links.push_back({.title = std::string(title), .url = url});
}

bool AddressList::add_doi(std::string_view given) {
  if (auto doi = bare_doi(given); content::doi_fault(doi).empty()) {
    work_.doi = std::move(doi);
    return true;
  }
  const auto urls = addresses_in((given.starts_with("10/") ? "https://doi.org/" : "") + std::string(given));
  for (const auto& url : urls) add(url);
  return !urls.empty();
}

void AddressList::finish(std::span<const std::string_view> titles) {
  for (const auto title : titles) {
    const auto found = std::ranges::find(work_.links, title, &content::Link::title);
    if (!work_.url.empty() || found == work_.links.end()) continue;
    work_.url = found->url;
    work_.links.erase(found);
  }
  std::erase_if(work_.links, [&](const content::Link& link) { return link.url == work_.url; });
}

}  // namespace agent_access::sources
