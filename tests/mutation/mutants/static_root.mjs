// The owner's folder of published files: nothing outside of it, nothing hidden, nothing secret, and not too much.
//
// Without a row, because no test can make them happen at will: what a system call returns when it is interrupted, or when a file
// is renamed while the kernel follows "..".
import { of } from '../of.mjs'

const containedFolder = [
  ['links may lead out of the folder', 'how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;', 'how.resolve = RESOLVE_NO_MAGICLINKS;'],
  ['an absolute link is resolved as if the folder were the root', 'how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;', 'how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;'],
  ['a pipe without a writer blocks', 'O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY', 'O_RDONLY | O_CLOEXEC | O_NOCTTY'],
  ['the root may be a file', 'O_RDONLY | O_CLOEXEC | O_DIRECTORY)', 'O_RDONLY | O_CLOEXEC)'],
  ['a link that leads out is reported as unreadable', 'if (error == EXDEV) return EntryFault::leads_out;', ''],
  ['a socket is reported as unreadable', 'if (error == ENXIO || error == ENODEV) return EntryFault::no_file;', ''],
  ['"." and ".." are names', 'if (name != "." && name != "..") names', 'names']
]

const staticRoot = [
  ['hidden files are published', 'if (name.starts_with(\'.\') && name != ".well-known") continue;', ''],
  ['".well-known" is not published', ' && name != ".well-known") continue;', ') continue;'],
  ['a link back to a folder above is followed', 'if (!ancestors_.insert(id).second) return leave_out(relative, "leads back to a folder above it");', 'ancestors_.insert(id); if (folders_ > 20) return leave_out(relative, "leads back");'],
  ['a folder may be read once only', '    ancestors_.erase(id);\n', ''],
  ['files that are secret by identity are published', 'if (const auto what = confidential_.is_named(entry.status)) {', 'if (const auto what = std::optional<std::string>()) {'],
  ['files with secret content are published', 'if (const auto what = confidential_.found_in(body)) {', 'if (const auto what = std::optional<std::string>()) {'],
  ['a file may take the path of an endpoint', 'if (service::is_dynamic(url)) return report(relative, "its path belongs to an endpoint of the service; remove it");', ''],
  ['any number of files', 'if (found_.files.size() == kMaxRootFiles) {', 'if (false) {'],
  ['the size of a file is only limited while it is read', 'static_cast<std::uint64_t>(entry.status.st_size) > limit', 'false'],
  ['each file may have 64 MiB', '    found_.size += body.size();\n', ''],
  ['a pipe is published', 'if (!S_ISREG(entry->status.st_mode)) return report(relative, kNoFile);', ''],
  ['an alias of a page takes precedence over a file', ' || !taken.insert(alias).second) continue;', ') continue;'],
  ['an alias may take the path of an endpoint', 'if (service::is_dynamic(alias) || ', 'if ('],
  ['aliases count as files', 'found_.file_count = found_.files.size();\n    add_aliases();', 'found_.file_count = found_.files.size();\n    add_aliases();\n    found_.file_count = found_.files.size();'],
  ['a root that is missing by name is empty', 'if (config.root.empty() || is_absent_by_default(config, "content.root", config.root)) return StaticRoot{};', 'if (config.root.empty() || !std::filesystem::exists(config.root)) return StaticRoot{};']
]

export default [
  ...of('src/app/deployment/contained_folder.cpp', ['app_deployment'], containedFolder),
  ...of('src/app/deployment/static_root.cpp', ['app_deployment'], staticRoot)
]
