import { rm } from 'node:fs/promises';
import { replayLog } from '@agent-home/agent-runtime';
import type { ApprovalList, ShownApproval } from '@agent-home/http-contract';
import { writeBackup } from '@agent-home/platform';
import { objectKey } from '@agent-home/protocol';
import { HomeApprovals, TopicSession } from '@agent-home/runtime-node/resident';
import { expect, test } from 'vitest';
import { bearer } from '../../../support/bearer.ts';
import { eventually } from '../../../support/eventually.ts';
import { newOwner } from '../../../support/look.ts';
import { getRuns } from '../../../support/mirrored-runs.ts';
import { startRestorableHome } from '../../../support/restorable-home.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { actor } from '../../runtime/support/interrupted.ts';
import { getFile, openStage } from '../file-residents/resident-stage.ts';
import { textAt } from '../tamper/bucket-and-database.ts';

const script = `
rules:
  - when: { after: { tool: act } }
    answer: I have acted.
  - when: { user: topic }
    answer: { calls: [{ tool: act, arguments: {} }] }
`;

test('a run makes an approved call once across a restore', { timeout: 180_000 }, async () => {
  const home = await startRestorableHome();
  const { provider, acted } = actor({});
  const operator = { autoApprove: ['home.*'], approvalExpiresMs: 3_600_000, approvalsBy: 'home' as const };
  const stage = await openStage(home, { script, providers: [provider], operator });
  const owner = await newOwner(home, 'olga');
  const lamp = await sdkAgent(home, 'lamp', { cache: { freshSeconds: 0, staleSeconds: 0 } }, owner);
  const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  await eventually(() => lamp.enterTopic('hall'), 20_000);
  await eventually(() => lamp.card('lamp'), 20_000);

  const begin = async () => {
    const stopping = new AbortController();
    const log = () => undefined;
    const approvals = new HomeApprovals({ home: lamp, log, stopping: stopping.signal });
    const ports = {
      ...stage.ports(lamp, () => getFile('lamp', '{ allow: [home.read, act] }')),
      ...{ approvals, signal: stopping.signal },
    };
    const session = new TopicSession(await lamp.enterTopic('hall'), ports);
    return { session, approvals, stop: () => stopping.abort() };
  };
  const wait = async ({ session }: Awaited<ReturnType<typeof begin>>) => {
    const { runId } = await session.wake({ kind: 'arrival', topicId: 'hall' });
    return eventually(async () => {
      const { items } = await getRuns<ApprovalList>(home, owner, '/v1/approvals?state=pending');
      const shown = items.find(({ run_id }) => run_id === runId);
      if (!shown) throw new Error('the question is not in the home');
      return shown;
    }, 20_000);
  };
  const decide = ({ approval_id, arguments_sha256 }: ShownApproval) =>
    fetch(`${home.url}/v1/agents/lamp/approvals/${approval_id}/decision`, {
      method: 'POST',
      headers: { ...bearer(owner), 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'approve', arguments_sha256 }),
    });
  const answered = async (
    { session, approvals }: Awaited<ReturnType<typeof begin>>,
    shown: ShownApproval,
  ) => {
    await session.recover('lamp');
    await eventually(async () => {
      approvals.notify(shown.approval_id);
      const { lines, value } = await stage.store.read(shown.run_id);
      expect(replayLog(lines, value).state.ended?.status).toBe('answered');
    }, 40_000);
  };
  try {
    const first = await begin();
    const [used, late] = [await wait(first), await wait(first)];
    const file = `${home.folder}/home.backup`;
    await rm(file, { force: true });
    await writeBackup(home.settings.databaseUrl, file, { now: new Date() });
    // One decision is used before the restore. The run of the other one is stopped before it learns of it.
    expect((await decide(used)).status).toBe(200);
    await answered(first, used);
    expect(acted).toHaveLength(1);
    first.stop();
    await eventually(async () => expect(await stage.store.writer(late.run_id)).toBeUndefined());
    expect((await decide(late)).status).toBe(200);
    for (const { approval_id } of [used, late]) {
      const key = objectKey('run_approval', { agent_id: 'lamp', approval_id });
      await eventually(() => textAt(home.open.platform.store, key), 20_000);
    }
    await home.stop();
    await home.restore(file);
    await home.start();
    await home.giveToken();

    const second = await begin();
    await answered(second, late);
    // Neither the restored question nor a further decision opens a call again.
    for (const shown of [used, late]) await decide(shown);
    await answered(second, used);
    await answered(second, late);
    second.stop();
    expect(acted).toHaveLength(2);
    for (const { run_id } of [used, late]) {
      const { lines } = await stage.store.read(run_id);
      const types = lines.map((line) => String(JSON.parse(line).type));
      expect(types.filter((type) => type === 'kairo.tool.invoke')).toHaveLength(1);
    }
  } finally {
    await lamp.close();
    await stage.close();
    await home.close();
  }
});
