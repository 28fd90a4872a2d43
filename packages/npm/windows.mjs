// Files of Windows for the program, which has paths of POSIX: "/C:/site/papers.bib" is C:\site\papers.bib (src/app/text/path_text.hpp).
const kOfPaths = ['chmod', 'chown', 'lookupPath', 'lstat', 'mkdir', 'mknod', 'open', 'readdir', 'readlink', 'rename', 'rmdir', 'stat', 'symlink', 'truncate', 'unlink', 'utime']

/** As Node.js has it: "C:/site/papers.bib". Anything else stays as it is. The program's own functions for paths write "\\C:\\site". */
const native = (value) => (typeof value === 'string' && /^[\\/][A-Za-z]:(?:[\\/]|$)/.test(value) ? `${value.slice(1)}${value.length === 3 ? '/' : ''}` : value)

/** `files`: the file system of the program. */
export function takeDrives(files) {
  for (const name of kOfPaths) {
    const withPath = files[name]
    files[name] = (...given) => withPath(...given.map(native))
  }
  files.cwd = () => `/${process.cwd().replaceAll('\\', '/')}`
}
