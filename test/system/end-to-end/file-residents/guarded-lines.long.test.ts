import { replayLog } from '@agent-home/agent-runtime';
import { RunVerifier } from '@agent-home/agent-runtime/run-log';
import { readUntrusted } from '@agent-home/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome } from '../../../support/start-home.ts';
import { getFile, openStage } from './resident-stage.ts';

const good = '{"mood":"calm"}';
const script = `
rules:
  - when: { after: { tool: home__say, contains: guardrail_violation } }
    answer: { calls: [{ tool: home__say, arguments: { text: '${good}' } }] }
  - when: { after: { tool: home__say } }
    answer: '${good}'
  - when: { user: topic }
    answer: { calls: [{ tool: home__say, arguments: { text: 'CANARY, all of you' } }] }
`;
const guarded = `{ allow: [home.read, home.say] }
guardrails: [{ name: moods, policy: reject, schema: { type: object, required: [mood] } }]`;

test('a rejected resident message reaches no topic', async () => {
  const home = await startHome();
  const stage = await openStage(home, { script });
  const lamp = await sdkAgent(home, 'lamp');
  onTestFinished(async () => {
    await lamp.close();
    await stage.close();
    await home.close();
  });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'hall',
    title: 'hall',
    visibility: 'public',
    mode: 'freeform',
  });
  await expect.poll(() => lamp.enterTopic('hall').then(Boolean, () => false), { timeout: 20_000 }).toBe(true);
  const session = await stage.session(lamp, 'hall', () => getFile('lamp', guarded));
  const { runId, state } = await session.wake({ kind: 'arrival', topicId: 'hall' });
  expect(state.ended).toMatchObject({ status: 'answered', answer: good });
  const topic = await lamp.enterTopic('hall');
  await topic.state();
  const said: string[] = [];
  for await (const { text } of topic.messages()) said.push(readUntrusted(text));
  expect(said).toEqual([good]);
  const { lines, value } = await stage.store.read(runId);
  const verifier = new RunVerifier(value);
  const records = lines.map((line) => verifier.take(line));
  expect(verifier.commitments).toHaveLength(1);
  expect(replayLog(lines, value).missing).toEqual([]);
  const seen = [lines, records, state.transcript, stage.emulator.journal()];
  expect(JSON.stringify(seen)).not.toContain('CANARY');
}, 60_000);
