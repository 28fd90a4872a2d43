// Whose request it is: the parser of one entry, the walk through the proxies, and the one field that is believed. And what
// is counted for nobody: preflights.
//
// Not listed, because no input can tell it from its absence: that one quote alone is no quoted text, since nothing is left
// of it and nothing is no address.
import { of } from '../of.mjs'

const clientAddress = [
  ['a peer that is no proxy is believed', 'trusted) noexcept {\n  if (!', 'trusted) noexcept {\n  if (false && !'],
  ['a tab stays beside an entry', "return c == ' ' || c == '\\t';", "return c == ' ';"],
  ['space stays before an entry', 'while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);', ''],
  ['space stays behind an entry', 'while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);', ''],
  ['a quote that a backslash hides is one', 'return backslashes % 2 == 0;', 'return true;'],
  ['one backslash hides a quote, however many there are', 'return backslashes % 2 == 0;', 'return backslashes == 0;'],
  ['quotes are not seen', ' && ends_with_quote(rest)) is_quoted = !is_quoted;', ' && false) is_quoted = !is_quoted;'],
  ['a separator inside quotes ends an entry', 'if (is_quoted || rest.back() != separator) continue;', 'if (rest.back() != separator) continue;'],
  ['the separator stays in the list', 'list = list.substr(0, end - 1);', 'list = list.substr(0, end);', 'if (is_quoted || rest.back() != separator) continue;'],
  ['an obfuscated port may be empty', 'return text.size() > 1 && std::ranges::all_of', 'return std::ranges::all_of'],
  ['an obfuscated port may be of any bytes', "c == '.' || c == '_' || c == '-';", "true;"],
  ['an obfuscated port has no capitals', " || (c >= 'A' && c <= 'Z')", ''],
  ['an obfuscated port is none', "if (text.starts_with('_')) {", 'if (false) {'],
  ['a port may be empty', 'return !text.empty() && text.size() <= kMostPortDigits', 'return text.size() <= kMostPortDigits'],
  ['a port may have any length', 'return !text.empty() && text.size() <= kMostPortDigits', 'return !text.empty()'],
  ['a port of five digits is none', 'text.size() <= kMostPortDigits', 'text.size() < kMostPortDigits'],
  ['a port may be of any bytes', 'text.size() <= kMostPortDigits && std::ranges::all_of(text, is_digit);', 'text.size() <= kMostPortDigits;'],
  ['any parameter is "for"', 'if (equals == std::string_view::npos || !equal_names(pair.substr(0, equals), "for")) continue;', 'if (equals == std::string_view::npos) continue;'],
  ['"for" compares with case', '!equal_names(pair.substr(0, equals), "for")', 'pair.substr(0, equals) != "for"'],
  ['the first "for" of several counts', 'if (value) return std::nullopt;', ''],
  ['an open quote is no fault', "if (value->size() < 2 || !value->ends_with('\"')) return std::nullopt;", 'if (value->size() < 2) return std::nullopt;'],
  ['quotes stay beside an address', "if (!value || !value->starts_with('\"')) return value;", 'return value;'],
  ['space stays beside a parameter', 'const std::string_view pair = trim(take_last(', 'const std::string_view pair = (take_last('],
  ['X-Forwarded-For has quotes', 'if (syntax == ForwardedField::forwarded && ends_with_quote(rest)) is_quoted', 'if (ends_with_quote(rest)) is_quoted'],
  ['Forwarded is read as X-Forwarded-For is', 'if (syntax == ForwardedField::x_forwarded_for) return parse_node(trim(entry));', 'return parse_node(trim(entry));'],
  ['X-Forwarded-For is read as Forwarded is', 'if (syntax == ForwardedField::x_forwarded_for) return parse_node(trim(entry));', ''],
  ['the field that is not configured is believed', 'field == ForwardedField::forwarded ? "Forwarded" : "X-Forwarded-For"', 'field == ForwardedField::forwarded ? "X-Forwarded-For" : "Forwarded"'],
  ['X-Forwarded-For is believed whatever is configured', 'field == ForwardedField::forwarded ? "Forwarded" : "X-Forwarded-For"', '"X-Forwarded-For"'],
  ['a request without the configured field is read by the other', 'return client_from_field(request, field_name(trusted.field), trusted);', 'return client_from_field(request, request.count(field_name(trusted.field)) > 0 ? field_name(trusted.field) : "X-Forwarded-For", trusted);'],
  ['no hop is a proxy', 'last = *hop;\n      if (!', 'last = *hop;\n      if (true || !'],
  ['every hop is a proxy', 'last = *hop;\n      if (!', 'last = *hop;\n      if (false && !'],
  ['what is no address is passed over', 'if (!hop || ++hops > kMostHops) return last;', 'if (!hop) continue; if (++hops > kMostHops) return last;'],
  ['any number of proxies stand in a row', '|| ++hops > kMostHops)', ')'],
  ['one proxy less stands in a row', '++hops > kMostHops', '++hops >= kMostHops'],
  ['the fields are read from the first', 'const Field& field = request.fields[i - 1];', 'const Field& field = request.fields[request.fields.size() - i];'],
  ['only the last field of a name is read', '    } while (!list.empty());\n', '    } while (!list.empty());\n    return last;\n'],
  ['field names compare with case', 'if (!equal_names(field.name, name)) continue;', 'if (field.name != name) continue;'],
  ['any field is one of proxies', 'if (!equal_names(field.name, name)) continue;', ''],
  ['only the last entry of a field is read', '} while (!list.empty());', '} while (false);'],
  ['an open bracket is closed by the end', 'if (close == std::string_view::npos) return std::nullopt;', 'if (close == std::string_view::npos) return IpAddress::parse(text.substr(1));'],
  ['an IPv4 address may stand in brackets', 'const bool is_six = inside.find(\':\') != std::string_view::npos;', 'const bool is_six = true;'],
  ['anything may follow a bracket', '(!after.empty() && !(after.starts_with(\':\') && is_port(after.substr(1))))', 'false'],
  ['a port need not follow a colon behind a bracket', "after.starts_with(':') && is_port(after.substr(1))", 'is_port(after.substr(1))'],
  ['anything may follow the colon behind a bracket', "after.starts_with(':') && is_port(after.substr(1))", "after.starts_with(':')"],
  ['an IPv6 address is cut at its first colon', "if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos) {", 'if (colon == std::string_view::npos) {'],
  ['anything may follow the colon of an IPv4 address', 'if (!is_port(text.substr(colon + 1))) return std::nullopt;', '']
]

const trustedProxies = [
  ['only the first trusted network counts', 'std::ranges::any_of(networks, [&](const Network& network) { return network.contains(address); })', '!networks.empty() && networks.front().contains(address)'],
  ['every peer is a trusted proxy', 'return std::ranges::any_of(networks, [&](const Network& network) { return network.contains(address); });', 'return !networks.empty() || address.is_ipv4();']
]

const preflight = [
  ['any method asks before it is sent', 'request.method == Method::options && request.count("Origin") > 0', 'request.count("Origin") > 0'],
  ['a preflight needs no Origin', 'request.method == Method::options && request.count("Origin") > 0 &&', 'request.method == Method::options &&'],
  ['a preflight names no method', ' &&\n         request.count("Access-Control-Request-Method") > 0', '']
]

const gate = [
  ['preflights are counted', ' && !http::is_preflight(request);', ';']
]

export default [
  ...of('src/http/client_address.cpp', ['http'], clientAddress),
  ...of('src/base/trusted_proxies.hpp', ['http'], trustedProxies),
  ...of('src/http/cors.cpp', ['http', 'service'], preflight),
  ...of('src/service/gate.cpp', ['service'], gate)
]
