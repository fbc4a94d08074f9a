import fc from 'fast-check';

// A mutant that twenty examples do not reveal needs an example-based test, and each mutant is tried against every test. The first
// failing example is enough; shrinking it would exceed the timeout.
fc.configureGlobal({ numRuns: 20, seed: 17, endOnFailure: true });

// Files share a worker, and Stryker adds the counts of the first dry run to those of every later file. A mutant
// in an endless loop is stopped at a hundred times its count, so the counts of earlier files are deleted here.
const stryker: { mutantCoverage?: { static: object; perTest: object } } | undefined = Reflect.get(
  globalThis,
  '__stryker__',
);
for (const counts of Object.values(stryker?.mutantCoverage ?? {}))
  for (const key of Object.keys(counts)) Reflect.deleteProperty(counts, key);
