// Tokens that need no second verification, because this process issued or verified them.
//
// Without a row, because only a second thread at the same moment shows a difference: the three checks of a slot's version,
// which a test with four threads and ThreadSanitizer cover. Nor the least capacity, since the next power of two of zero is
// one set as well. Nor what prefetch() loads, which changes only speed.
import { of } from '../of.mjs'

const knownTokens = [
  ['only the first eight bytes of a digest are compared', 'std::memcmp(words.data(), digest.data(), digest.size()) == 0', 'std::memcmp(words.data(), digest.data(), 8) == 0'],
  ['the last byte of a digest is not compared', 'std::memcmp(words.data(), digest.data(), digest.size()) == 0', 'std::memcmp(words.data(), digest.data(), digest.size() - 1) == 0'],
  ['every token is known', 'return std::memcmp(words.data(), digest.data(), digest.size()) == 0;', 'return true;'],
  ['a token verified with other keys is known', 'if (words && has_digest(*words, digest) && (*words)[4] == ', 'if (words && has_digest(*words, digest) && 0U <= '],
  ['an empty slot is an entry', 'if (before == 0 || (before & 1U) != 0) return std::nullopt;', 'if ((before & 1U) != 0) return std::nullopt;'],
  ['half of the client id is kept', 'std::memcpy(&words[5], token.client_id.bytes.data(), 16);', 'std::memcpy(&words[5], token.client_id.bytes.data(), 8);'],
  ['half of the token id is kept', 'std::memcpy(&words[7], token.token_id.bytes.data(), 16);', 'std::memcpy(&words[7], token.token_id.bytes.data(), 8);'],
  ['the token id is the client id', 'std::memcpy(token.token_id.bytes.data(), &words[7], 16);', 'std::memcpy(token.token_id.bytes.data(), &words[5], 16);'],
  ['the expiry is not kept', 'oauth::Seconds{std::chrono::seconds{expiry_of(words)}}', 'oauth::Seconds{std::chrono::seconds{0}}'],
  ['an expired token takes a slot', 'if (token.expires_at <= now) return;', ''],
  ['a token that expires now takes a slot', 'if (token.expires_at <= now) return;', 'if (token.expires_at < now) return;'],
  ['an empty slot is replaced last', 'if (!words) return kLeast;', 'if (!words) return std::numeric_limits<std::int64_t>::max();'],
  ['an expired token is replaced by its expiry', 'if (expiry_of(*words) <= now.time_since_epoch().count()) return kLeast + 1;', ''],
  ['a token that expires now is replaced by its expiry', 'expiry_of(*words) <= now.time_since_epoch().count()', 'expiry_of(*words) < now.time_since_epoch().count()'],
  ['a token of other keys is replaced by its expiry', 'if ((*words)[4] != ', 'if (false && 0U != '],
  ['a token of other keys is replaced before an expired one', 'return kLeast + 2;', 'return kLeast;'],
  ['the token that expires last is replaced', 'rank < lowest', 'rank > lowest'],
  ['a token takes a second slot', '    if (words && has_digest(*words, digest)) {\n', '    if (words && has_digest(*words, digest) && words->empty()) {\n'],
  ['the last slot is always replaced', 'if (chosen == nullptr || rank < lowest) {', 'if (chosen == nullptr || rank < lowest || true) {'],
  ['all tokens are in one set', 'return sets[index & mask];', 'return sets[index & mask & 0];'],
  ['the table holds four times its capacity', 'std::bit_ceil(capacity < kWays ? std::size_t{1} : capacity / kWays)', 'std::bit_ceil(capacity)']
]

export default of('src/service/verified_token_cache.cpp', ['service'], knownTokens)
