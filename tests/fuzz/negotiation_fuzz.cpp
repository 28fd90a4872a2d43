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
  document.markdown = std::make_unique<Document>();
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

  const Document& form = choose_form(document, value);
  must(&form == &document || &form == document.markdown.get());
  if (&form != &document) must(lower.contains("text/markdown"));
  must(&choose_form(document, lower) == &form);
  must(&choose_form(document, value + ",text/markdown;q=0") == &document);
  must(&choose_form(document, value + ",text/markdown") == document.markdown.get());

  const Representation& coding = negotiate(document, value);
  must(&coding == &document.identity || &coding == document.gzip.get() || &coding == document.brotli.get());
  if (&coding == document.brotli.get()) must(lower.contains("br") || lower.contains('*'));
  if (&coding == document.gzip.get()) must(lower.contains("gzip") || lower.contains('*'));
  must(&negotiate(document, lower) == &coding);
  must(&negotiate(document, value + ",br;q=0,gzip;q=0") == &document.identity);
  must(&negotiate(document, value + ",br;q=1") == document.brotli.get());
}

}  // namespace agent_access::fuzz
