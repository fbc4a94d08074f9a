import {
  type AgentDefinition,
  decodeAny,
  foldName,
  newestRelease,
  parseSpecReference,
  patternAllows,
} from '@agent-home/agent-runtime/definition';
import type { ListedSpec, SpecSet, StoredSpec } from '@agent-home/http-contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { type Database, type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { SpecPlace } from './decode-spec.ts';
import { findSpecs, readSpec } from './read-specs.ts';
import type { SpecReader } from './spec-reader.ts';

/** Most policies and tools of one set. */
const mostMembers = 64;
/** Largest content of one set, in characters. */
const largestSet = 4 * 1024 ** 2;

/**
 * Reads an agent with the policies that it names and the newest releases of the tools that its list allows, all of one moment and of
 * the owner of the agent.
 * @throws PlatformError `not_found`, `no_release`, `spec_set_too_large`
 */
export async function readSpecSet(
  database: Database,
  { name, version }: { name: string; version: string },
  reader: SpecReader,
): Promise<SpecSet> {
  return database.transaction(
    async (transaction) => {
      const agent = await readSpec(transaction, { kind: 'agents', name, version }, reader);
      const owner: SpecReader = { role: 'owner', ownerId: agent.owner_id };
      const uses = usesOf(agent);
      const known = await liveReleases(transaction, agent.owner_id);
      const policies = collectPolicies(uses, known);
      const tools = collectTools(uses, known);
      if (policies.length + tools.length > mostMembers) throw tooLarge();
      const set = {
        agent,
        policies: await findSpecs(transaction, policies, owner),
        tools: await findSpecs(transaction, tools, owner),
      };
      const size = [agent, ...set.policies, ...set.tools].reduce((sum, one) => sum + one.content.length, 0);
      if (size > largestSet) throw tooLarge();
      return set;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Members of an agent that name policies and tools. */
type Uses = Pick<AgentDefinition, 'policiesRef' | 'tools'>;

/** Policies and tools of agents, by the hash of their bytes: reading a large document again would take half a second. */
const knownUses = new LRUCache<string, Uses>({ max: 500 });

function usesOf({ file, content, sha256 }: StoredSpec): Uses {
  const known = knownUses.get(sha256);
  if (known) return known;
  const spec = decodeAny(content, { file });
  const none: Uses = { policiesRef: [], tools: { allow: [], deny: [] } };
  const { policiesRef, tools } = spec.kind === 'Agent' ? spec.definition : none;
  knownUses.set(sha256, { policiesRef, tools });
  return { policiesRef, tools };
}

type Known = Pick<ListedSpec, 'kind' | 'name' | 'version'>;

/** Lists the policies and tools of an owner that are not withdrawn. */
async function liveReleases(executor: Executor, ownerId: string): Promise<Known[]> {
  const { specNames: names, specVersions: versions } = tables;
  return executor
    .select({ kind: versions.kind, name: versions.name, version: versions.version })
    .from(versions)
    .innerJoin(names, and(eq(names.kind, versions.kind), eq(names.name, versions.name)))
    .where(and(eq(names.ownerId, ownerId), isNull(versions.withdrawnAt)))
    .orderBy(asc(versions.kind), asc(versions.name), asc(versions.version));
}

function collectPolicies({ policiesRef }: Uses, known: readonly Known[]): SpecPlace[] {
  return [...new Set(policiesRef)].flatMap((reference) => {
    const { name, version } = parseSpecReference(reference);
    const wanted = version ?? newestOf(known, 'policies', name);
    return wanted === undefined ? [] : [{ kind: 'policies', name, version: wanted } as const];
  });
}

/** A list that names no tools of its own allows every tool. */
function collectTools({ tools: { allow } }: Uses, known: readonly Known[]): SpecPlace[] {
  const isAllowed = (name: string) =>
    allow === undefined ||
    allow.some((entry) => foldName(entry) === foldName(name) || patternAllows(entry, name));
  const names = new Set(known.flatMap(({ kind, name }) => (kind === 'tools' ? [name] : [])));
  return [...names].filter(isAllowed).flatMap((name) => {
    const version = newestOf(known, 'tools', name);
    return version === undefined ? [] : [{ kind: 'tools', name, version } as const];
  });
}

function newestOf(known: readonly Known[], kind: SpecPlace['kind'], name: string): string | undefined {
  const own = known.filter((one) => one.kind === kind && one.name === name);
  return newestRelease(own.map(({ version }) => version));
}

function tooLarge(): PlatformError {
  return new PlatformError(
    'spec_set_too_large',
    `the agent uses over ${mostMembers} policies and tools, or over ${largestSet / 1024 ** 2} MB of them; name fewer in its lists`,
  );
}
