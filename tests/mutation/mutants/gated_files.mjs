// Files of gated documents: the folder, what of a file is sent, and when.
//
// Without a row, because no input shows a difference: that a list of ranges is no range, since its comma is no digit; that magic links
// are refused, since they lead out; what is requested from the disk ahead of time; that a walk for too many files ends at once, since
// the load fails. Without a row, because no test can make them happen at will: what a system call returns when it is interrupted, a
// rename while the kernel follows "..", a folder that becomes unreadable while it is read, and a file that is replaced between the two
// ways to open it.
import { of } from '../of.mjs'

const byteRange = [
  ['the unit is compared with its case', '!http::equal_names(range.substr(0, kUnit.size()), kUnit)', 'range.substr(0, kUnit.size()) != kUnit'],
  ['any unit counts as bytes', 'if (!http::equal_names(range.substr(0, kUnit.size()), kUnit)) return {};', 'if (range.size() < kUnit.size()) return {};'],
  ['a position may have other characters', 'digits.empty() || !std::ranges::all_of(digits, base::is_digit)', 'digits.empty()'],
  ['a position may be empty', 'digits.empty() || !std', '!std'],
  ['a large position begins again at 0', 'number > (kLargest - value) / 10 ? kLargest : number * 10 + value', 'number * 10 + value'],
  ['tabs are no empty members', 'kEmptyMember = " \\t,"', 'kEmptyMember = " ,"'],
  ['spaces are no empty members', 'kEmptyMember = " \\t,"', 'kEmptyMember = "\\t,"'],
  ['commas are no empty members', 'kEmptyMember = " \\t,"', 'kEmptyMember = " \\t"'],
  ['the last 0 bytes are a part', 'if (count == 0) return {Selection::Kind::unsatisfiable};', ''],
  ['an empty representation has a last part', 'if (length == 0) return {};', ''],
  ['the last bytes may be more than there are', 'const std::size_t size = std::min(count, length);', 'const std::size_t size = count;'],
  ['the last bytes are the first ones', 'return {Selection::Kind::part, length - size, size};', 'return {Selection::Kind::part, 0, size};'],
  ['a part may end before it begins', ' || *last < *first', ''],
  ['a part of one byte is malformed', '*last < *first', '*last <= *first'],
  ['what is no number after the dash is ignored', '(!last || *last < *first)', '(last && *last < *first)'],
  ['a part may begin at the end', 'if (*first >= length)', 'if (*first > length)'],
  ['a part may end at the end', 'length - 1) - *first', 'length) - *first']
]

const preconditions = [
  ['any field is read as If-Match', 'http::equal_names(field.name, "If-Match") && http', 'http'],
  ['If-Match is ignored', 'if (!is_matched(request, validators.etag)) return Precondition::failed;', ''],
  ['a date that is there twice counts', 'request.count(name) == 1 ?', 'request.count(name) >= 1 ?'],
  ['If-Unmodified-Since counts beside If-Match', '  } else if (const auto since = date_in(request, "If-Unmodified-Since")', '  }\n  if (const auto since = date_in(request, "If-Unmodified-Since")'],
  ['If-Unmodified-Since of the same second fails', 'validators.modified > *since', 'validators.modified >= *since'],
  ['If-Modified-Since of the same second holds', 'validators.modified <= *since', 'validators.modified < *since'],
  ['If-Modified-Since counts beside If-None-Match', 'return http::is_not_modified(request, validators.etag) ? Precondition::not_modified : Precondition::holds;', 'if (http::is_not_modified(request, validators.etag)) return Precondition::not_modified;'],
  ['If-None-Match is ignored', 'if (request.count("If-None-Match") > 0) {', 'if (false) {'],
  ['the first of two If-Range counts', 'if (count != 1) return count == 0;', 'if (count == 0) return true;'],
  ['no part without If-Range', 'if (count != 1) return count == 0;', 'if (count != 1) return false;'],
  ['If-Range is read as If-Match', 'request.field("If-Range") == validators.etag', 'http::names_strong_etag(request.field("If-Range"), validators.etag)'],
  ['If-Range is compared weakly', 'request.field("If-Range") == validators.etag', 'request.field("If-Range").ends_with(validators.etag)'],
  ['a date of If-Range that is a weak validator permits a part', ' && validators.modified < now', '']
]

const documents = [
  ['half of the descriptors may be open files', 'limit.rlim_cur / 4', 'limit.rlim_cur / 2'],
  ['the tag has no nanoseconds', ' * kNanoseconds +\n                      static_cast<std::uint64_t>(status.st_mtim.tv_nsec));', ' * kNanoseconds);'],
  ['the tag has no size', '  append_hex(tag, static_cast<std::uint64_t>(status.st_size));\n', ''],
  ['the file after a path is found', 'found != files.end() && found->path == path', 'found != files.end()'],
  ['all files behind a folder are below it', '!file.path.starts_with(folder)', 'file.path.empty()'],
  ['a folder or a pipe is sent', 'if (!S_ISREG(entry->status.st_mode)) return base::Failure(FileFault::missing);', ''],
  ['a link to a confidential file is sent', '  if (confidential_(entry->status)) return base::Failure(FileFault::missing);\n', ''],
  ['a file that cannot be read is missing', 'entry.error() == EntryFault::unreadable ? FileFault::unavailable : FileFault::missing', 'FileFault::missing'],
  ['a file that is gone is unavailable', 'entry.error() == EntryFault::unreadable ? FileFault::unavailable : FileFault::missing', 'FileFault::unavailable'],
  ['too many open files are not noticed', 'if (!shared) return nullptr;', '']
]

const load = [
  ['what is secret is published', 'if (const auto what = confidential_(entry.status)) {', 'if (const auto what = std::optional<std::string>()) {'],
  ['one file too many', 'if (files_++ == kMostFiles) {', 'if (files_++ > kMostFiles) {'],
  ['each document may have the most files', '    document_ = &document;\n', '    document_ = &document;\n    files_ = 0;\n'],
  ['files are sorted by name', 'for (Row& row : rows_) std::ranges::sort(row.files, {}, &File::path);', ''],
  ['the media type of the owner is ignored', 'document_->media_type\n', 'std::string("text/plain")\n'],
  ['the files of a folder have the media type of the owner', '!document_->is_folder() && !document_->media_type', '!document_->media_type'],
  ['a file of the current folder is not found', 'path.has_parent_path() ? path.parent_path() : fs::path(".")', 'path.parent_path()'],
  ['a link out of its folder is no source', '!entry && (entry.error() == EntryFault::leads_out || entry.error() == EntryFault::link_refused)', 'false'],
  ['a source that does not exist is not told from one that cannot be read', 'entry.error() == EntryFault::vanished ? "does not exist"', 'false ? "does not exist"'],
  ['a target that does not exist is opened', 'if (error) return add_problem(source, error.message());', ''],
  ['a folder is a file', 'else if (!S_ISREG(entry->status.st_mode))', 'else if (false)'],
  ['problems are ignored', 'if (!problems_.empty()) return base::Failure(std::move(problems_));', '']
]

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
  ['".well-known" is not published', ' && name != ".well-known") {', ') {'],
  ['hidden files are not named', '        visitor_.hide(below);\n', ''],
  ['a link back to a folder above is followed', 'if (!ancestors_.insert(id).second) return visitor_.leave_out(relative, "leads back to a folder above it");', 'ancestors_.insert(id); if (folders_ > 20) return visitor_.leave_out(relative, "leads back");'],
  ['a folder may be read once only', '    ancestors_.erase(id);\n', ''],
  ['a pipe is published', 'if (!S_ISREG(entry->status.st_mode)) return visitor_.report(relative, kNoFile);', ''],
  ['one folder too many', '++folders_ > kMostFolders', '++folders_ > kMostFolders + 1'],
  ['a walk of too many folders goes on', '      is_ended_ = true;\n', ''],
  ['a walk goes on when the visitor has enough', 'is_ended_ = !visitor_.visit(*entry, relative, std::move(url));', 'static_cast<void>(visitor_.visit(*entry, relative, std::move(url)));'],
  ['names are paths as they are', 'content::append_encoded(path, name);', 'path += name;'],
  ['names of inner folders are joined', "if (!url.ends_with('/')) url += '/';", '']
]

const fileSource = [
  ['the end of a file that became shorter is no failure', 'if (got <= 0) return false;', 'if (got <= 0) return true;'],
  ['a part begins at the beginning of the file', 'at_(first)', 'at_(0)'],
  ['the same bytes are read again', '    at_ += static_cast<std::size_t>(got);\n', '']
]

const openFiles = [
  ['any number of open files', 'if (entries_.size() == most_) return std::nullopt;', ''],
  ['a file is closed with its first share', '--found->second.shares == 0', '(--found->second.shares, true)'],
  ['a file is never closed', 'if (--found->second.shares == 0) entries_.erase(found);', '--found->second.shares;'],
  ['the inode of a file does not count', '{status.st_dev, status.st_ino}', '{status.st_dev, 0}'],
  ['the device of a file does not count', '{status.st_dev, status.st_ino}', '{0, status.st_ino}'],
  ['shares are not counted', '  ++found->second.shares;\n', '  found->second.shares = 1;\n'],
  ['a share that was moved is released twice', 'if (files_) files_->release(identity_);', 'files_->release(identity_);']
]

export default [
  ...of('src/gated/preconditions.cpp', ['gated'], byteRange),
  ...of('src/gated/preconditions.cpp', ['gated'], preconditions),
  ...of('src/gated/documents.cpp', ['gated'], documents),
  ...of('src/gated/documents.cpp', ['gated'], load),
  ...of('src/gated/contained_folder.cpp', ['gated'], containedFolder),
  ...of('src/gated/folder_walk.cpp', ['gated'], folderWalk),
  ...of('src/gated/open_files.cpp', ['gated'], fileSource),
  ...of('src/gated/open_files.cpp', ['gated'], openFiles)
]
