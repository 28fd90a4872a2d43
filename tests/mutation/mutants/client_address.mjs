// Whose request it is: the parser of one entry, the walk through the proxies, and the one field that is used. And preflights,
// which are not charged.
//
// Without a row, because no input shows a difference: that a single quote is not a quoted text. Nothing is left of it, which
// is not an address either. And that X-Forwarded-For has no quotes: an entry with a quote is no address in any case.
import { of } from '../of.mjs'

const clientAddress = [
  ['the field of a peer that is not a trusted proxy is used', 'trusted) noexcept {\n  if (!', 'trusted) noexcept {\n  if (false && !'],
  ['an escaped quote ends a quoted text', 'return backslashes % 2 == 0;', 'return true;'],
  ['a quote after any number of backslashes is escaped', 'return backslashes % 2 == 0;', 'return backslashes == 0;'],
  ['quotes are ignored', ' && ends_with_quote(rest)) is_quoted = !is_quoted;', ' && false) is_quoted = !is_quoted;'],
  ['a separator inside quotes ends an entry', 'if (is_quoted || rest.back() != separator) continue;', 'if (rest.back() != separator) continue;'],
  ['the separator is not removed from the list', 'list = list.substr(0, end - 1);', 'list = list.substr(0, end);', 'if (is_quoted || rest.back() != separator) continue;'],
  ['an obfuscated port may be empty', 'return text.size() > 1 && std::ranges::all_of', 'return std::ranges::all_of'],
  ['an obfuscated port may be of any bytes', "c == '.' || c == '_' || c == '-';", "true;"],
  ['an obfuscated port must not have capital letters', "base::is_alphanumeric(c) || c == '.'", "base::is_lower(c) || base::is_digit(c) || c == '.'"],
  ['an obfuscated port is refused', "if (text.starts_with('_')) {", 'if (false) {'],
  ['a port may be empty', 'return !text.empty() && text.size() <= kMostPortDigits', 'return text.size() <= kMostPortDigits'],
  ['a port may have any length', 'return !text.empty() && text.size() <= kMostPortDigits', 'return !text.empty()'],
  ['a port of five digits is refused', 'text.size() <= kMostPortDigits', 'text.size() < kMostPortDigits'],
  ['a port may be of any bytes', 'text.size() <= kMostPortDigits && std::ranges::all_of(text, base::is_digit);', 'text.size() <= kMostPortDigits;'],
  ['any parameter is read as "for"', 'if (equals == std::string_view::npos || !equal_names(pair.substr(0, equals), "for")) continue;', 'if (equals == std::string_view::npos) continue;'],
  ['"for" is compared with case', '!equal_names(pair.substr(0, equals), "for")', 'pair.substr(0, equals) != "for"'],
  ['several "for" are accepted', 'if (value) return std::nullopt;', ''],
  ['a quoted text needs no closing quote', "if (value->size() < 2 || !value->ends_with('\"')) return std::nullopt;", 'if (value->size() < 2) return std::nullopt;'],
  ['the quotes around an address are kept', "if (!value || !value->starts_with('\"')) return value;", 'return value;'],
  ['space around a parameter is kept', 'const std::string_view pair = base::trim(take_last(', 'const std::string_view pair = (take_last('],
  ['Forwarded is read as X-Forwarded-For is', 'if (syntax == ForwardedField::x_forwarded_for) return parse_node(base::trim(entry));', 'return parse_node(base::trim(entry));'],
  ['X-Forwarded-For is read as Forwarded is', 'if (syntax == ForwardedField::x_forwarded_for) return parse_node(base::trim(entry));', ''],
  ['the other field is used instead of the configured one', 'field == ForwardedField::forwarded ? "Forwarded" : "X-Forwarded-For"', 'field == ForwardedField::forwarded ? "X-Forwarded-For" : "Forwarded"'],
  ['X-Forwarded-For is used whatever is configured', 'field == ForwardedField::forwarded ? "Forwarded" : "X-Forwarded-For"', '"X-Forwarded-For"'],
  ['the other field is used when the configured one is missing', 'return client_from_field(request, field_name(trusted.field), trusted);', 'return client_from_field(request, request.count(field_name(trusted.field)) > 0 ? field_name(trusted.field) : "X-Forwarded-For", trusted);'],
  ['no address in the field is a trusted proxy', 'last = *hop;\n      if (!', 'last = *hop;\n      if (true || !'],
  ['every address in the field is a trusted proxy', 'last = *hop;\n      if (!', 'last = *hop;\n      if (false && !'],
  ['an entry that is not an address is ignored', 'if (!hop || ++hops > protocol::kMostHops) return last;', 'if (!hop) continue; if (++hops > protocol::kMostHops) return last;'],
  ['the number of proxies in a row is not limited', '|| ++hops > protocol::kMostHops)', ')'],
  ['the limit of proxies in a row is one lower', '++hops > protocol::kMostHops', '++hops >= protocol::kMostHops'],
  ['the fields are read from the first to the last', 'const Field& field = request.fields[i - 1];', 'const Field& field = request.fields[request.fields.size() - i];'],
  ['only the last field is read', '    } while (!list.empty());\n', '    } while (!list.empty());\n    return last;\n'],
  ['field names are compared with case', 'if (!equal_names(field.name, name)) continue;', 'if (field.name != name) continue;'],
  ['every field is read as the configured one', 'if (!equal_names(field.name, name)) continue;', ''],
  ['only the last entry of a field is read', '} while (!list.empty());', '} while (false);'],
  ['a bracket need not be closed', 'if (close == std::string_view::npos) return std::nullopt;', 'if (close == std::string_view::npos) return IpAddress::parse(text.substr(1));'],
  ['an IPv4 address may stand in brackets', 'const bool is_six = inside.find(\':\') != std::string_view::npos;', 'const bool is_six = true;'],
  ['any text may follow a bracket', '(!after.empty() && !(after.starts_with(\':\') && is_port(after.substr(1))))', 'false'],
  ['any character may precede the port after a bracket', "after.starts_with(':') && is_port(after.substr(1))", 'is_port(after.substr(1))'],
  ['any text may follow the colon after a bracket', "after.starts_with(':') && is_port(after.substr(1))", "after.starts_with(':')"],
  ['an IPv6 address is cut at its first colon', "if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos) {", 'if (colon == std::string_view::npos) {'],
  ['any text may follow the colon of an IPv4 address', 'if (!is_port(text.substr(colon + 1))) return std::nullopt;', '']
]

const blanks = [
  ['a tab around an entry is kept', "return c == ' ' || c == '\\t';", "return c == ' ';"],
  ['space before an entry is kept', 'while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);', ''],
  ['space after an entry is kept', 'while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);', '']
]

const trustedProxies = [
  ['only the first trusted network counts', 'std::ranges::any_of(networks, [&](const Network& network) { return network.contains(address); })', '!networks.empty() && networks.front().contains(address)'],
  ['every peer is a trusted proxy', 'return std::ranges::any_of(networks, [&](const Network& network) { return network.contains(address); });', 'return !networks.empty() || address.is_ipv4();']
]

const preflight = [
  ['a request with any method may be a preflight', 'request.method == Method::options && request.count("Origin") > 0', 'request.count("Origin") > 0'],
  ['a preflight needs no Origin', 'request.method == Method::options && request.count("Origin") > 0 &&', 'request.method == Method::options &&'],
  ['a preflight need not name a method', ' &&\n         request.count("Access-Control-Request-Method") > 0', '']
]

export default [
  ...of('src/http/client_address.cpp', ['http'], clientAddress),
  ...of('src/base/ascii.hpp', ['http'], blanks),
  ...of('src/base/ip_address.hpp', ['http'], trustedProxies),
  ...of('src/http/fields.cpp', ['http'], preflight)
]
