import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guardrailReport } from '@agent-home/agent-runtime/run-log';
import type { JsonObject } from '@agent-home/protocol';
import { AgentRuntime, FileMemoryStore, sessionContext } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { answer } from './support/interrupted.ts';
import { openWorkshop, type Workshop } from './support/reference-home.ts';

const canary = 'CANARY-of-what-was-rejected';
const good = '{"reason":"it is so","confidence":0.5}';
const shape = {
  type: 'object',
  required: ['reason', 'confidence'],
  properties: { reason: { type: 'string' }, confidence: { type: 'number', minimum: 0, maximum: 1 } },
};
const script = `
rules:
  - when: { system: 'violates its required form', user: 'never' }
    answer: { text: '{"confidence":"never ${canary}"}' }
  - when: { system: 'violates its required form' }
    answer: { chunk: 4, text: '${good}' }
  - when: { user: 'what was said' }
    answer: '${good}'
  - when: { user: never }
    answer: { chunk: 4, text: '{"confidence":"never ${canary}"}' }
  - when: { after: { tool: read_file } }
    answer: { chunk: 4, thought: 'I think ${canary}', text: '{"confidence":"${canary}"}' }
  - when: { user: look }
    answer: { chunk: 4, text: 'I would say ${canary}', calls: [{ tool: read_file, arguments: { path: note.txt } }] }
`;
type Policy = 'reject' | 'repair';
const guards = (policy: Policy, more: JsonObject[] = []) => ({
  teamwork: { guardrails: [{ name: 'shape', policy, schema: shape }, ...more] },
  observability: { trace: true, costTracking: true, eventLevel: 'verbose' as const },
});
const custom = { name: 'calm', policy: 'reject', validator: 'custom' };
const message = (text: string) => ({ text, origin: 'user', tainted: false });
const memory = { backend: 'filesystem', limit: 5, scope: 'agent' } as const;

async function opened(stream = true) {
  const workshop = await openWorkshop(script, {
    stream,
    memory: (folder) => new FileMemoryStore(join(folder, 'memory')),
    validators: { judge: async ({ output }) => !output.includes('CANARY') },
  });
  await writeFile(join(workshop.project, 'note.txt'), 'a note');
  const events: string[] = [];
  workshop.runtime.on('**', (event) => void events.push(JSON.stringify(event)));
  return { ...workshop, events };
}

/** Returns the text of all files in a folder, except the values stored next to logs. */
async function everything(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('/values'));
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
  return texts.join('\n');
}

test('a rejected answer is only an attachment of its log', async () => {
  for (const stream of [true, false])
    for (const [policy, ask, status] of [
      ['reject', 'look', 'failed'],
      ['repair', 'look', 'answered'],
      ['repair', 'look, never', 'failed'],
    ] as const) {
      const workshop = await opened(stream);
      const { runtime, order, check, folder, events, store, emulator } = workshop;
      const { runId, state } = await runtime.postMessage(order({ memory }, guards(policy)), message(ask));
      expect([ask, state.ended?.status]).toEqual([ask, status]);
      expect(state.ended?.answer).toBe(status === 'answered' ? good : '');
      const { whole } = await check(runId);
      expect(whole.some(({ type }) => type === 'model.delta')).toBe(false);
      const before = emulator.journal().length;
      const session = { agent: 'careful', sessionId: 'session-1' };
      const { messages } = await sessionContext(store, session);
      const next = order({ memory, context: messages }, guards('reject'));
      await runtime.postMessage(next, message('what was said?'));
      const later = JSON.stringify(emulator.journal().slice(before));
      const seen = [await everything(folder), events.join('\n'), JSON.stringify(messages), later].join('\n');
      expect(seen).not.toContain('CANARY');
      expect(later).toContain(status === 'answered' ? 'it is so' : 'did not pass the guardrail');
      // The rejected text is kept for replay, next to the log.
      expect(JSON.stringify(whole)).toContain(canary);
    }
}, 60_000);

test('a guarded run resumes and replays byte-equal', async () => {
  const reference = await opened();
  const guarded = () => reference.order({ memory }, guards('repair', [custom]));
  const { runId } = await reference.runtime.postMessage(guarded(), message('look'));
  const log = join(reference.folder, 'runs', runId, 'log.jsonl');
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
  const macs = join(reference.folder, 'runs', runId, 'log.mac');
  const written = await readFile(macs);
  const { whole } = await reference.check(runId);
  expect(whole.filter(({ type }) => type === 'guardrail.judged')).toHaveLength(1);
  for (let length = 2; length < lines.length; length++) {
    await writeFile(log, `${lines.slice(0, length).join('\n')}\n`);
    await writeFile(macs, written);
    const { state } = await resumed(reference, runId);
    expect([length, state.ended?.status, state.ended?.answer]).toEqual([length, 'answered', good]);
    const { whole: again, missing } = await reference.check(runId);
    expect(missing).toEqual([]);
    const repairs = again.filter(({ data }) => data.purpose === 'repair_output');
    // The process may have died just after the request: the resumed run sends it a second time.
    expect(repairs.length).toBeLessThanOrEqual(2);
    const kept = again.filter(({ type }) => type === 'run.ended' || type === 'memory.memorized');
    expect(JSON.stringify(kept)).not.toContain('CANARY');
  }
  expect(reference.events.join('')).not.toContain('CANARY');
}, 60_000);

async function resumed({ runtime, folder }: Workshop, runId: string) {
  await rm(join(folder, 'memory'), { recursive: true, force: true });
  return runtime.resume(runId);
}

test('a run report has findings without content', async () => {
  const { runtime, order, check } = await opened();
  const { runId } = await runtime.postMessage(order({}, guards('repair', [custom])), message('look'));
  const report = guardrailReport((await check(runId)).whole);
  expect(report).toMatchObject({
    run_id: runId,
    agent: 'careful',
    status: 'answered',
    repairs: 1,
    guardrails: [
      { name: 'shape', policy: 'repair', kind: 'schema', checks: 2, violations: 1 },
      { name: 'calm', policy: 'reject', kind: 'custom', checks: 1, violations: 0 },
    ],
  });
  expect(report.checks.map(({ name, passed, attempt }) => [name, passed, attempt])).toEqual([
    ['shape', false, 1],
    ['shape', true, 2],
    ['calm', true, 2],
  ]);
  expect(JSON.stringify(report)).not.toContain('CANARY');
});

test('validators in parallel with the model run while it works', async () => {
  const { store, order, check } = await openWorkshop('rules:\n  - answer: unused');
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const runtime = new AgentRuntime({
    store,
    providers: [],
    models: {
      ask: async () => {
        await hasBegun;
        return { answered: answer('Done.') };
      },
    },
    validators: {
      judge: async ({ output }) => {
        begin();
        return output === 'Paint the door.';
      },
    },
  });
  const guardrail = { name: 'on-topic', policy: 'reject', on: 'input', parallel: true, validator: 'custom' };
  const guarded = order({}, { teamwork: { guardrails: [guardrail] } });
  const { runId, state } = await runtime.postMessage(guarded, message('Paint the door.'));
  expect(state.ended?.answer).toBe('Done.');
  const { whole } = await check(runId);
  expect(whole.filter(({ type }) => type === 'guardrail.judged')).toHaveLength(1);
});
