/// \file
/// Converts the owner's files, after validation, to values. Private to this folder. Thread safe, stateless.
#pragma once

#include <boost/json/object.hpp>

#include "content/content.hpp"

namespace agent_access::content {

/// `document` is valid by site.schema.json; members of another type would be read as absent.
[[nodiscard]] Site read_site(boost::json::object document);
/// `document` is valid by faq.schema.json.
[[nodiscard]] Faq read_faq(const boost::json::object& document);

}  // namespace agent_access::content
