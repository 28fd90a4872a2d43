/// \file
/// Examples in /openapi.json for documents that are part of the API: JSON text with the placeholder {{base_url}}. Used
/// by the rows of publish/document_table.cpp. Constants.
#pragma once

#include <string_view>

namespace agent_access::documents::openapi {

inline constexpr std::string_view kSiteExample = R"json({
  "@context": "https://schema.org",
  "@type": "ProfilePage",
  "url": "{{base_url}}/",
  "name": "Example Person",
  "mainEntity": {"@type": "Person", "name": "Example Person"},
  "hasPart": [{"@type": "ScholarlyArticle", "name": "An example paper", "url": "{{base_url}}/publications/example"}]
})json";

inline constexpr std::string_view kFaqExample = R"json({
  "@context": "https://schema.org",
  "@type": "FAQPage",
  "mainEntity": [{
    "@type": "Question",
    "name": "Who may read the extended profile?",
    "acceptedAnswer": {"@type": "Answer", "text": "Everybody who registers a client at /oauth/register."}
  }],
  "faqs": [{
    "question": "Who may read the extended profile?",
    "answer": "Everybody who registers a client at /oauth/register."
  }]
})json";

inline constexpr std::string_view kOpenapiExample =
    R"json({"openapi": "3.1.0", "info": {"title": "Example - Agent Access API", "version": "1.0.0"}, "paths": {}})json";

inline constexpr std::string_view kCatalogExample = R"json({"linkset": [{
  "anchor": "{{base_url}}/api/agent/full-profile",
  "service-desc": [{"href": "{{base_url}}/openapi.json", "type": "application/json"}],
  "service-doc": [{"href": "{{base_url}}/auth.md", "type": "text/markdown"}]
}]})json";

inline constexpr std::string_view kCardExample = R"json({
  "name": "Example Person",
  "description": "The site of Example Person for agents.",
  "version": "1.0.0",
  "supportedInterfaces": [{
    "url": "{{base_url}}/",
    "protocolBinding": "https://webmachinelearning.github.io/webmcp/",
    "protocolVersion": "1.0"
  }],
  "capabilities": {"streaming": false, "pushNotifications": false},
  "defaultInputModes": ["application/json"],
  "defaultOutputModes": ["application/json"],
  "skills": [{"id": "get_faq", "name": "FAQ", "description": "Returns the questions and answers.", "tags": ["faq"]}]
})json";

inline constexpr std::string_view kManifestExample = R"json({
  "protocolVersion": "0.2.6",
  "name": "Example Person",
  "description": "The site of Example Person for agents.",
  "url": "{{base_url}}/",
  "version": "1.0.0",
  "capabilities": {"streaming": false},
  "skills": [{"id": "get_faq", "name": "FAQ", "description": "Returns the questions and answers.", "tags": ["faq"]}],
  "endpoints": [{"type": "openapi", "url": "{{base_url}}/openapi.json"}]
})json";

inline constexpr std::string_view kMcpExample = R"json({"tools": [{
  "name": "get_faq",
  "description": "Returns the questions and answers.",
  "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false}
}]})json";

inline constexpr std::string_view kJwksExample = R"json({"keys": [{
  "kty": "EC",
  "crv": "P-256",
  "x": "ECUgRNmfcr-ufJX-0Kx_dwjiHFo89QNFSHciGe6igy0",
  "y": "_LuocnpMVALlpHip7TlcGTFKmfPTgEMcqsYR9S24SQI",
  "kid": "9C6YZdmSDGIetzm8uE24R7FQ2HcXeIa-J1FCZOtzjkQ",
  "use": "sig",
  "alg": "ES256"
}]})json";

}  // namespace agent_access::documents::openapi
