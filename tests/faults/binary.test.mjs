// The binary: how it is compiled and linked, and that it does not start with a broken OpenSSL.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { missing } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { isSanitized } from '../support/sanitizer.mjs'
import { binary, Program, startServe } from '../support/server.mjs'

const noReadelf = missing('readelf', '--version') || (isSanitized ? 'skipped: not what is shipped' : false)
test('the binary is position independent, has full RELRO, stack protector and fortified calls, and no library path', { skip: noReadelf }, () => {
  const ask = (...args) => spawnSync('readelf', [...args, binary], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
  assert.match(ask('-h'), /Type: +DYN/)
  const segments = ask('-lW')
  assert.match(segments, /GNU_RELRO/)
  assert.match(segments, /GNU_STACK .* RW +0x/)
  const dynamic = ask('-dW')
  assert.match(dynamic, /BIND_NOW|FLAGS.*NOW/)
  assert.doesNotMatch(dynamic, /RPATH|RUNPATH/)
  const symbols = ask('--dyn-syms', '-W')
  assert.ok(symbols.includes('__stack_chk_fail'), 'canaries')
  assert.ok(/__[a-z]+_chk\b/.test(symbols), 'checked calls')
  assert.ok(symbols.includes('glibcxx_assert_fail'), 'assertions of the C++ library')
})

const noNotes = noReadelf || (process.arch === 'x64' ? false : 'skipped: these notes belong to x86-64')
test('the binary is marked for shadow stacks and indirect branch tracking', { skip: noNotes }, () => {
  const notes = spawnSync('readelf', ['-n', binary], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
  assert.match(notes, /x86 feature: IBT, SHSTK/)
})

const compileCommands = join(dirname(binary), 'compile_commands.json')
const noCommands = existsSync(compileCommands) ? false : 'skipped: the binary is not beside its compile_commands.json'
test('every file of the program is compiled with the hardening flags', { skip: noCommands || (isSanitized ? 'skipped: not what is shipped' : false) }, () => {
  const ours = JSON.parse(readFileSync(compileCommands, 'utf8')).filter(({ file }) => /\/src\//.test(file) && !file.includes('_verify_interface_header_sets/'))
  assert.ok(ours.length > 40, `${ours.length} units`)  // of eight files each, at most
  const wanted = ['-D_FORTIFY_SOURCE=3', '-D_GLIBCXX_ASSERTIONS', '-fstack-protector-strong', '-fstack-clash-protection',
    ...(process.arch === 'x64' ? ['-fcf-protection=full'] : [])]
  for (const { file, command } of ours) {
    const words = command.split(' ')
    for (const flag of wanted) assert.ok(words.includes(flag), `${file}: ${flag}`)
    assert.ok(words.indexOf('-U_FORTIFY_SOURCE') < words.indexOf('-D_FORTIFY_SOURCE=3'), `${file}: no other level before it`)
  }
})

const noCompiler = missing('cc', '--version') || (isSanitized ? 'skipped: a sanitizer wants to be loaded first' : false)
const kBroken = {
  'a verifier that takes every signature': 'int EVP_PKEY_verify(void) { return 1; }',
  'a verifier that takes no signature': 'int EVP_PKEY_verify(void) { return 0; }',
  'a comparison that finds everything equal': 'int CRYPTO_memcmp(void) { return 0; }',
  'a digest that is always the same': 'int EVP_DigestFinal_ex(void *c, unsigned char *out, unsigned *n) { (void)c; for (int i = 0; i < 32; ++i) out[i] = 1; if (n) *n = 32; return 1; }',
  'an HMAC that is always the same': '#include <stddef.h>\nint EVP_MAC_final(void *c, unsigned char *out, size_t *n, size_t s) { (void)c; (void)s; for (int i = 0; i < 32; ++i) out[i] = 1; if (n) *n = 32; return 1; }',
  // As OpenSSL 3.0 does when it has no memory to encode a signature.
  'a signer that succeeds with the size -1': '#include <stddef.h>\nint EVP_PKEY_sign(void *c, unsigned char *out, size_t *n) { (void)c; (void)out; *n = (unsigned)-1; return 1; }',
  'a generator of random numbers that repeats itself': 'int RAND_bytes(unsigned char *out, int n) { for (int i = 0; i < n; ++i) out[i] = 7; return 1; }',
}
for (const [name, source] of Object.entries(kBroken)) {
  test(`it does not start with ${name}`, { skip: noCompiler }, async () => {
    const folder = temporaryFolder('shim')
    await using server = await startServe()
    await server.program.stop()
    await writeFile(join(folder, 'shim.c'), `${source}\n`)
    const made = spawnSync('cc', ['-shared', '-fPIC', '-o', join(folder, 'shim.so'), join(folder, 'shim.c')], { encoding: 'utf8' })
    assert.equal(made.status, 0, made.stderr)
    const program = new Program(['serve', '--config', server.configFile], { LD_PRELOAD: join(folder, 'shim.so') })
    const timer = setTimeout(() => program.signal('SIGKILL'), 20_000)
    const { code } = await program.ended
    clearTimeout(timer)
    assert.equal(code, 1, program.output)
    assert.doesNotMatch(program.output, /"event":"start"/)
  })
}
