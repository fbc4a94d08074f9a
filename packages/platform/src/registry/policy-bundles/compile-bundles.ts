import { asJson, boundPolicySchema, canonicalJson, type JsonObject, objectKey } from '@agent-home/protocol';
import { z } from 'zod';
import type { Executor } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import { homePolicies } from './home-policies.ts';
import type { ListedPolicy } from './read-policies.ts';

/** Maximum bytes of a certified bundle: half of the limit of readers. */
const maxBytes = 512 * 1024;
/** Agents whose bundles are compiled by one statement. */
const agentsAtOnce = 500;

/** Bundle without its certificate. */
export const newestSchema = z.looseObject({
  bundle_version: z.int(),
  policies: z.array(
    z.strictObject({
      ...boundPolicySchema.shape,
      spec: z.custom<JsonObject>((spec) => typeof spec === 'object'),
    }),
  ),
});

/** Source of a change: one agent's own list, or the list of the home. */
interface Change {
  /** New list of the only agent that changes; absent if its list stays. */
  own?: readonly ListedPolicy[];
  /** True if an agent without policies gets an empty bundle. */
  always: boolean;
}

/**
 * Compiles and certifies the bundles of these agents, in the caller's transaction with `lockHomePolicies`. A bundle whose policies
 * stay the same gets no new version.
 * @returns streams to publish, and the version of each agent's bundle; 0 without a bundle
 */
export async function compileBundles(
  platform: Pick<Platform, 'now'>,
  executor: Executor,
  agentIds: readonly string[],
  change: Change,
): Promise<{ streams: string[]; versions: Map<string, number> }> {
  const ofHome = await homePolicies(executor);
  const issuedAt = platform.now().toISOString();
  const streams: string[] = [];
  const versions = new Map<string, number>();
  for (let at = 0; at < agentIds.length; at += agentsAtOnce) {
    const some = agentIds.slice(at, at + agentsAtOnce);
    const keys = new Map(some.map((agentId) => [objectKey('policy_bundle', { agent_id: agentId }), agentId]));
    const newest = new Map(
      (await newestBodies(executor, [...keys.keys()])).map(({ objectKey: key, body }) => [
        key,
        newestSchema.parse(body),
      ]),
    );
    const requests = [...keys].flatMap(([key, agentId]) => {
      const before = newest.get(key);
      const own = change.own ?? before?.policies.filter(({ bound_by }) => bound_by === 'owner') ?? [];
      const policies = [...ofHome, ...own];
      const version = before?.bundle_version ?? 0;
      versions.set(agentId, version);
      const isUnchanged = before
        ? canonicalJson(asJson(before.policies)) === canonicalJson(asJson(policies))
        : policies.length === 0 && !change.always;
      if (isUnchanged) return [];
      versions.set(agentId, version + 1);
      const body = bundleBody(agentId, version + 1, issuedAt, policies);
      requireFit(body, agentId, change);
      return [{ stream: key, objectKey: key, body }];
    });
    if (requests.length > 0) await enqueueObjects(executor, requests);
    streams.push(...requests.map(({ stream }) => stream));
  }
  return { streams, versions };
}

/** Content of a bundle before its certification. */
export function bundleBody(
  agentId: string,
  version: number,
  issuedAt: string,
  policies: readonly ListedPolicy[],
): JsonObject {
  return {
    kind: 'policy_bundle',
    schema_version: 1,
    agent_id: agentId,
    bundle_version: version,
    issued_at: issuedAt,
    policies: asJson([...policies]),
  };
}

function requireFit(body: JsonObject, agentId: string, { own }: Change): void {
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length;
  if (bytes <= maxBytes) return;
  const whose = own ? 'with the policies of the home' : `of ${agentId}, with its own policies,`;
  throw new PlatformError(
    'invalid_input',
    `the bundle ${whose} is ${bytes} bytes large, more than ${maxBytes}; shorten the policies`,
    { path: 'policies' },
  );
}
