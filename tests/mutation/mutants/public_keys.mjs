// Public keys as PEM files: whose keys are taken, and which files a folder of keys has.
import { of } from '../of.mjs'

const pemKeys = [
  ['a key of a set may have any kid', '!thumbprint || thumbprint->text() != jwk.key_id', '!thumbprint'],
  ['a key set may have no key', 'if (keys.empty()) return', 'if (false) return'],
  ['a key that is there twice is taken twice', 'if (std::ranges::find(keys, key_id, &PemKey::key_id) != keys.end()) return {};', ''],
  ['keys are fetched over http from anywhere', 'base::parse_base_url(url->origin()); !origin)', 'base::parse_base_url(url->origin()); !origin && false)'],
  ['keys that are no longer published stay', 'if (is_file_of_key(name) && !is_wanted)', 'if (false)'],
  ['keys that are published are removed', 'is_file_of_key(name) && !is_wanted', 'is_file_of_key(name)'],
  ['other files are removed', 'is_file_of_key(name) && !is_wanted', '!is_wanted'],
  ['any PEM file is one of a key', 'name.extension() == ".pem" && thumbprint && thumbprint->size() == kThumbprintSize', 'name.extension() == ".pem"'],
  ['a file of a key may have any ending', 'name.extension() == ".pem" && thumbprint', 'thumbprint'],
  ['a name of another length is that of a key', 'thumbprint && thumbprint->size() == kThumbprintSize', 'thumbprint'],
  ['the folder may have any name', 'error || !is_one_word(absolute)', 'error']
]

export default of('src/tools/export/pem_keys.cpp', ['tools'], pemKeys)
