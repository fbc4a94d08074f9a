/** Mutated sources, and the package's own tests that have to fail. */
export const areas = {
  protocol: { sources: ['packages/protocol/src'], tests: 'packages/protocol/src' },
  access: { sources: ['packages/access/src'], tests: 'packages/access/src' },
  modes: { sources: ['packages/modes/src'], tests: 'packages/modes/src' },
  sdk: {
    sources: ['packages/sdk/src/trust', 'packages/sdk/src/cards'],
    tests: 'packages/sdk/src/{trust,cards}',
  },
} as const;

export type Area = keyof typeof areas;

export const isArea = (name: string): name is Area => Object.hasOwn(areas, name);

/**
 * Files that only tests use, next to the tests: cases, oracles and the moves of a mode. A mistake there is not a mistake of the
 * home.
 */
const ofTests = ['*.test.ts', 'testing/**', 'least-privilege/**', 'vendor-cases/**', 'kit.ts'];

/** Patterns for Stryker: the area's sources, or those that the caller's patterns select. */
export const mutated = (area: Area, only?: readonly string[]): string[] => [
  ...(only === undefined ? areas[area].sources.map((folder) => `${folder}/**/*.ts`) : only),
  ...ofTests.map((name) => `!packages/*/src/**/${name}`),
  '!packages/*/src/index.ts',
];
