// Accept and Accept-Encoding select among existing forms and codings; no client gets a form or a coding that it did not
// name, and the last weight of a name applies.
#include <algorithm>
#include <memory>
#include <string>

#include "fuzz/target.hpp"
#include "site/publish/negotiation.hpp"

namespace agent_access::fuzz {
namespace {

using namespace publish;

const Document& full_document() {
  static Document document;
  document.gzip = std::make_unique<Representation>();
  document.brotli = std::make_unique<Representation>();
  return document;
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(negotiation) {
  static const Document& document = full_document();
  const std::string value(reinterpret_cast<const char*>(data), size);
  const std::string lower = lower_case(value);

  const bool is_markdown = prefers_markdown(value);
  if (is_markdown) must(lower.contains("text/markdown"));
  must(prefers_markdown(lower) == is_markdown);
  must(!prefers_markdown(value + ",text/markdown;q=0"));
  must(prefers_markdown(value + ",text/markdown"));

  const Representation& coding = negotiate(document, value);
  must(&coding == &document.identity || &coding == document.gzip.get() || &coding == document.brotli.get());
  if (&coding == document.brotli.get()) must(lower.contains("br") || lower.contains('*'));
  if (&coding == document.gzip.get()) must(lower.contains("gzip") || lower.contains('*'));
  must(&negotiate(document, lower) == &coding);
  must(&negotiate(document, value + ",br;q=0,gzip;q=0") == &document.identity);
  must(&negotiate(document, value + ",br;q=1") == document.brotli.get());
}

}  // namespace agent_access::fuzz
