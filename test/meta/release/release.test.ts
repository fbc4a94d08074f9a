import { describe, expect, it } from 'vitest';
import { changelogProblem, collectReleases } from '../../../infra/release/changelog.ts';
import { computeDigests } from '../../../infra/release/file-digests.ts';
import type { PackedPackage } from '../../../infra/release/packed-package.ts';
import {
  createBuilder,
  localBuilder,
  packageUrl,
  provenanceStatement,
  withoutCredentials,
} from '../../../infra/release/provenance.ts';
import { getReadiness, type TreeState } from '../../../infra/release/readiness.ts';
import { releaseTable } from '../../../infra/release/release.ts';
import { sbomProblems } from '../../../infra/release/sbom.ts';

const changelog = '# Changelog\n\n## Unreleased\n\n- A.\n\n## [0.2.0] - 2026-12-01\n\n- B.\n\n## 0.1.0\n';

describe('a changelog', () => {
  it('has its released versions with their notes', () => {
    expect(collectReleases(changelog)).toEqual([
      { version: '0.2.0', notes: '- B.' },
      { version: '0.1.0', notes: '' },
    ]);
  });

  it.each([
    ['0.2.0', undefined],
    ['0.1.0', /nothing below/],
    ['0.3.0', /no heading/],
    ['Unreleased', /no heading/],
  ])('describes %s: %s', (version, problem) => {
    const found = changelogProblem(changelog, version);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(problem);
  });
});

const ready: TreeState = {
  sourceUrl: 'git+https://example.org/a.git',
  version: '0.2.0',
  nextVersion: '0.2.0',
  commit: 'abc',
  changelog,
  changedFiles: [],
  tags: ['v0.2.0'],
  changesets: [],
};

describe('a tree', () => {
  it('is ready if it is clean, described and tagged', () => {
    expect(getReadiness(ready)).toEqual({ problems: [], blockers: [] });
  });

  it.each<[string, Partial<TreeState>, RegExp]>([
    ['uncommitted changes', { changedFiles: ['a', 'b', 'c', 'd'] }, /\(a, b, c and 1 more\)/],
    ['no notes', { version: '0.3.0', tags: ['v0.3.0'] }, /no heading "## 0\.3\.0"/],
  ])('has a problem with %s', (_, changes, problem) => {
    expect(getReadiness({ ...ready, ...changes })).toEqual({
      problems: [expect.stringMatching(problem)],
      blockers: [],
    });
  });

  it.each<[string, Partial<TreeState>, RegExp]>([
    ['no source address', { sourceUrl: undefined }, /no `repository`/],
    ['no tag', { tags: ['v0.1.0'] }, /git tag v0\.2\.0/],
    ['waiting changesets', { changesets: ['a.md'], nextVersion: '0.3.0' }, /lead to 0\.3\.0/],
  ])('can only be tried with %s', (_, changes, blocker) => {
    expect(getReadiness({ ...ready, ...changes })).toEqual({
      problems: [],
      blockers: [expect.stringMatching(blocker)],
    });
  });
});

it('digests are those of shasum and of npm', () => {
  expect(computeDigests('a.tgz', Buffer.from('abc'))).toEqual({
    file: 'a.tgz',
    bytes: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    sha512:
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    integrity:
      'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
  });
});

const digests = computeDigests('agent-home-sdk-0.2.0.tgz', Buffer.from('abc'));
const sdk: PackedPackage = { name: '@agent-home/sdk', version: '0.2.0', path: '/a', digests };

describe('a provenance statement', () => {
  const facts = {
    repository: 'https://example.org/agent-home',
    commit: 'c'.repeat(40),
    lockFileSha256: 'd'.repeat(64),
    builder: localBuilder,
    invocation: undefined,
    nodeVersion: 'v20.19.0',
    npmVersion: '11.0.0',
    startedAt: new Date(0),
    finishedAt: new Date(1_000),
  };

  it('names every package by its digests, the commit and the builder', () => {
    const statement = provenanceStatement([sdk], '0.2.0', facts);
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'https://slsa.dev/provenance/v1',
      subject: [
        {
          name: 'pkg:npm/%40agent-home/sdk@0.2.0',
          digest: { sha256: digests.sha256, sha512: digests.sha512 },
        },
      ],
      predicate: {
        buildDefinition: {
          resolvedDependencies: [
            {
              uri: `git+https://example.org/agent-home@${'c'.repeat(40)}`,
              digest: { gitCommit: 'c'.repeat(40) },
            },
            { digest: { sha256: 'd'.repeat(64) } },
          ],
        },
        runDetails: { builder: { id: localBuilder }, metadata: { finishedOn: '1970-01-01T00:00:01.000Z' } },
      },
    });
    expect(statement.predicate.runDetails.metadata).not.toHaveProperty('invocationId');
  });

  it('names no source address without a remote', () => {
    const { externalParameters } = provenanceStatement([sdk], '0.2.0', { ...facts, repository: undefined })
      .predicate.buildDefinition;
    expect(externalParameters.source).toBe('git+urn:agent-home:source');
  });

  it.each([
    ['https://user:secret@example.org/a.git', 'https://example.org/a.git'],
    ['https://example.org/a.git', 'https://example.org/a.git'],
    ['ssh://git@example.org/a.git', 'ssh://example.org/a.git'],
    ['git@example.org:team/a.git', 'ssh://example.org/team/a.git'],
    ['file:///home/somebody/a', undefined],
    ['/home/somebody/a', undefined],
    ['', undefined],
  ])('shows the remote %j as %s', (remote, shown) => {
    expect(withoutCredentials(remote)).toBe(shown);
  });

  it('names the runner and the run in GitHub Actions only', () => {
    expect(createBuilder({ GITHUB_RUN_ID: '7' })).toMatchObject({
      builder: localBuilder,
      repository: undefined,
    });
    expect(
      createBuilder({
        GITHUB_ACTIONS: 'true',
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REPOSITORY: 'a/b',
        GITHUB_RUN_ID: '7',
        GITHUB_RUN_ATTEMPT: '2',
        RUNNER_ENVIRONMENT: 'github-hosted',
      }),
    ).toEqual({
      builder: 'https://github.com/actions/runner/github-hosted',
      invocation: 'https://github.com/a/b/actions/runs/7/attempts/2',
      repository: 'https://github.com/a/b',
    });
  });

  it('has package URLs without a bare @', () => {
    expect(packageUrl('create-agent-home', '1.0.0')).toBe('pkg:npm/create-agent-home@1.0.0');
  });
});

describe('an SBOM', () => {
  const component = (name: string, version: string) => ({
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: packageUrl(name, version),
  });
  const zod = { ...component('zod', '4.0.0'), hashes: [{ alg: 'SHA-512', content: 'ab' }] };
  const whole = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: 'urn:uuid:22ca5dbd-4657-4f85-824e-ef0dce634e5f',
    metadata: { timestamp: '2026-11-26T12:00:00.000Z', component: component('agent-home', '0.2.0') },
    components: [component('@agent-home/sdk', '0.2.0'), zod],
    dependencies: [{ ref: '@agent-home/sdk@0.2.0', dependsOn: ['zod@4.0.0'] }],
  };
  const problems = (changes: object, version = '0.2.0') =>
    sbomProblems({ ...whole, ...changes }, version, ['@agent-home/sdk']);

  it('has no problem if it is whole', () => {
    expect(problems({})).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['another format', { bomFormat: 'SPDX' }, /bomFormat/],
    ['a component without version', { components: [{ ...zod, version: '' }] }, /version/],
    ['a missing package of ours', { components: [zod], dependencies: [] }, /has no @agent-home\/sdk@0\.2\.0/],
    [
      'a dependency without hash',
      { components: [whole.components[0], component('zod', '4.0.0')] },
      /zod@4\.0\.0 has no hash/,
    ],
    ['two components of one name', { components: [...whole.components, zod] }, /same bom-ref/],
    ['an unknown dependency', { dependencies: [{ ref: 'left-pad@1.0.0' }] }, /refers to left-pad/],
  ])('is refused with %s', (_, changes, problem) => {
    expect(problems(changes)).toEqual([expect.stringMatching(problem)]);
  });

  it('is refused for another version', () => {
    expect(problems({}, '0.3.0')).toContainEqual(expect.stringMatching(/0\.2\.0 instead of 0\.3\.0/));
  });
});

it('the table has a row for each package', () => {
  expect(releaseTable([sdk]).split('\n')).toEqual([
    expect.stringMatching(/^package +version +size +sha256$/),
    expect.stringMatching(/^@agent-home\/sdk +0\.2\.0 +0 kB +ba7816bf/),
  ]);
});
