/// \file
/// Published documents, and the response at a path that is neither an endpoint nor a document. Thread safe, stateless.
#pragma once

#include "http/message.hpp"
#include "publish/catalogue.hpp"
#include "service/endpoints.hpp"

namespace agent_access::service {

/// GET or HEAD of a published document: form, content coding and If-None-Match.
void answer_published_document(const Call& call, const publish::Document& document, http::Response& response);

/// - "/blog", if the owner's own files have /blog/index.html: 301 to "/blog/", for GET and HEAD. The target is the path
///   of the folder, so nothing else of the request is in it.
/// - A page with status 404, if the site has one (documents::kNotFoundPath), for GET and HEAD with an Accept field that
///   prefers text/html, outside of /api, /oauth and /.well-known.
/// - 404 `not_found` as JSON for every other request.
void answer_unknown_path(Call& call, http::Response& response);

}  // namespace agent_access::service
