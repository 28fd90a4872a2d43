// An accepted FAQ has questions and answers of at least the required length; a refused one has a reason.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "content/load.hpp"
#include "fuzz/target.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(faq) {
  const auto faq = agent_access::content::parse_faq({reinterpret_cast<const char*>(data), size});
  if (!faq) {
    if (faq.error().empty()) std::abort();
    for (const auto& error : faq.error()) {
      if (error.sentence.empty() || describe(error).contains('\n')) std::abort();
    }
    return;
  }
  if (faq->questions.empty()) std::abort();
  for (const auto& question : faq->questions) {
    if (question.question.size() < 10 || question.answer.size() < 20) std::abort();
  }
}

}  // namespace agent_access::fuzz
