#!/bin/bash
# Builds each fuzz target into $OUT with its seeds, its dictionary and the libraries that it loads: what runs it has none of them.
set -euo pipefail
# The C++ libraries of the distribution are made for its own standard library.
export CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}
cmake -S "$SRC/agent-access" -B "$WORK/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG= -DCMAKE_CXX_COMPILER="$CXX" \
  -DAGENT_ACCESS_FUZZ=ON -DAGENT_ACCESS_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" -DAGENT_ACCESS_UNITY=ON \
  -DCMAKE_BUILD_RPATH_USE_ORIGIN=ON -DCMAKE_BUILD_RPATH='$ORIGIN/lib' -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags
ninja -C "$WORK/build"

mkdir -p "$OUT/lib"
for target in "$WORK"/build/fuzz_*; do
  [ -f "$target" ] && [ -x "$target" ] || continue
  name=${target##*/fuzz_} fuzz=$SRC/agent-access/tests/fuzz
  cp "$target" "$OUT/"
  cp "$fuzz/corpus/$name.zip" "$OUT/fuzz_${name}_seed_corpus.zip"
  [ ! -f "$fuzz/$name.dict" ] || cp "$fuzz/$name.dict" "$OUT/fuzz_$name.dict"
  printf '[libfuzzer]\nmax_len = 8192\ntimeout = 10\n' >"$OUT/fuzz_$name.options"
  # Those of the C library are where it runs, too.
  ldd "$target" | sed -nE 's/.* => (\/[^ ]+) .*/\1/p' | grep -vE '/(libc|libm|libdl|librt|libpthread|libresolv|ld-linux[^/]*)\.so' |
    xargs -r cp -L -n -t "$OUT/lib"
done
