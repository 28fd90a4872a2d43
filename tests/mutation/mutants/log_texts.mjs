// What of a request reaches the log and its own answer: texts without secrets, ids and traces of proxies.
import { of } from '../of.mjs'

const logText = [
  ['runs of 32 characters are kept', 'constexpr std::size_t kSuspiciousRun = kLongestLoggedRun + 1;', 'constexpr std::size_t kSuspiciousRun = kLongestLoggedRun + 2;'],
  ['letters are no part of a run', 'base::is_alphanumeric(character) ||', 'base::is_digit(character) ||'],
  ['digits are no part of a run', 'base::is_alphanumeric(character) ||', 'base::is_letter(character) ||'],
  ['a run ends at its 32nd character', 'while (end < text.size() && is_run_character(text[end])) ++end;', ''],
  ['words are removed', 'if (!is_words(text.substr(begin, end - begin))) return {begin, end};', 'return {begin, end};'],
  ['lower-case letters and digits count as words', "return base::is_lower(c) || c == '-';", "return base::is_lower(c) || c == '-' || base::is_digit(c);"],
  ['capital letters count as words', "return base::is_lower(c) || c == '-';", "return base::is_letter(c) || c == '-';"],
  ['the search ends at the first words', 'probe = end + kSuspiciousRun;', 'probe = text.size();'],
  ['only the first run is removed', 'at = run.end;', 'at = text.size();'],
  ['the text is cut before the search', 'for (std::size_t at = 0; at < text.size() && used < out.size();) {', 'text = text.substr(0, out.size());\n  for (std::size_t at = 0; at < text.size() && used < out.size();) {']
]

const traceContext = [
  ['capital letters are hex', ' && !base::is_upper(c)', ''],
  ['version ff is a version', ' || version == "ff"', ''],
  ['a trace id may be zero', ' || is_zero(trace)', ''],
  ['a parent id may be zero', ' || is_zero(parent)', ''],
  ['version 00 may have more', 'version == "00" || ', ''],
  ['any text may follow the flags', " || traceparent[kSize] != '-'", '']
]

const requestId = [
  ['an id may be empty', 'return !text.empty() && text.size()', 'return text.size()'],
  ['an id may be 41 characters long', 'text.size() <= kLongestRequestId &&', 'text.size() <= kLongestRequestId + 1 &&'],
  ['an id may have any characters', 'text.size() <= kLongestRequestId && std::ranges::all_of(text, allowed);', 'text.size() <= kLongestRequestId;'],
  ['the last of several ids counts', 'if (found != nullptr && found->value != field.value) return std::nullopt;', '']
]

const caller = [
  ['the trace of any peer is taken', '; trace && is_proxy)', '; trace)'],
  ['a trusted proxy counts as one that is not listed', 'is_unlisted_proxy = is_forwarded && !is_proxy;', 'is_unlisted_proxy = is_forwarded;'],
  ['the host keeps its secrets', 'host.assign(request.host);', 'host.assign_known(request.host);'],
  ['the User-Agent keeps its secrets', 'user_agent.assign(field.value);', 'user_agent.assign_known(field.value);']
]

const client = [
  ['every accepted client counts as one of the current master secret', 'return AuthenticatedClient{id, matches_current == 0};', 'return AuthenticatedClient{id, false};'],
  ['every accepted client counts as one of a previous master secret', 'return AuthenticatedClient{id, matches_current == 0};', 'return AuthenticatedClient{id, true};']
]

export default [
  ...of('src/http/log_text.cpp', ['http'], logText),
  ...of('src/http/log_text.cpp', ['http'], traceContext),
  ...of('src/net/exchange/request_id.cpp', ['net'], requestId),
  ...of('src/http/outcome.cpp', ['http'], caller),
  ...of('src/oauth/client.cpp', ['oauth'], client)
]
