// Tokens that need no second signature check, because this process has seen them.
//
// Not listed, because only a second thread in the right nanosecond can tell: the three looks at a slot's version, which
// the test of four threads and ThreadSanitizer watch over. Nor is the least capacity: the next power of two of none is
// one set as well. Nor what prefetch() loads, which is speed alone.
import { of } from '../of.mjs'

const knownTokens = [
  ['a token is known by the first eight bytes of its digest', 'std::memcmp(words.data(), digest.data(), digest.size()) == 0', 'std::memcmp(words.data(), digest.data(), 8) == 0'],
  ['the last byte of a digest does not count', 'std::memcmp(words.data(), digest.data(), digest.size()) == 0', 'std::memcmp(words.data(), digest.data(), digest.size() - 1) == 0'],
  ['every token is known', 'return std::memcmp(words.data(), digest.data(), digest.size()) == 0;', 'return true;'],
  ['a token verified with other keys is known', 'if (words && has_digest(*words, digest) && (*words)[4] == ', 'if (words && has_digest(*words, digest) && 0U <= '],
  ['an empty slot is an entry', 'if (before == 0 || (before & 1U) != 0) return std::nullopt;', 'if ((before & 1U) != 0) return std::nullopt;'],
  ['half of the client id is kept', 'std::memcpy(&words[5], token.client_id.bytes.data(), 16);', 'std::memcpy(&words[5], token.client_id.bytes.data(), 8);'],
  ['half of the token id is kept', 'std::memcpy(&words[7], token.token_id.bytes.data(), 16);', 'std::memcpy(&words[7], token.token_id.bytes.data(), 8);'],
  ['the token id is the client id', 'std::memcpy(token.token_id.bytes.data(), &words[7], 16);', 'std::memcpy(token.token_id.bytes.data(), &words[5], 16);'],
  ['the expiry is not kept', 'oauth::Seconds{std::chrono::seconds{expiry_of(words)}}', 'oauth::Seconds{std::chrono::seconds{0}}'],
  ['a dead token takes a slot', 'if (token.expires_at <= now) return;', ''],
  ['a token that dies now takes a slot', 'if (token.expires_at <= now) return;', 'if (token.expires_at < now) return;'],
  ['an empty slot is worth a living token', 'if (!words) return kLeast;', 'if (!words) return std::numeric_limits<std::int64_t>::max();'],
  ['a dead token is worth its time', 'if (expiry_of(*words) <= now.time_since_epoch().count()) return kLeast + 1;', ''],
  ['a token that dies now is worth its time', 'expiry_of(*words) <= now.time_since_epoch().count()', 'expiry_of(*words) < now.time_since_epoch().count()'],
  ['a token of other keys is worth its time', 'if ((*words)[4] != ', 'if (false && 0U != '],
  ['a token of other keys goes before a dead one', 'return kLeast + 2;', 'return kLeast;'],
  ['the token that lives longest is given up', 'rank < lowest', 'rank > lowest'],
  ['a token takes a second slot', '    if (words && has_digest(*words, digest)) {\n', '    if (words && has_digest(*words, digest) && words->empty()) {\n'],
  ['the last slot is given up', 'if (chosen == nullptr || rank < lowest) {', 'if (chosen == nullptr || rank < lowest || true) {'],
  ['all tokens are in one set', 'return sets[index & mask];', 'return sets[index & mask & 0];'],
  ['the table holds four times its capacity', 'std::bit_ceil(capacity < kWays ? std::size_t{1} : capacity / kWays)', 'std::bit_ceil(capacity)']
]

export default of('src/service/verified_token_cache.cpp', ['service'], knownTokens)
