// An accepted FAQ has questions with answers; a refused one has a reason.

#include "fuzz/target.hpp"
#include "site/content/load.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(faq) {
  const auto faq = content::parse_faq({reinterpret_cast<const char*>(data), size});
  if (!faq) {
    must(!faq.error().empty());
    for (const auto& error : faq.error()) must(!error.sentence.empty() && !describe(error).contains('\n'));
    return;
  }
  must(!faq->questions.empty());
  for (const auto& [question, answer] : faq->questions) must(!question.empty() && !answer.empty());
}

}  // namespace agent_access::fuzz
