import type { PromptBundleDraft } from '@agent-home/http-contract';
import { asJson, objectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { enqueueObjects } from '../../publication/outbox/enqueue-object.ts';

/** Maximum bytes of a certified bundle, because readers reject larger objects. */
const maxBytes = 512 * 1024;

/**
 * Stores a new version of an agent's prompts, certified and readable by that agent alone. @throws PlatformError `unknown_agent`
 * also for an agent of another owner
 */
export async function updatePromptBundle(
  platform: Platform,
  agentId: string,
  draft: PromptBundleDraft,
  principal: { role: 'admin' } | { role: 'owner'; ownerId: string },
): Promise<{ agent_id: string; bundle_version: number }> {
  requireDifferentIds(draft);
  const key = objectKey('prompt_bundle', { agent_id: agentId });
  const version = await actTransaction(platform, async (transaction) => {
    const { agents } = tables;
    const [agent] = await transaction.select().from(agents).where(eq(agents.agentId, agentId)).for('update');
    if (!agent || (principal.role === 'owner' && agent.ownerId !== principal.ownerId))
      throw new PlatformError('unknown_agent', 'no agent of yours has this id; check it');
    if (agent.standing === 'withdrawn')
      throw new PlatformError('not_admitted', 'the agent was withdrawn for good; register a new agent');
    const bundleVersion = (await publishedVersion(transaction, key)) + 1;
    const body = asJson({
      kind: 'prompt_bundle',
      schema_version: 1,
      agent_id: agentId,
      bundle_version: bundleVersion,
      issued_at: platform.now().toISOString(),
      ...draft,
    });
    if (JSON.stringify(body).length > maxBytes)
      throw new PlatformError('invalid_input', `the bundle is larger than ${maxBytes} bytes; shorten it`);
    await enqueueObjects(transaction, [{ stream: key, objectKey: key, body }]);
    return bundleVersion;
  });
  await platform.wake.stream(key);
  return { agent_id: agentId, bundle_version: version };
}

async function publishedVersion(executor: Executor, key: string): Promise<number> {
  const { publishedObjects } = tables;
  const [row] = await executor
    .select({ version: publishedObjects.version })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, key));
  return row?.version ?? 0;
}

function requireDifferentIds({ scenarios }: PromptBundleDraft): void {
  const ids = scenarios.map((scenario) => scenario.scenario_id);
  const presets = scenarios.map(({ presets }) => presets.map((preset) => preset.preset_id));
  if ([ids, ...presets].some((each) => new Set(each).size < each.length))
    throw new PlatformError(
      'invalid_input',
      'two scenarios, or two presets of a scenario, have the same id; rename one',
      {
        path: 'scenarios',
      },
    );
}
