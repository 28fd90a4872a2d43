/// \file
/// The documents of specification section 4.5, judged one by one: what GET, HEAD, OPTIONS, POST and a conditional GET
/// answer. Judges are pure; thread safe.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "app/probe/walk/documents.hpp"

namespace agent_access::app {

enum class Format : std::uint8_t { json, linkset, markdown, plain };

struct Published {
  std::string_view path;
  Format format = Format::json;
};

[[nodiscard]] std::span<const Published> published_documents() noexcept;

/// 200, media type, content, CORS, validator, cache.
[[nodiscard]] Verdict judge_get(const Published& document, const client::ClientResponse& answer);
/// The same fields without a body; of the catalogue also the Link of RFC 9727 section 3.
[[nodiscard]] Verdict judge_head(const Published& document, const client::ClientResponse& get,
                                 const client::ClientResponse& answer);
/// 204 that lets every origin GET.
[[nodiscard]] Verdict judge_options(const client::ClientResponse& answer);
/// 405 with Allow and JSON.
[[nodiscard]] Verdict judge_post(const client::ClientResponse& answer);
/// 304 to If-None-Match.
[[nodiscard]] Verdict judge_revalidation(const client::ClientResponse& answer);

/// One step for each document; each answer is kept.
void walk_published(Walk& walk, Documents& documents);

}  // namespace agent_access::app
