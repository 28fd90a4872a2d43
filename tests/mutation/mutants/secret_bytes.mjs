// The memory of secrets.
//
// Without a row, because no test can look: that the bytes are overwritten before their pages are returned to the kernel, which no
// program can read afterwards. Nor, because no input shows a difference, that a size near the largest number is
// refused before it is rounded up: rounded, it is 0, which mmap refuses.
import { of } from '../of.mjs'

const secret = [
  ['nothing is overwritten', 'if (!bytes.empty()) explicit_bzero(bytes.data(), bytes.size());', ''],
  ['wide registers stay', '__builtin_cpu_supports("avx")', 'false'],
  ['the registers of AVX-512 stay', '__builtin_cpu_supports("avx512f")', 'false'],
  ['the stack stays', '  wipe(below);\n', '  static_cast<void>(below);\n'],
  ['pages are part of core files', '::madvise(pages, length, MADV_DONTDUMP);', ''],
  ['pages are not locked', 'locked_ = length <= kLargestLocked && ::mlock(pages, length) == 0;', 'locked_ = length <= kLargestLocked;'],
  ['locked pages are reported as not locked', 'locked_ = length <= kLargestLocked && ::mlock(pages, length) == 0;', 'locked_ = ::mlock(pages, length) != 0;'],
  ['content of any size is locked', 'locked_ = length <= kLargestLocked && ::mlock', 'locked_ = ::mlock'],
  ['the largest key is not locked', 'length <= kLargestLocked', 'length < kLargestLocked'],
  ['memory that was refused is used', 'if (pages == MAP_FAILED) throw std::bad_alloc();', ''],
  ['the bytes are not copied', ': SecretBytes(bytes.size()) { std::ranges::copy(bytes, data_); }', ': SecretBytes(bytes.size()) {}'],
  ['an assignment to itself frees the bytes', 'if (this != &other) {', 'if (true) {'],
  ['an assignment keeps the old pages', '    free();\n    swap(other);', '    swap(other);'],
  ['a moved secret keeps its size', '  std::swap(size_, other.size_);\n', '  size_ = other.size_;\n'],
  ['a moved secret forgets that it is locked', '  std::swap(locked_, other.locked_);\n', ''],
  ['pages are not returned', '  ::munmap(data_, whole_pages(size_));\n', '']
]

export default of('src/base/secret.cpp', ['base'], secret)
