import { expect, test } from 'vitest';
import { brokenReferences } from './broken-references.ts';

const targets = {
  decisions: new Set(['0024']),
  requirements: new Map([['doubled-effects', new Set(['Once', 'Once for each task'])]]),
};

test('accepts references that resolve', () => {
  const text = [
    '/** Denies after a failure (ADR 0024; spec doubled-effects "Once"). */',
    '/**',
    ' * Runs once (spec doubled-effects "Once',
    ' * for each task").',
    ' */',
  ].join('\n');
  expect(brokenReferences('a.ts', text, targets)).toEqual([]);
});

test('reports decisions and requirements that do not exist', () => {
  const text = '// ADR 0099\n// spec doubled-effects "Twice"\n# spec undone "Once"\n';
  expect(brokenReferences('a.ts', text, targets)).toEqual([
    'a.ts:1: docs/decisions has no ADR 0099',
    'a.ts:2: openspec/specs/doubled-effects/spec.md has no requirement "Twice"',
    'a.ts:3: there is no openspec/specs/undone/spec.md',
  ]);
});

test.each([
  `RUN${'TIME.md'}`,
  `DES${'IGN 5'}`,
  `FAC${'TS, MinIO'}`,
  `rul${'ing 3'}`,
  `see${'ds/agent-spec.md'}`,
])('reports %s as outside the repository', (reference) => {
  const [problem] = brokenReferences('a.md', `\nSee ${reference}.\n`, targets);
  expect(problem).toMatch(/^a\.md:2: .* is not in the repository/);
});
