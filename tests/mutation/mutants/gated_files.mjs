// The walk through content.root, and the files of [[documents]].
//
// Without a row, because no input shows a difference: that magic links are refused, since they lead out; that a walk for too many files
// ends at once, since the load fails. Without a row, because no test can make them happen at will: what a system call returns when it
// is interrupted, a rename while the kernel follows "..", and a folder that becomes unreadable while it is read.
import { of } from '../of.mjs'

const containedFolder = [
  ['links may lead out of the folder', 'how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;', 'how.resolve = RESOLVE_NO_MAGICLINKS;'],
  ['an absolute link is resolved as if the folder were the root', 'how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;', 'how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;'],
  ['a pipe without a writer blocks', 'O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY', 'O_RDONLY | O_CLOEXEC | O_NOCTTY'],
  ['the root may be a file', 'O_RDONLY | O_CLOEXEC | O_DIRECTORY)', 'O_RDONLY | O_CLOEXEC)'],
  ['a link that leads out is reported as unreadable', 'if (error == EXDEV) return EntryFault::leads_out;', ''],
  ['a socket is reported as unreadable', 'if (error == ENXIO || error == ENODEV) return EntryFault::no_file;', ''],
  ['"." and ".." are names', 'if (name != "." && name != "..") names', 'names'],
  ['a link without a target is missing', 'is_link && (error == ENOENT || error == ELOOP', 'is_link && (error == ELOOP'],
  ['a link to itself is unreadable', ' || error == ELOOP || error == ENOTDIR)', ' || error == ENOTDIR)'],
  ['a link through a file is unreadable', ' || error == ELOOP || error == ENOTDIR)', ' || error == ELOOP)'],
  ['what is not there is unreadable', 'if (error == ENOENT) return EntryFault::vanished;', ''],
  ['a kernel without openat2 opens nothing', 'errno == ENOSYS || errno == EPERM', 'errno == EPERM'],
  ['a filter without openat2 opens nothing', 'errno == ENOSYS || errno == EPERM', 'errno == ENOSYS'],
  ['links are followed without openat2', 'kFlags | O_NOFOLLOW | ', 'kFlags | '],
  ['".." leads out of the folder without openat2', 'name == ".."', 'false'],
  ['a link that is refused is unreadable', 'if (is_link && !has_openat2_) return EntryFault::link_refused;', ''],
  ['names are not sorted', '  std::ranges::sort(names);\n', '  std::ranges::sort(names, std::greater());\n']
]

const folderWalk = [
  ['hidden files are published', "if (name.starts_with('.') && name", "if (name.starts_with('?') && name"],
  ['".well-known" is not published', ' && name != ".well-known") continue;', ') continue;'],
  ['a link back to a folder above is followed', 'if (!ancestors_.insert(id).second) return visitor_.leave_out(relative, "leads back to a folder above it");', 'ancestors_.insert(id); if (folders_ > 20) return visitor_.leave_out(relative, "leads back");'],
  ['a folder may be read once only', '    ancestors_.erase(id);\n', ''],
  ['a pipe is published', 'if (!S_ISREG(entry->status.st_mode)) return visitor_.report(relative, kNoFile);', ''],
  ['one folder too many', '++folders_ > kMostFolders', '++folders_ > kMostFolders + 1'],
  ['a walk of too many folders goes on', '      is_ended_ = true;\n', ''],
  ['a walk goes on when the visitor has enough', 'is_ended_ = !visitor_.visit(*entry, relative, std::move(url));', 'static_cast<void>(visitor_.visit(*entry, relative, std::move(url)));'],
  ['names are paths as they are', 'content::append_encoded(path, name);', 'path += name;'],
  ['names of inner folders are joined', "if (!url.ends_with('/')) url += '/';", '']
]

const documents = [
  ['a file of any size is read', 'if (!error && size > kMostGatedFile) {', 'if (false) {'],
  ['documents have any size together', 'if (size_ > kMostGatedFiles && !is_too_large_) {', 'if (false) {'],
  ['documents have the largest size together', 'size_ > kMostGatedFiles &&', 'size_ >= kMostGatedFiles &&'],
  ['a source may be public', 'if (!root_.empty() && is_inside(canonical_or_empty(source), root_)) {', 'if (false) {'],
  ['files of settings may be sent', 'if (const auto what = confidential_.find(source, body)) {', 'if (const auto what = std::optional<std::string>()) {'],
  ['a folder is no file without a remedy', 'if (fs::is_directory(source, error)) {', 'if (false) {'],
  ['a file with two scopes is not reported', '  warn_of_shared_sources(rows, warnings);\n', '']
]

export default [
  ...of('src/app/deployment/contained_folder.cpp', ['app_deployment'], containedFolder),
  ...of('src/app/deployment/folder_walk.cpp', ['app_deployment'], folderWalk),
  ...of('src/app/deployment/gated_files.cpp', ['app_deployment'], documents)
]
