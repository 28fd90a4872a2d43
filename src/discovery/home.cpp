#include "discovery/home.hpp"

#include <span>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "crypto/digest.hpp"
#include "discovery/text_template.hpp"
#include "oauth/types.hpp"

namespace agent_access::discovery {

namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --soft: #f2f4f7; --line: #c9d1d9; --link: #0b57d0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ed; --paper: #14171a; --soft: #1f2429; --line: #414a54; --link: #8ab4f8; }
}
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 system-ui, sans-serif; }
h1, h2 { line-height: 1.25; }
a { color: var(--link); }
pre { overflow-x: auto; padding: 0.875rem 1rem; background: var(--soft); border: 1px solid var(--line);
  border-radius: 0.375rem; }
code { font: 0.9375rem/1.5 ui-monospace, monospace; }
a:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
)";

constexpr std::string_view kPage = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="An anonymous, free way for software agents to read one extended profile.">
<title>{{site_name}}: agent access</title>
<link rel="icon" href="data:,">
<style>{{style}}</style>
</head>
<body>
<main>
<h1>{{site_name}}: agent access</h1>
<p>Software agents can read an extended profile here. There is no account, no approval and no fee: a client registers
itself, exchanges its credentials for a token of 15 minutes, and reads.</p>
<h2 id="register">1. Register a client</h2>
<pre role="region" tabindex="0" aria-labelledby="register"><code>curl -s -X POST {{base_url}}/oauth/register</code></pre>
<p>The answer holds <code>client_id</code> and <code>client_secret</code>. Keep both: nothing is stored here, and a client
whose id is lost registers again.</p>
<h2 id="token">2. Get a token</h2>
<pre role="region" tabindex="0" aria-labelledby="token"><code>curl -s {{base_url}}/oauth/token \
  -d grant_type={{grant_type}} \
  -d client_id="$CLIENT_ID" \
  -d client_secret="$CLIENT_SECRET"</code></pre>
<p>The answer holds <code>access_token</code>, a Bearer token for the scope <code>{{scope}}</code>.</p>
<h2 id="profile">3. Read the profile</h2>
<pre role="region" tabindex="0" aria-labelledby="profile"><code>curl -s {{base_url}}{{profile_path}} \
  -H "Authorization: Bearer $ACCESS_TOKEN"</code></pre>
<h2>For clients that discover</h2>
<ul>
<li><a href="/.well-known/oauth-authorization-server">Authorization server metadata</a> (RFC 8414)</li>
<li><a href="/.well-known/oauth-protected-resource">Protected resource metadata</a> (RFC 9728)</li>
<li><a href="/.well-known/jwks.json">Public keys of the tokens</a> (RFC 7517)</li>
</ul>
</main>
</body>
</html>
)";

constexpr std::string_view kLinkField =
    "Link: </.well-known/api-catalog>; rel=\"api-catalog\", "
    "</openapi.json>; rel=\"service-desc\"; type=\"application/json\", "
    "</auth.md>; rel=\"service-doc\"; type=\"text/markdown\", "
    "</llms.txt>; rel=\"describedby\"; type=\"text/plain\"\r\n";

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out.append("&amp;");
        break;
      case '<':
        out.append("&lt;");
        break;
      case '>':
        out.append("&gt;");
        break;
      case '"':
        out.append("&quot;");
        break;
      default:
        out.push_back(c);
    }
  }
  return out;
}

/// The padded base64 of RFC 4648 section 4, which a Content-Security-Policy hash uses.
std::string base64(base::ByteView bytes) {
  static constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto group = bytes.subspan(i, std::min<std::size_t>(3, bytes.size() - i));
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      bits = bits << 8U | (j < group.size() ? std::to_integer<std::uint32_t>(group[j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      out.push_back(j <= group.size() ? kAlphabet[bits >> (18U - 6U * j) & 0x3FU] : '=');
    }
  }
  return out;
}

/// Without a hash the page is shown unstyled; that happens only when the crypto library fails.
std::string security_fields() {
  auto hasher = crypto::Sha256::create();
  const auto digest = hasher ? hasher->digest(base::bytes_of(kStyle)) : base::Failure(hasher.error());
  const std::string style = digest ? "'sha256-" + base64(*digest) + "'" : "'none'";
  return "Content-Security-Policy: default-src 'none'; style-src " + style +
         "; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
         "Referrer-Policy: no-referrer\r\n";
}

}  // namespace

Rendered render_home(const site::Settings& settings, std::size_t host) {
  const std::string site_name = html_text(settings.site_name);
  const std::string base_url = html_text(settings.base_urls.at(host).text());
  return {"/", "text/html; charset=utf-8",
          fill(kPage, {{"site_name", site_name},
                       {"base_url", base_url},
                       {"style", kStyle},
                       {"grant_type", oauth::kGrantType},
                       {"scope", oauth::kScope},
                       {"profile_path", oauth::kProfilePath}}),
          std::string(kLinkField) + security_fields()};
}

}  // namespace agent_access::discovery
