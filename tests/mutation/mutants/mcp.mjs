// The Model Context Protocol: reading of messages, revisions, what needs a token, and the checks of the endpoint.
import { of } from '../of.mjs'

const message = [
  ['an id may be of any type', 'if (envelope.id != nullptr && id.empty()) return McpFault::invalid_request;', ''],
  ['jsonrpc is not checked', 'if (json::as_text(envelope.jsonrpc) != "2.0") return McpFault::invalid_request;', ''],
  ['a response is refused as a request', 'if (envelope.method == nullptr && is_response) return McpFault::client_response;', ''],
  ['params may be of any type', 'if (envelope.params != nullptr && !envelope.params->is_object()) return McpFault::params_no_object;', ''],
  ['a batch is refused as a message', 'if (value->is_array()) return base::Failure(MessageError{McpFault::batch, {}});', ''],
  ['any nesting depth is accepted', '{.max_depth = kMostDepth}', '{.max_depth = 1000}'],
  ['an empty list counts as a text that is left out', '? is_object && member->get_array().empty()', '? member->get_array().empty()']
]

const revision = [
  ['the version in the message may differ from the field', 'if (*version != *fields.version) return base::Failure(McpFault::header_mismatch);', ''],
  ['any version is current or legacy', 'if (!revision) return base::Failure(McpFault::unsupported_version);\n  if (!revision->is_current()) return *revision;', 'if (!revision || !revision->is_current()) return Revision::oldest();'],
  ['any version of an older client is accepted', 'if (!revision) return base::Failure(McpFault::unsupported_version);\n  return *revision;', 'return revision.value_or(Revision::oldest());'],
  ['the version in the message may be missing', 'if (!version) return base::Failure(McpFault::missing_meta);', 'if (!version) return Revision::current();'],
  ['the capabilities may be missing', 'if (capabilities == nullptr || !capabilities->is_object()) return base::Failure(McpFault::missing_meta);', ''],
  ['Mcp-Method may differ from the message', 'fields.method == message.method && has_matching_name', 'has_matching_name'],
  ['Mcp-Name may differ from the message', 'fields.method == message.method && has_matching_name(message, fields)', 'fields.method == message.method'],
  ['Mcp-Name may be missing', 'return fields.name && (names(', 'return !fields.name || (names('],
  ['the field decides about initialize', 'if (message.method == "initialize") return initialized(message);', ''],
  ['members of later revisions stay', 'if (is_unknown) object.stable_erase(name);', ''],
  ['an encoded name is compared as it is, too', 'const auto decoded = base::base64_decode(field);', 'if (name.contains(field)) return true; const auto decoded = base::base64_decode(field);']
]

const server = [
  ['methods of other revisions are answered', 'row->is_current.value_or(revision.is_current()) == revision.is_current()', 'true'],
  ['get_full_profile needs no token', 'if (tool->is_gated) return {.needs = Needs::token_for_tool};', ''],
  ['the profile is no resource', 'if (has_profile_ && uri == resources_.profile_uri()) return {.needs = Needs::token_for_resource};', ''],
  ['arguments may be of any type', 'if (arguments != nullptr && !arguments->is_object()) return fault(McpFault::invalid_params);', ''],
  ['gated documents are unknown', 'if (resources_.is_gated(uri)) return {.needs = Needs::token_for_document};', '']
]

const versions = [
  ['a version that is not UTF-8 is returned', 'base::is_utf8(requested) ? requested : std::string_view()', 'requested']
]

const contents = [
  ['files of other types are texts', 'is_text_type(type) && !file', '!file'],
  ['a text may have NUL', "!file.contains('\\0') && base", 'base'],
  ['a text may be no UTF-8', ' && base::is_utf8(file)', '']
]

const endpoint = [
  ['pages of other origins may call it', 'if (!origin) return false;', 'return false;'],
  ['a second Origin is not read', 'call.request.single("Origin").without_repeats()', 'std::optional(call.request.field("Origin"))'],
  ['Accept is not read', 'if (!allows_json(fields.accept, request)) return McpFault::not_acceptable;', ''],
  ['Content-Encoding is not read', 'if (fields.content_encoding.count > 0 && http::has_content_coding(request)) return McpFault::content_encoding;', ''],
  ['a second Content-Type is not read', 'fields.content_type.without_repeats().value_or("")', 'fields.content_type.value'],
  ['any Content-Type is accepted', 'http::is_media_type(type, "application/json")', '!type.empty()'],
  ['a request without id is accepted', 'if (!message->method.starts_with("notifications/")) return', 'if (false) return'],
  ['a token for the profile opens every document', 'const Grant grant = with_scope(exchange.grant, document.scope);', 'const Grant grant = exchange.grant;'],
  ['a wrong token is not looked at where none is needed', 'return !exchange.grant;', 'return false;'],
  ['the challenge names the scope of the profile', '.scope = snapshot.scopes.name(scope)}', '.scope = oauth::kScope}'],
  ['a file of any size is read', 'if (bytes.size() > mcp::kMostFileBytes) return exchange.refuse(McpFault::large_resource);', '']
]

const limit = [
  ['preflights are charged', ' && !http::is_preflight(call.request);', ';']
]

const field = [
  ['the first of two fields counts', 'return differs ? std::string_view() : value;', 'return value;']
]

const kMessages = ['conformance/mcp_messages.test.mjs']
const kHeaders = ['conformance/mcp_headers.test.mjs', 'conformance/mcp_revisions.test.mjs']
const kDocuments = ['conformance/mcp_documents.test.mjs']
const kServer = ['conformance/mcp_results.test.mjs', 'conformance/mcp_headers.test.mjs', 'conformance/mcp_access.test.mjs', ...kDocuments, ...kMessages]

export default [
  ...of('src/mcp/message.cpp', ['mcp'], message),
  ...of('src/mcp/revision.cpp', [], revision, kHeaders),
  ...of('src/mcp/server.cpp', [], server, kServer),
  ...of('src/mcp/server.cpp', ['mcp'], versions),
  ...of('src/mcp/resources.cpp', ['mcp'], contents),
  ...of('src/service/mcp_endpoint.cpp', [], endpoint, [...kMessages, 'conformance/mcp_access.test.mjs', ...kDocuments]),
  ...of('src/service/rate_limit.cpp', [], limit, ['conformance/limits.test.mjs']),
  ...of('src/http/message.hpp', [], field, kHeaders)
]
