// What must never be published, and how it is detected.
import { of } from '../of.mjs'

const confidential = [
  ['the files of settings are not compared', 'for (const auto& path : secret_paths(config, setting)) add_file(path, what);', ''],
  ['the paths of secret files are not compared', 'if (!entry.path.empty() && entry.path == canonical) return entry.what;', ''],
  ['links to secret files are not followed', 'const auto canonical = canonical_or_empty(path);', 'const auto canonical = path;'],
  ['the content of secret files is not compared', 'if (base::text_of(entry.bytes.reveal()) == text) return "a copy of " + entry.what;', ''],
  ['the configuration may be published', 'if (!config.file.empty()) add_file(config.file, "the configuration");', ''],
  ['master secrets may be published', 'for (const auto& master : masters) entries_.push_back({{}, trimmed(master.reveal()), "a master secret"});', ''],
  ['a short file is compared', 'if (text.size() < kLeastCompared) return std::nullopt;', ''],
  ['a file of sixteen bytes is not compared', 'text.size() < kLeastCompared', 'text.size() <= kLeastCompared'],
  ['space around a secret belongs to it', 'base::bytes_of(base::trim_white_space(base::text_of(bytes)))', 'bytes'],
  ['space around a copy belongs to it', 'const auto text = base::trim_white_space(bytes);', 'const auto text = bytes;']
]

export default of('src/app/deployment/confidential.cpp', ['app_deployment'], confidential)
