// A mutant is the program without one check, or with one changed.
//
// Each file of mutants/ is an area. Its lists hold rows of [what the mutant does, text of the source, its replacement];
// the text occurs exactly once in its file. A fourth element is another text, which is removed too: a second check of
// the same. The comment of an area names the checks without a row, because no test can distinguish the program from one
// without them. The branches for failures of OpenSSL are in no list: tests/unit/failures makes them happen.

// `programs`: the unit test programs of the file, without "test_". `tests`: files below tests/, for facts that a client sees; of C++ they run
// the program that is built with the mutant.
export const of = (file, programs, list, tests = []) =>
  list.map(([removed, text, instead, also]) => ({ file, programs, tests, removed, text, instead, also }))

// Of the worker, which is JavaScript.
export const ofScript = (file, tests, list) => of(file, [], list, tests)
