// What must never be published, and how it is detected.
//
// Without a row, because no input shows a difference: that equal texts are kept once; that a master secret is compared as it
// is written, since that is also its base64url form or its bytes; that an empty profile is not compared, since without its
// members it is no JSON.
import { of } from '../of.mjs'

const confidential = [
  ['the files of settings are not compared', "      setting.secrecy == Secrecy::gated_file ? files_->add(path, what) : add_file(path, what);\n", ''],
  ['the content of secret files is not compared', 'setting.secrecy == Secrecy::gated_file ? files_->add(path, what) : add_file(path, what);', 'files_->add(path, what);'],
  ['the identity of secret files is not compared', '  identities_.push_back({std::move(file), status.st_dev, status.st_ino, what});\n', ''],
  ['the configuration may be published', 'if (!config.file.empty()) add_file(config.file, "the configuration");', ''],
  ['the profile may be published', 'if (profile != nullptr) add_profile(*profile);', ''],
  ['the profile may be published in another form', 'if (is_profile(bytes)) return "the profile that only agents with a token may read";', ''],
  ['a byte order mark hides the profile', 'if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());', ''],
  ['master secrets may be published', 'for (const auto& master : masters) add_master(master.reveal());', ''],
  ['a master secret may be published in hex', '  add_needle(hex(raw).reveal(), what);\n', ''],
  ['a master secret of bytes may be published in base64url', '  add_needle(encoded_bytes, what);\n', ''],
  ['a master secret may be published in base64', '  add_needle(base64_of(encoded_bytes).reveal(), what);\n', ''],
  ['"-" stays in base64', "if (byte == std::byte{'-'}) byte = std::byte{'+'};", ''],
  ['the inode of a file does not count', ' && identity.inode == status.st_ino', ''],
  ['private keys may be published', 'if (holds_private_key(bytes)) return "a private key";', ''],
  ['a short text is found within others', 'text.size() < kLeastContained ? whole == text : contains(bytes, text)', 'contains(bytes, text)'],
  ['texts are compared as a whole only', 'text.size() < kLeastContained ? whole == text : contains(bytes, text)', 'whole == text'],
  ['space around a secret belongs to it', 'const auto text = base::trim_white_space(base::text_of(bytes));', 'const auto text = base::text_of(bytes);']
]

export default of('src/app/deployment/confidential.cpp', ['app_deployment'], confidential)
