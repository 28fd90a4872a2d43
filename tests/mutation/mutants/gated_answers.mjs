// Responses about gated documents and gates, and their metadata.
//
// Without a row, because no input shows a difference: that an empty file has no source; that a page whose number is no number is none,
// since its number stays 0; that metadata are not searched if none are prepared.
import { of } from '../of.mjs'

const document = [
  ['a very long path has metadata of its own', 'path.size() <= publish::kLongestResource && gated', 'gated'],
  ['a path that can be read in two ways is in the challenge', ' && gated::is_normal_path(path);', ';'],
  ['too many open files send nothing', 'if (response.source == nullptr) refuse(RequestFault::document_unavailable, response);', ''],
  ['a refused range does not say the length', 'http::append(response.fields, "Content-Range: bytes */", http::Decimal(static_cast<std::int64_t>(size)), "\\r\\n");', ''],
  ['scripts cannot read the length', '  response.constant_fields = kRangeProblemFields;\n', ''],
  ['HEAD has ranges', 'request.method == http::Method::get && request', 'request'],
  ['the first of two Range counts', 'request.count("Range") == 1', 'request.count("Range") >= 1'],
  ['If-Range is ignored', '!has_range || !gated::permits_range(request, validators, now)', '!has_range'],
  ['a failed precondition is ignored', 'if (precondition == gated::Precondition::failed) return refuse(RequestFault::precondition_failed, response);', ''],
  ['a file that is not modified is sent', 'precondition == gated::Precondition::not_modified', 'false'],
  ['a range behind the end is sent', 'if (part.kind == gated::Selection::Kind::unsatisfiable) return refuse_range(size, response);', ''],
  ['a part has the status of the whole', '    response.status = 206;\n', ''],
  ['a part says that it ends one byte later', 'number(part.first + part.size - 1)', 'number(part.first + part.size)'],
  ['the whole has no bytes', '    part.size = size;\n', ''],
  ['a file that is gone is unavailable', 'opened.error() == gated::FileFault::missing ? RequestFault::unknown_path : RequestFault::document_unavailable', 'RequestFault::document_unavailable'],
  ['a file that cannot be read does not exist', 'opened.error() == gated::FileFault::missing ? RequestFault::unknown_path : RequestFault::document_unavailable', 'RequestFault::unknown_path'],
  ['every document has the first scope', 'access.documents[document].scope;', 'access.documents[document].scope * 0;'],
  ['the client is not noted', '  call.outcome.client_id = grant->client_id();\n', ''],
  ['a token is not needed', 'if (!grant) return refuse_token', 'if (false) return refuse_token']
]

const list = [
  ['a page may have any number', ' && *page <= kLast ? *page : 0', ' ? *page : 0'],
  ['there is a page 0', 'page != 0 && (begin', '(begin'],
  ['a folder without files has a list', '(is_root && page == 1)', 'page == 1'],
  ['an empty document has no list', ' || (is_root && page == 1)', ''],
  ['an empty document has many pages', 'is_root && page == 1', 'is_root'],
  ['a file that is gone ends the list', 'if (!opened) continue;', 'if (!opened) break;'],
  ['the last page has a next one', 'begin + shown.size() < files.size()', 'begin + shown.size() <= files.size()']
]

const times = [
  ['a file may be of the future', 'std::min(modified(), now)', 'modified()'],
  ['a file may be from before 1970', 'std::max<std::time_t>(std::min(modified(), now), 0)', 'std::min(modified(), now)']
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
  ['a gate lets every method through', '!gated::lets_through(gate, forwarded.method)', 'false'],
  ['a preflight needs a token', 'is_asked_preflight(call.request, forwarded.method)', 'false'],
  ['a preflight passes without fields', 'response.constant_fields = kPreflightPassFields;', 'response.constant_fields = kPassFields;'],
  ['the client of a question is not noted', '    call.outcome.client_id = grant->client_id();\n', ''],
  ['a very long path has metadata of its own', 'forwarded.path.size() <= publish::kLongestResource', 'true'],
  ['there is an endpoint without gates', '!snapshot.settings.access.gates.empty() && request', 'request'],
  ['anybody may ask', ' &&\n         snapshot.limits.trusted.contains(request.peer_address);', ';'],
  ['every path that begins like the endpoint is a question', "request.path[kGatePath.size()] == '/'", 'true'],
  ['a path that can be read in two ways has a gate', 'if (!forwarded.is_normal_path) return;', ''],
  ['responses that pass have the fields of refusals', 'if (response.status < 400) return;', '']
]

const metadata = [
  ['the query does not count', 'path.size() + request.query.size() > kLongestResource', 'path.size() > kLongestResource'],
  ['a resource may have any length', 'path.size() + request.query.size() > kLongestResource', 'false'],
  ['a path may be read in two ways', '!gated::is_normal_path(path) || !std', '!std'],
  ['a query may have any characters', ' || !std::ranges::all_of(request.query, is_query_character)', ''],
  ['a file has paths below', '(document.is_folder() && path.starts_with(document.path))', 'path.starts_with(document.path)'],
  ['a folder has no paths below', ' || (document.is_folder() && path.starts_with(document.path))', ''],
  ['the first folder that holds the path counts', 'access.documents[*found].path.size() < document.path.size()', 'false'],
  ['the last folder that holds the path counts', 'access.documents[*found].path.size() < document.path.size()', 'true'],
  ['a gate has the metadata of a document', '&prepared[access.documents.size() + *gate]', '&prepared[*gate]'],
  ['a resource ends before its query', 'request.query.empty() ? "" : "?", request.query, metadata', 'metadata'],
  ['metadata that are not modified are sent', '!metadata.etag.empty() && http::is_not_modified(request, metadata.etag)', 'false']
]

export default [
  ...of('src/service/gated_document.cpp', ['service'], document),
  ...of('src/gated/folder_walk.cpp', ['service'], list),
  ...of('src/gated/documents.hpp', ['service'], times),
  ...of('src/service/forward_auth.cpp', ['service'], gate),
  ...of('src/publish/resource_metadata.cpp', ['service'], metadata)
]
