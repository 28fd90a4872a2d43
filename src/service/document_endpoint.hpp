/// \file
/// Published documents, and the response at a path that is neither an endpoint nor a document. Thread safe, stateless.
#pragma once

#include <string_view>

#include "http/fields.hpp"
#include "http/preconditions.hpp"
#include "service/call.hpp"
#include "site/publish/catalogue.hpp"

namespace agent_access::service {

// The constant fields of a redirect, which tools/export also writes for hosts that run JavaScript.
inline constexpr std::string_view kRedirectFields = http::joined<http::kCachedFields, http::kCorsFields>;

/// GET or HEAD of a representation with that etag: 412 if If-Match or If-Unmodified-Since fails, 304 with those fields
/// if If-None-Match has it. False, and no response: it is to be sent.
[[nodiscard]] bool answer_precondition(const Call& call, std::string_view etag, std::string_view not_modified_fields,
                                       http::Response& response);

/// What the preconditions of a request say about what the snapshot has with that etag, which may be empty. Nothing in
/// it has changed since it was made; when before, no replica knows.
[[nodiscard]] http::Precondition precondition_of(const Call& call, std::string_view etag);

/// The open document that a path with slashes too many, before or behind it, means. Null for every other path, and
/// where a token may be needed: below a gate, /api/ and /oauth/.
[[nodiscard]] const publish::Document* find_without_slashes(const Call& call);

/// GET or HEAD of that document: 308 to a page, so that its relative references hold; others as they are. The target is
/// the path of the document, so nothing else of the request than its query is in it.
void answer_meant_document(const Call& call, const publish::Document& document, http::Response& response);

/// GET or HEAD of a published document: form, content coding and preconditions.
void answer_published_document(const Call& call, const publish::Document& document, http::Response& response);

/// - "/blog", if the owner's own files have /blog/index.html: 301 to "/blog/", for GET and HEAD. The target is the path
///   of the folder, so nothing else of the request is in it.
/// - A page with status 404, if the site has one (documents::kNotFoundPath), for GET and HEAD with an Accept field that
///   prefers text/html, outside of /api, /oauth and /.well-known.
/// - 404 `not_found` as JSON for every other request.
void answer_unknown_path(Call& call, http::Response& response);

}  // namespace agent_access::service
