import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileRunStore } from '@agent-home/runtime-node';
import { TopicSession } from '@agent-home/runtime-node/resident';
import { expect, test } from 'vitest';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome } from '../../../support/start-home.ts';
import { actor } from '../../runtime/support/interrupted.ts';
import { getFile, openStage } from './resident-stage.ts';

const script = `
rules:
  - when: { after: { tool: act } }
    answer: Done.
  - when: { user: topic }
    answer: { calls: [{ tool: act, arguments: {} }] }
`;
const file = () => getFile('lamp', '{ allow: [home.read, act] }');

test('a resident resumes no run that came with its project', { timeout: 90_000 }, async () => {
  const home = await startHome();
  const { provider, acted } = actor({});
  const stage = await openStage(home, { script, providers: [provider] });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'hall',
    title: 'Hall',
    visibility: 'public',
    mode: 'freeform',
  });
  const lamp = await sdkAgent(home, 'lamp', { cache: { freshSeconds: 0, staleSeconds: 0 } });
  const isThere = () => Promise.all([lamp.enterTopic('hall'), lamp.card('lamp')]).then(Boolean, () => false);
  await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
  /** Creates a run of this session, in a separate store, that ends after the model response with the tool call. */
  const cutRun = async (folder: string, key?: () => Buffer) => {
    const store = new FileRunStore(folder, key ? { key } : {});
    const session = await stage.session(lamp, 'hall', file, store);
    const { runId } = await session.wake({ kind: 'arrival', topicId: 'hall' });
    const log = join(folder, runId, 'log.jsonl');
    const lines = (await readFile(log, 'utf8')).split('\n');
    const at = lines.findIndex((line) => line.includes('"type":"model.answered"'));
    await writeFile(log, `${lines.slice(0, at + 1).join('\n')}\n`);
    acted.length = 0;
    return runId;
  };
  const recover = async (folder: string) => {
    const said: string[] = [];
    const store = new FileRunStore(folder);
    const ports = {
      ...stage.ports(lamp, file, store),
      log: (_: string, facts: object) => said.push(codeIn(facts)),
    };
    await new TopicSession(await lamp.enterTopic('hall'), ports).recover('lamp');
    return { acted: acted.length, said };
  };
  try {
    const stranger = randomBytes(32);
    const shipped = join(stage.folder, 'shipped');
    const runId = await cutRun(shipped, () => stranger);
    expect(await recover(shipped)).toEqual({ acted: 0, said: ['log_not_authentic'] });
    expect((await new FileRunStore(shipped).read(runId)).lines.at(-1)).toContain('"model.answered"');
    // The same log with this machine's key is that of a resident that was killed.
    const own = join(stage.folder, 'own');
    await cutRun(own);
    expect(await recover(own)).toEqual({ acted: 1, said: [] });
  } finally {
    await stage.close();
    await lamp.close();
    await home.close();
  }
});

function codeIn(facts: object): string {
  const { err } = facts as { err?: { code?: unknown } };
  return String(err?.code);
}
