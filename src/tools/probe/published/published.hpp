/// \file
/// Checks each document of specification section 4.5: the responses to GET, HEAD, OPTIONS, POST and a conditional GET.
/// The check functions are pure and thread safe.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tools/probe/run/documents.hpp"

namespace agent_access::tools {

enum class Format : std::uint8_t { json, linkset, markdown, plain };

struct Published {
  std::string_view path;
  Format format = Format::json;
};

[[nodiscard]] std::span<const Published> published_documents() noexcept;

/// 200, media type, content, CORS, validator, cache.
[[nodiscard]] Verdict check_get(const Published& document, const client::ClientResponse& answer);
/// The same fields without a body; of the catalogue also the Link of RFC 9727 section 3.
[[nodiscard]] Verdict check_head(const Published& document, const client::ClientResponse& get,
                                 const client::ClientResponse& answer);
/// 204 that allows GET from every origin.
[[nodiscard]] Verdict check_options(const client::ClientResponse& answer);
/// 405 with Allow and JSON.
[[nodiscard]] Verdict check_post(const client::ClientResponse& answer);
/// 304 to If-None-Match.
[[nodiscard]] Verdict check_revalidation(const client::ClientResponse& answer);

/// One step for each document; stores each response.
void test_published(TestRun& run, Documents& documents);

}  // namespace agent_access::tools
