import type { PackedPackage } from './packed-package.ts';

/** Source and builder of a release. */
export interface BuildFacts {
  /** Repository without credentials; undefined if there is no remote. */
  repository: string | undefined;
  commit: string;
  /** SHA-256 of package-lock.json, lowercase hex. */
  lockFileSha256: string;
  builder: string;
  /** Run of the builder, if it has runs. */
  invocation: string | undefined;
  nodeVersion: string;
  npmVersion: string;
  startedAt: Date;
  finishedAt: Date;
}

/** Described in docs/releasing.md. */
export const buildType = 'urn:agent-home:build-type:npm-pack:v1';
export const localBuilder = 'urn:agent-home:builder:local';

/**
 * An in-toto statement with a SLSA v1 provenance predicate. It is not signed: `npm publish --provenance` signs a statement of its own
 * in GitHub Actions.
 */
export function provenanceStatement(packages: readonly PackedPackage[], version: string, facts: BuildFacts) {
  const source = `git+${facts.repository ?? 'urn:agent-home:source'}`;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: packages.map(({ name, digests }) => ({
      name: packageUrl(name, version),
      digest: { sha256: digests.sha256, sha512: digests.sha512 },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType,
        externalParameters: { source, commit: facts.commit, version },
        internalParameters: { node: facts.nodeVersion, npm: facts.npmVersion },
        resolvedDependencies: [
          { uri: `${source}@${facts.commit}`, digest: { gitCommit: facts.commit } },
          { uri: 'file:package-lock.json', digest: { sha256: facts.lockFileSha256 } },
        ],
      },
      runDetails: {
        builder: { id: facts.builder },
        metadata: {
          ...(facts.invocation === undefined ? {} : { invocationId: facts.invocation }),
          startedOn: facts.startedAt.toISOString(),
          finishedOn: facts.finishedAt.toISOString(),
        },
      },
    },
  };
}

/** A package URL: `pkg:npm/%40agent-home/sdk@0.1.0`. */
export function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Removes user and password from a remote's address. Returns undefined for a local path, which is no address of the source. */
export function withoutCredentials(remote: string): string | undefined {
  const short = /^(?:[^@/\s]+@)?([^:/\s]+\.[^:/\s]+):(?!\/\/)(.+)$/.exec(remote);
  if (short) return `ssh://${short[1]}/${short[2]}`;
  if (!URL.canParse(remote)) return undefined;
  const url = new URL(remote);
  if (!['https:', 'http:', 'ssh:', 'git:'].includes(url.protocol)) return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

/** GitHub Actions names its runner and run; every other machine is a local builder. */
export function createBuilder(environment: Record<string, string | undefined>): {
  builder: string;
  invocation: string | undefined;
  repository: string | undefined;
} {
  const {
    GITHUB_ACTIONS,
    GITHUB_SERVER_URL: server,
    GITHUB_REPOSITORY: name,
    GITHUB_RUN_ID: run,
  } = environment;
  if (GITHUB_ACTIONS !== 'true' || server === undefined || name === undefined)
    return { builder: localBuilder, invocation: undefined, repository: undefined };
  const host = environment.RUNNER_ENVIRONMENT === 'github-hosted' ? 'github-hosted' : 'self-hosted';
  const attempt = environment.GITHUB_RUN_ATTEMPT ?? '1';
  return {
    builder: `https://github.com/actions/runner/${host}`,
    invocation: run === undefined ? undefined : `${server}/${name}/actions/runs/${run}/attempts/${attempt}`,
    repository: `${server}/${name}`,
  };
}
