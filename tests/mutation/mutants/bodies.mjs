// The body readers. That a name occurs once in JSON is a check of json/reader.cpp, in area jose.
import { of } from '../of.mjs'

const form = [
  ['a "%" without two hex digits is kept', 'if (low < 0) return std::nullopt;', 'if (low < 0) { out.push_back(text[i]); continue; }'],
  ['bytes that are not UTF-8 are accepted', 'if (!base::is_utf8(*decoded)) return base::Failure(FormFault::not_utf8);', ''],
  ['a name may occur twice', 'if (result && has_duplicate(*result)) return base::Failure(FormFault::duplicate_name);', ''],
  ['equal names are found only if they are adjacent', 'std::ranges::sort(names);', ''],
  ['an escape may be incomplete at the end', 'i + 2 < text.size()', 'i + 1 < text.size()'],
  ['a fault in a field is ignored', 'if (!decoded_name || !decoded_value) {', 'if (!decoded_name || !decoded_value) { return true;']
]

const jsonBody = [
  ['a parameter of another type is absent', 'if (!grant_type || !client_id || !client_secret) return failure(fault("wrong_type"));', ''],
  ['a scope of another type is absent', 'value_or(std::string(kNoScope))', 'value_or(std::string())'],
  ['a client_name of another type is accepted', '!registration.client_name || !oauth', 'registration.client_name && !oauth']
]

const authentication = [
  ['a secret may be in the field and in the body', 'if (names_another || !received.client_secret.empty()) return', 'if (names_another) return'],
  ['a failure after Basic has no challenge', 'response.fields.append(kBasicChallenge);', '']
]

const kConformance = ['registration', 'scopes', 'token_refusals'].map((name) => `conformance/${name}.test.mjs`)

export default [
  ...of('src/http/form.cpp', ['http'], form),
  ...of('src/service/oauth_endpoints.cpp', [], [...jsonBody, ...authentication], kConformance)
]
