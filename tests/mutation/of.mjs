// A mutant is one check taken away, or one comparison turned.
//
// Each file of mutants/ is an area. Its lists hold rows of [what is removed, text of the source, what stands there
// instead]; the text occurs exactly once in its file. A fourth element is another text, taken away too: of a check that
// holds what this one holds. At the top of an area stands what is not listed, because no input can tell it from its
// absence. The branches for failures of OpenSSL are in no list: tests/unit/failures makes them happen.

// `programs`: the unit tests that know the file, without "test_".
export const of = (file, programs, list) =>
  list.map(([removed, text, instead, also]) => ({ file, programs, removed, text, instead, also }))
