import { replayLog } from '@agent-home/agent-runtime';
import { RunVerifier } from '@agent-home/agent-runtime/run-log';
import { type AgentHome, readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { getFile, openStage, type ResidentStage } from './resident-stage.ts';

let home: TestHome;
let stage: ResidentStage;
let ada: AgentHome;
let lamp: AgentHome;

beforeAll(async () => {
  home = await startHome();
  stage = await openStage(home);
  ada = await sdkAgent(home, 'ada');
  lamp = await sdkAgent(home, 'lamp');
});
afterAll(async () => {
  await Promise.all([ada.close(), lamp.close()]);
  await stage.close();
  await home.close();
});

async function openTopic(topicId: string, words: string): Promise<void> {
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: topicId,
    visibility: 'public',
    mode: 'freeform',
  });
  await expect
    .poll(
      () =>
        ada.enterTopic(topicId).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  await (await ada.enterTopic(topicId)).say(words);
}

async function toLines(topicId: string, agentId: string) {
  const topic = await ada.enterTopic(topicId);
  await topic.state();
  const lines = [];
  for await (const message of topic.messages()) if (message.agentId === agentId) lines.push(message);
  return lines;
}

describe('a resident', () => {
  test('a resident’s message commits to the log of its run', async () => {
    await openTopic('hall', 'Is anybody there?');
    const session = await stage.session(lamp, 'hall', () =>
      getFile('lamp', '{ allow: [home.read, home.say] }'),
    );
    const { runId, state } = await session.wake({ kind: 'arrival', topicId: 'hall' });
    expect(state.ended).toMatchObject({ status: 'answered', answer: 'I have spoken.' });
    const [line, ...more] = await toLines('hall', 'lamp');
    expect(more).toEqual([]);
    expect(line && readUntrusted(line.text)).toBe('I heard you.');
    const { lines, value } = await stage.store.read(runId);
    const verifier = new RunVerifier(value);
    for (const each of lines) verifier.take(each);
    const [commitment] = verifier.commitments;
    expect(readUntrusted(line?.meta as never)).toMatchObject({
      run: { run_id: runId, seq: commitment?.seq, head: commitment?.head },
    });
    expect(replayLog(lines, value).missing).toEqual([]);
  });

  test('a resident without home.say stays silent and gets the reason', async () => {
    await openTopic('cellar', 'Say something.');
    const session = await stage.session(lamp, 'cellar', () => getFile('lamp', '{ allow: [home.read] }'));
    const { runId } = await session.wake({ kind: 'arrival', topicId: 'cellar' });
    const { lines } = await stage.store.read(runId);
    const decided = lines
      .map((line) => JSON.parse(line))
      .find(({ type, data }) => type === 'policy.decided' && data.tool === 'home.say');
    expect(decided.data).toMatchObject({ effect: 'deny', code: 'tool_not_allowed' });
    expect(JSON.stringify(stage.emulator.journal().at(-1))).toContain('Tool not allowed for this agent');
    expect(await toLines('cellar', 'lamp')).toEqual([]);
  });

  test('a changed file affects the resident’s next run only', async () => {
    await openTopic('porch', 'Hello.');
    let prompt = 'You are the old one.';
    const session = await stage.session(lamp, 'porch', () =>
      getFile('lamp', '{ allow: [home.read] }', prompt),
    );
    const first = await session.wake({ kind: 'arrival', topicId: 'porch' });
    prompt = 'You are the new one.';
    const second = await session.wake({ kind: 'arrival', topicId: 'porch' });
    const start = async (runId: string) => (await stage.store.read(runId)).lines[0];
    expect(await start(first.runId)).toContain('You are the old one.');
    expect(await start(second.runId)).toContain('You are the new one.');
  });
});
