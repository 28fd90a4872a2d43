// A small deployment whose documents agree, and functions that change one of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/probe/run/documents.hpp"

namespace agent_access::tools {

inline constexpr std::string_view kTriedOrigin = "https://example.com";

[[nodiscard]] client::ClientResponse answer_of(unsigned status, std::string_view type, std::string body,
                                               std::vector<client::ClientField> more = {});

/// Every document that the checks read, correct.
[[nodiscard]] Documents good_documents();
/// The same with every `from` in the body of one document replaced; the test fails when there is none.
[[nodiscard]] Documents broken_documents(std::string_view path, std::string_view from, std::string_view to);
/// The same without one document.
[[nodiscard]] Documents documents_without(std::string_view path);

/// The result of the check of that name; the test fails if there is none or if it cannot run.
[[nodiscard]] Verdict verdict_of(const std::vector<DocumentCheck>& checks, std::string_view name,
                                 const Documents& documents);
/// Names of the checks that report something about good documents; should be empty.
[[nodiscard]] std::vector<std::string> complaints_of(const std::vector<DocumentCheck>& checks);

}  // namespace agent_access::tools
