#include "documents/openapi/openapi_parts.hpp"

namespace agent_access::documents::openapi {

namespace {

namespace bj = boost::json;

constexpr std::string_view kSiteSchemas = R"json({
  "SiteData": {
    "type": "object",
    "description": "The site as schema.org JSON-LD, with all of the owner's public data. Members may be added.",
    "required": ["@context", "@type", "name", "url"],
    "properties": {
      "@context": {"type": "string", "const": "https://schema.org", "description": "The vocabulary."},
      "@type": {"type": "string", "description": "ProfilePage."},
      "name": {"type": "string", "description": "Title of the site."},
      "url": {"type": "string", "format": "uri", "description": "Address of the home page."},
      "description": {"type": "string", "description": "What the site is, in a sentence."},
      "inLanguage": {"type": "string", "description": "BCP 47 tag of the content's language."},
      "dateModified": {"type": "string", "description": "Last change of the content: YYYY, YYYY-MM or YYYY-MM-DD."},
      "mainEntity": {
        "type": "object",
        "description": "The owner, a schema.org Person or Organization.",
        "properties": {"@type": {"type": "string"}, "name": {"type": "string"}},
        "additionalProperties": true
      },
      "hasPart": {
        "type": "array",
        "items": {"type": "object", "additionalProperties": true},
        "description": "Publications and projects."
      }
    },
    "additionalProperties": true
  },
  "Faq": {
    "type": "object",
    "description": "Questions and answers, as schema.org FAQPage and as a plain list.",
    "required": ["@context", "@type", "mainEntity", "faqs"],
    "properties": {
      "@context": {"type": "string", "const": "https://schema.org", "description": "The vocabulary."},
      "@type": {"type": "string", "const": "FAQPage", "description": "The type in that vocabulary."},
      "mainEntity": {
        "type": "array",
        "items": {
          "type": "object",
          "required": ["@type", "name", "acceptedAnswer"],
          "properties": {
            "@type": {"type": "string", "const": "Question"},
            "name": {"type": "string"},
            "acceptedAnswer": {
              "type": "object",
              "required": ["@type", "text"],
              "properties": {"@type": {"type": "string", "const": "Answer"}, "text": {"type": "string"}},
              "additionalProperties": true
            }
          },
          "additionalProperties": true
        },
        "description": "The questions as schema.org objects."
      },
      "faqs": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "required": ["question", "answer"],
          "properties": {"question": {"type": "string"}, "answer": {"type": "string"}},
          "additionalProperties": true
        },
        "description": "The same questions as a plain list."
      }
    },
    "additionalProperties": true
  }
})json";

constexpr std::string_view kOauthSchemas = R"json({
  "AuthorizationServerMetadata": {
    "type": "object",
    "description": "RFC 8414 metadata of the requested host.",
    "required": [
      "issuer", "authorization_endpoint", "token_endpoint", "registration_endpoint", "jwks_uri", "scopes_supported",
      "response_types_supported", "grant_types_supported", "token_endpoint_auth_methods_supported", "agent_auth"
    ],
    "properties": {
      "issuer": {"type": "string", "format": "uri"},
      "authorization_endpoint": {
        "type": "string",
        "format": "uri",
        "description": "Present because clients require it; it supports no response type."
      },
      "token_endpoint": {"type": "string", "format": "uri"},
      "registration_endpoint": {"type": "string", "format": "uri"},
      "jwks_uri": {"type": "string", "format": "uri"},
      "scopes_supported": {"type": "array", "items": {"type": "string"}},
      "response_types_supported": {"type": "array", "items": {"type": "string"}, "maxItems": 0},
      "grant_types_supported": {"type": "array", "items": {"type": "string"}},
      "token_endpoint_auth_methods_supported": {"type": "array", "items": {"type": "string"}},
      "service_documentation": {"type": "string", "format": "uri"},
      "protected_resources": {"type": "array", "items": {"type": "string", "format": "uri"}},
      "agent_auth": {
        "type": "object",
        "description": "Registration for agents: the supported identities and credentials.",
        "required": ["skill"],
        "properties": {"skill": {"type": "string", "format": "uri", "description": "The guide, auth.md."}},
        "additionalProperties": true
      }
    },
    "additionalProperties": true
  },
  "ProtectedResourceMetadata": {
    "type": "object",
    "description": "RFC 9728 metadata of one resource.",
    "required": ["resource", "authorization_servers", "scopes_supported", "bearer_methods_supported"],
    "properties": {
      "resource": {"type": "string", "format": "uri"},
      "resource_name": {"type": "string"},
      "resource_documentation": {"type": "string", "format": "uri"},
      "authorization_servers": {"type": "array", "items": {"type": "string", "format": "uri"}},
      "scopes_supported": {"type": "array", "items": {"type": "string"}},
      "bearer_methods_supported": {"type": "array", "items": {"type": "string"}}
    },
    "additionalProperties": true
  },
  "JwkSet": {
    "type": "object",
    "description": "RFC 7517 set of the public keys of the tokens: the previous, the current and the next one.",
    "required": ["keys"],
    "properties": {
      "keys": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "required": ["kty", "crv", "x", "y", "kid", "use", "alg"],
          "properties": {
            "kty": {"type": "string", "const": "EC"},
            "crv": {"type": "string", "const": "P-256"},
            "x": {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"},
            "y": {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"},
            "kid": {"type": "string", "description": "RFC 7638 thumbprint."},
            "use": {"type": "string", "const": "sig"},
            "alg": {"type": "string", "const": "ES256"}
          },
          "additionalProperties": false
        }
      }
    },
    "additionalProperties": true
  }
})json";

constexpr std::string_view kCardSchemas = R"json({
  "ApiCatalog": {
    "type": "object",
    "description": "RFC 9727 catalogue as an RFC 9264 link set.",
    "required": ["linkset"],
    "properties": {
      "linkset": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "description": "One context: its anchor, and for each relation type an array of targets.",
          "required": ["anchor"],
          "properties": {"anchor": {"type": "string", "format": "uri"}},
          "additionalProperties": true
        }
      }
    },
    "additionalProperties": false
  },
  "AgentCard": {
    "type": "object",
    "description": "A2A 1.0 card. The skills are browser tools; no A2A endpoint is offered.",
    "required": [
      "name", "description", "version", "supportedInterfaces", "capabilities", "defaultInputModes",
      "defaultOutputModes", "skills"
    ],
    "properties": {
      "name": {"type": "string"},
      "description": {"type": "string"},
      "version": {"type": "string"},
      "supportedInterfaces": {"type": "array", "items": {"type": "object", "additionalProperties": true}},
      "capabilities": {"type": "object", "additionalProperties": true},
      "defaultInputModes": {"type": "array", "items": {"type": "string"}},
      "defaultOutputModes": {"type": "array", "items": {"type": "string"}},
      "skills": {"type": "array", "items": {"$ref": "#/components/schemas/AgentSkill"}}
    },
    "additionalProperties": true
  },
  "AgentManifest": {
    "type": "object",
    "description": "A2A 0.2.6 card for older readers, with a list of endpoints.",
    "required": ["protocolVersion", "name", "description", "url", "version", "capabilities", "skills", "endpoints"],
    "properties": {
      "protocolVersion": {"type": "string"},
      "name": {"type": "string"},
      "description": {"type": "string"},
      "url": {"type": "string", "format": "uri"},
      "version": {"type": "string"},
      "capabilities": {"type": "object", "additionalProperties": true},
      "skills": {"type": "array", "items": {"$ref": "#/components/schemas/AgentSkill"}},
      "endpoints": {"type": "array", "items": {"type": "object", "additionalProperties": true}}
    },
    "additionalProperties": true
  },
  "AgentSkill": {
    "type": "object",
    "description": "One browser tool as a skill.",
    "required": ["id", "name", "description", "tags"],
    "properties": {
      "id": {"type": "string"},
      "name": {"type": "string"},
      "description": {"type": "string"},
      "tags": {"type": "array", "items": {"type": "string"}}
    },
    "additionalProperties": true
  },
  "McpManifest": {
    "type": "object",
    "description": "The browser tools as an MCP server card. No MCP endpoint is offered: pages register the tools.",
    "required": ["tools"],
    "properties": {
      "tools": {
        "type": "array",
        "items": {
          "type": "object",
          "required": ["name", "description", "inputSchema"],
          "properties": {
            "name": {"type": "string"},
            "description": {"type": "string"},
            "inputSchema": {"type": "object", "additionalProperties": true}
          },
          "additionalProperties": true
        }
      }
    },
    "additionalProperties": true
  },
  "OpenApiDescription": {
    "type": "object",
    "description": "An OpenAPI 3.1 document.",
    "required": ["openapi", "info", "paths"],
    "properties": {
      "openapi": {"type": "string", "const": "3.1.0"},
      "info": {"type": "object", "additionalProperties": true},
      "paths": {"type": "object", "additionalProperties": true}
    },
    "additionalProperties": true
  }
})json";

}  // namespace

bj::object document_schemas(const HostView& view) {
  bj::object schemas = parse_constant(kSiteSchemas, view);
  for (const auto text : {kOauthSchemas, kCardSchemas}) {
    for (auto& [name, schema] : parse_constant(text, view)) schemas[name] = schema;
  }
  if (view.settings.mcp.is_enabled) {
    schemas["McpManifest"].as_object()["description"] =
        "The tools of the MCP endpoint as an MCP server card; pages register them, too.";
  }
  return schemas;
}

}  // namespace agent_access::documents::openapi
