#include "site/publish/negotiation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "base/ascii.hpp"

namespace agent_access::publish {
namespace {

bool is_word(std::string_view text, std::string_view lower_case) noexcept {
  return std::ranges::equal(text, lower_case, {}, base::lower);
}

/// "q=0.5" in thousandths: ("0" ["." 0*3DIGIT]) / ("1" ["." 0*3("0")]). Zero for a malformed weight.
int weight_of(std::string_view parameter) noexcept {
  if (parameter.size() < 3 || parameter.size() > 7 || !is_word(parameter.substr(0, 2), "q=")) return 0;
  const std::string_view number = parameter.substr(2);
  if ((number[0] != '0' && number[0] != '1') || (number.size() > 1 && number[1] != '.')) return 0;
  int weight = (number[0] - '0') * 1000;
  int unit = 100;
  for (const char c : number.substr(std::min<std::size_t>(2, number.size()))) {
    if (c < '0' || c > '9') return 0;
    weight += (c - '0') * unit;
    unit /= 10;
  }
  return weight <= 1000 ? weight : 0;
}

/// The weight of each coding in Accept-Encoding; nothing if it is not there.
struct Weights {
  std::optional<int> brotli;
  std::optional<int> gzip;
  std::optional<int> identity;
  std::optional<int> any;
};

Weights parse_weights(std::string_view text) noexcept {
  Weights weights;
  while (!text.empty()) {
    std::string_view element = base::take_until(text, ',');
    const std::string_view coding = base::take_until(element, ';');
    const int weight = element.empty() ? 1000 : weight_of(base::trim(element));
    if (is_word(coding, "br")) weights.brotli = weight;
    if (is_word(coding, "gzip") || is_word(coding, "x-gzip")) weights.gzip = weight;
    if (is_word(coding, "identity")) weights.identity = weight;
    if (coding == "*") weights.any = weight;
  }
  return weights;
}

/// The weight among the parameters of a media range; others ("charset", "variant") are ignored.
int range_weight(std::string_view parameters) noexcept {
  while (!parameters.empty()) {
    const std::string_view parameter = base::take_until(parameters, ';');
    if (parameter.size() >= 2 && is_word(parameter.substr(0, 2), "q=")) return weight_of(parameter);
  }
  return 1000;
}

}  // namespace

bool prefers_markdown(std::string_view accept) noexcept {
  int markdown = 0;
  int html = 0;
  while (!accept.empty()) {
    std::string_view element = base::take_until(accept, ',');
    const std::string_view range = base::take_until(element, ';');
    if (is_word(range, "text/markdown")) markdown = range_weight(element);
    if (is_word(range, "text/html")) html = range_weight(element);
  }
  return markdown > 0 && markdown >= html;
}

bool prefers_html(std::string_view accept) noexcept {
  constexpr std::array<std::string_view, 3> kForPrograms = {"application/json", "text/markdown", "text/plain"};
  int html = 0;
  int other = 0;
  while (!accept.empty()) {
    std::string_view element = base::take_until(accept, ',');
    const std::string_view range = base::take_until(element, ';');
    if (is_word(range, "text/html")) html = range_weight(element);
    const bool is_other = std::ranges::any_of(kForPrograms, [&](auto type) { return is_word(range, type); });
    if (is_other) other = std::max(other, range_weight(element));
  }
  return html > other;
}

bool allows_json(std::string_view accept) noexcept {
  std::optional<int> json;
  std::optional<int> application;
  std::optional<int> any;
  while (!accept.empty()) {
    std::string_view element = base::take_until(accept, ',');
    const std::string_view range = base::take_until(element, ';');
    if (is_word(range, "application/json")) json = range_weight(element);
    if (is_word(range, "application/*")) application = range_weight(element);
    if (range == "*/*") any = range_weight(element);
  }
  return json.value_or(application.value_or(any.value_or(0))) > 0;
}

const Representation& negotiate(const Document& document, std::string_view accept_encoding) noexcept {
  if (accept_encoding.empty()) return document.identity;
  const Weights weights = parse_weights(accept_encoding);
  if (std::max({weights.brotli.value_or(0), weights.gzip.value_or(0), weights.any.value_or(0)}) == 0) {
    return document.identity;
  }
  const int brotli = document.brotli ? weights.brotli.value_or(weights.any.value_or(0)) : 0;
  const int gzip = document.gzip ? weights.gzip.value_or(weights.any.value_or(0)) : 0;
  // Identity is always acceptable, but a listed coding is preferred to it if identity is not listed.
  const int identity = weights.identity.value_or(0);
  if (brotli > 0 && brotli >= gzip && brotli >= identity) return *document.brotli;
  if (gzip > 0 && gzip >= identity) return *document.gzip;
  return document.identity;
}

}  // namespace agent_access::publish
