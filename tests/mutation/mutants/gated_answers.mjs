// Responses about gated documents and gates, and their metadata.
// Without a row, because no input shows a difference: that metadata are not searched if none are prepared.
import { of } from '../of.mjs'

const document = [
  ['a very long path has metadata of its own', 'asked.size() <= publish::kLongestResource && content', 'content'],
  ['a path that can be read in two ways is in the challenge', ' && content::is_normal_path(asked);', ';'],
  ['every document has the first scope', 'const auto grant = authorize(call, document.scope);', 'const auto grant = authorize(call, 0);'],
  ['every document has the bytes of the first', 'snapshot.file_of(document);', 'snapshot.gated_files->front();'],
  ['preconditions of a document are ignored', '  if (answer_precondition(call, file.etag, file.not_modified_fields, response)) return;\n', '']
]

const preconditions = [
  ['what is not modified is sent', 'case http::Precondition::not_modified: break;', 'case http::Precondition::not_modified: return false;'],
  ['If-Match never fails', 'case http::Precondition::fails: refuse(fault("precondition_failed"), response); return true;', 'case http::Precondition::fails: return false;'],
  ['an endpoint may be below a path with slashes too many', 'is_of_api(path) || call', 'call']
]

const gate = [
  ['a question has the path and fields', 'forwarded.is_well_formed = fields.method.count + fields.uri.count == 0;', 'forwarded.is_well_formed = true;'],
  ['the path may be there twice', 'fields.method.count == 1 && fields.uri.count == 1', 'fields.method.count == 1 && fields.uri.count >= 1'],
  ['the method may be there twice', 'fields.method.count == 1 && fields.uri.count == 1', 'fields.method.count >= 1 && fields.uri.count == 1'],
  ['the query belongs to the path', "fields.uri.value.substr(0, fields.uri.value.find('?'))", 'fields.uri.value'],
  ['every method may be a preflight', 'method == "OPTIONS" && request.count("Origin") > 0', 'request.count("Origin") > 0'],
  ['a preflight needs no Origin', 'request.count("Origin") > 0 && ', ''],
  ['a preflight needs no method', ' && request.count("Access-Control-Request-Method") > 0', ''],
  ['a token id may be any text', 'if (grant.token_id()) fields.append(base::UuidText(*grant.token_id()).view());', 'fields.append(base::UuidText(grant.token_id().value_or(grant.client_id())).view());'],
  ['a gate lets every method through', '!lets_through(gate, forwarded.method)', 'false'],
  ['a preflight needs a token', 'is_asked_preflight(call.request, forwarded.method)', 'false'],
  ['a preflight passes without fields', 'response.constant_fields = kPreflightPassFields;', 'response.constant_fields = kPassFields;'],
  ['the client of a question is not noted', '    call.outcome.client_id = grant->client_id();\n', ''],
  ['a very long path has metadata of its own', 'forwarded.path.size() <= publish::kLongestResource', 'true'],
  ['there is an endpoint without gates', '!snapshot.settings.access.gates.empty() && request', 'request'],
  ['anybody may ask', ' &&\n         snapshot.limits.trusted.contains(request.peer_address);', ';'],
  ['every path that begins like the endpoint is a question', "request.path[kGatePath.size()] == '/'", 'true'],
  ['responses that pass have the fields of refusals', 'if (response.status < 400) return;', '']
]

const metadata = [
  ['the query does not count', 'path.size() + query.size() > kLongestResource', 'path.size() > kLongestResource'],
  ['a resource may have any length', 'path.size() + query.size() > kLongestResource', 'false'],
  ['a path may be read in two ways', '!content::is_normal_path(path) || !std', '!std'],
  ['a query may have any characters', ' || !std::ranges::all_of(query, is_query_character)', ''],
  ['a gate has the metadata of a document', 'prepared[access.documents.size() + number]', 'prepared[number]'],
  ['a resource ends before its query', 'request.query.empty() ? "" : "?", request.query, metadata', 'metadata']
]

const gateWithSlashes = [
  ['a gate may be at a path with slashes too many', 'call.context.snapshot->settings.access.gate_at(path) != nullptr', 'false']
]

const kGate = ['conformance/gate.test.mjs']
const kDocuments = ['conformance/gated_documents.test.mjs']
const kMetadata = ['conformance/resource_metadata.test.mjs']
const kOfDocuments = ['conformance/preconditions.test.mjs', 'conformance/slashes.test.mjs']

export default [
  ...of('src/service/endpoints.cpp', [], document, kDocuments),
  ...of('src/service/document_endpoint.cpp', [], preconditions, kOfDocuments),
  ...of('src/service/document_endpoint.cpp', ['service'], gateWithSlashes),
  ...of('src/service/forward_auth.cpp', [], gate, kGate),
  ...of('src/service/handler.cpp', [], [
    ['a path that can be read in two ways has a gate', '} else if (call.forwarded->is_normal_path) {', '} else {']
  ], ['conformance/gate_metrics.test.mjs']),
  ...of('src/service/handler.cpp', [], [
    ['any peer finds where proxies refuse clear text', 'call.context.snapshot->limits.trusted.contains(call.request.peer_address)', 'true']
  ], kGate),
  ...of('src/service/handler.cpp', [], [
    ['preconditions of metadata are ignored', 'if (answer_precondition(call, prepared.etag, prepared.not_modified_fields, response)) return;', '']
  ], kMetadata),
  ...of('src/site/publish/resource_metadata.cpp', [], metadata, kMetadata)
]
