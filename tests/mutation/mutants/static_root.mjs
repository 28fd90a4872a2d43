// The owner's folder of published files: nothing outside of it, nothing hidden, nothing secret, and not too much.
import { of } from '../of.mjs'

const staticRoot = [
  ['secret files and copies of them are published', 'if (const auto what = confidential_.find(root_ / relative, body)) {', 'if (const auto what = std::optional<std::string>()) {'],
  ['a file may take the path of an endpoint', 'if (service::is_dynamic(url)) return refuse("its path belongs to an endpoint of the service; remove it");', ''],
  ['any number of files', 'const bool is_too_many = found_.files.size() == kMaxRootFiles;', 'const bool is_too_many = false;'],
  ['the size of a file is only limited while it is read', 'static_cast<std::uint64_t>(entry.status.st_size) > limit', 'false'],
  ['each file may have 64 MiB', '    found_.size += body.size();\n', ''],
  ['an alias of a page takes precedence over a file', ' || !taken.insert(alias).second) continue;', ') continue;'],
  ['an alias may take the path of an endpoint', 'if (service::is_dynamic(alias) || ', 'if ('],
  ['aliases count as files', 'found_.file_count = found_.files.size();\n    add_aliases();', 'found_.file_count = found_.files.size();\n    add_aliases();\n    found_.file_count = found_.files.size();'],
  ['a root that is missing by name is empty', 'if (config.root.empty() || is_absent_by_default(config, "content.root", config.root)) return StaticRoot{};', 'if (config.root.empty() || !std::filesystem::exists(config.root)) return StaticRoot{};']
]

export default of('src/app/deployment/static_root.cpp', ['app_deployment'], staticRoot)
