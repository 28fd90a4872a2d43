// Who may see the status page, and what is a token for it.
import { of } from '../of.mjs'

const pageAccess = [
  ['with a token this machine needs none', 'return has_token(request) ? Access::allowed : Access::needs_token;', 'return is_loopback_host(request.host) || has_token(request) ? Access::allowed : Access::needs_token;'],
  ['every Host is one of loopback', 'is_on_loopback_ && is_loopback_host(request.host)', 'is_on_loopback_'],
  ['a loopback Host suffices on every listener', 'is_on_loopback_ && is_loopback_host(request.host)', 'is_loopback_host(request.host)'],
  ['a Host that begins like one of loopback is one', 'if (port.empty()) return true;', 'return true;'],
  ['a port may be anything', ' && is_number', ''],
  ['a port may be empty', ' && port.size() > 1', ''],
  ['a port needs no colon', "port.starts_with(':') && ", ''],
  ['two credentials are one', "request.count(\"Authorization\") != 1", 'request.count("Authorization") == 0'],
  ['any Bearer token is right', 'return crypto::constant_time_equal(base::bytes_of(bearer), token_.reveal());', 'return true;'],
  ['the scheme does not matter', 'if (!http::equal_names(authorization.substr(0, scheme.size()), scheme)) return {};', ''],
  ['Basic needs no colon', 'colon != basic->end() && crypto::constant_time_equal(std::span(colon + 1,', 'crypto::constant_time_equal(std::span(colon == basic->end() ? basic->begin() : colon + 1,'],
  ['the token is asked for where there is none', 'Access::allowed : Access::forbidden;', 'Access::allowed : Access::needs_token;']
]

const statusAccess = [
  ['a token may be short', 'text.size() < kLeastToken || ', ''],
  ['a token may be long', ' || text.size() > kMostToken', ''],
  ['a token may have any characters', 'if (!std::ranges::all_of(text, is_token_character))', 'if (false)'],
  ['a newline is a part of the token', "if (text.ends_with('\\n')) text.remove_suffix(1);", ''],
  ['every address is one of loopback', 'return parsed && (version4->contains(*parsed) || version6->contains(*parsed));', 'return parsed.has_value();'],
  ['127.0.0.0/8 is not loopback', 'version4->contains(*parsed) || ', ''],
  ['::1 is not loopback', ' || version6->contains(*parsed)', ''],
  ['an open page needs no token', '!config.status_page || ', 'true || '],
  ['a page that is off needs a token', '!config.status_page || ', '']
]

export default [
  ...of('src/app/status/page/status_answer.cpp', ['app_status'], pageAccess),
  ...of('src/app/config/value_files.cpp', ['app_config'], statusAccess)
]
