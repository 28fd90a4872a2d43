#include "documents/metadata/agent_skills.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "base/bytes.hpp"
#include "base/hex.hpp"
#include "crypto/digest.hpp"
#include "documents/markdown_parts.hpp"
#include "documents/paths.hpp"
#include "documents/text_template.hpp"
#include "json/pretty_json.hpp"
#include "oauth/types.hpp"
#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

namespace bj = boost::json;

constexpr std::string_view kName = "read-site-profile";
/// Without owner text, because it is part of YAML.
constexpr std::string_view kDescription =
    "Reads the public data of this site and, with an anonymous OAuth 2.0 client, its extended profile. Use "
    "when a question is about the site's owner or their work.";

constexpr std::string_view kSkill = R"(---
name: {{name}}
description: {{description}}
---

# Read the profile of {{title}}

## Public data first

`GET {{base_url}}/api/site.json` has most of the public data: owner, contact, CV, publications and projects, each with the
address of its page where it has one. `GET {{base_url}}/ai/faq.json` has questions and answers. Neither needs a token.

## The extended profile

{{profile_summary}}

```sh
{{quick_start}}```

1. Register. Store `client_id` and `client_secret`; the server does not store them.
2. Get a token. It is valid for {{lifetime}} seconds; use it until then.
3. Read the profile. `_meta` has the client, the scope and the expiry of the token.

In a browser with WebMCP, the tool `get_full_profile` does all three.

## When it fails

Every error is JSON with `error` and `error_description`. On 401 get a fresh token. On 429 wait for `Retry-After`
seconds. {{base_url}}/auth.md and {{base_url}}/openapi.json describe everything else.
)";

/// Lower-case hexadecimal; empty if the crypto library fails.
std::string hex_digest(std::string_view text) {
  auto hasher = crypto::Sha256::create();
  if (!hasher) return {};
  const auto digest = hasher->digest(base::bytes_of(text));
  return digest ? base::to_hex(*digest) : std::string();
}

}  // namespace

std::string render_skill(const HostView& view) {
  const std::string title = render::markdown_text(view.content.site.title);
  const std::string commands = quick_start(view);
  const std::string profile = profile_summary(view);
  const std::string lifetime = std::to_string(oauth::kTokenLifetime.count());
  return fill(kSkill, {{"name", kName},
                       {"description", kDescription},
                       {"title", title},
                       {"base_url", view.base_url()},
                       {"quick_start", commands},
                       {"profile_summary", profile},
                       {"lifetime", lifetime}});
}

std::string render_skill_index(const HostView& view) {
  const bj::object skill = {{"name", kName},
                            {"type", "skill-md"},
                            {"description", kDescription},
                            {"url", view.url(kSkillPath)},
                            {"digest", "sha256:" + hex_digest(render_skill(view))}};
  const bj::object index = {{"$schema", "https://schemas.agentskills.io/discovery/0.2.0/schema.json"},
                            {"skills", bj::array{skill}}};
  return json::pretty_json(index);
}

}  // namespace agent_access::documents
