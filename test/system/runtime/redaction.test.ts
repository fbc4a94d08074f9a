import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PolicySpec } from '@agent-home/agent-runtime/definition';
import { pinPolicies } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

const card = '4111111111111111';
const name = 'Mr-Hidden';

const script = `
rules:
  - when: { user: 'read it', count: 0 }
    answer: { calls: [{ tool: write_file, arguments: { path: 'about-${name}.txt', content: 'paid with ${card}' } }] }
  - when: { user: 'read it', count: 1 }
    answer: { chunk: 3, text: 'I remember ${name} and ${card}.', calls: [{ tool: bash, arguments: { command: 'cat note.txt; cat note.txt >&2; exit 3' } }] }
  - when: { user: 'read it', count: 2 }
    answer: { calls: [{ tool: read_file, arguments: { path: long.txt } }] }
  - when: { user: 'read it' }
    answer: { chunk: 5, thought: 'It was ${name}.', text: 'It was ${name}, who paid with ${card} on 2026-01-01.' }
`;

function policy(redaction: PolicySpec['spec']['redaction']): PolicySpec {
  const rules = [{ effect: 'allow' as const, action: 'tool.call' as const, selector: {}, conditions: {} }];
  return {
    apiVersion: 'agent.platform/v1',
    kind: 'Policy',
    metadata: { name: 'hidden', version: '1.0.0', owner: 'tests', description: '' },
    spec: { rules, limits: {}, redaction },
  } as unknown as PolicySpec;
}

async function played(redaction: PolicySpec['spec']['redaction']) {
  const workshop = await openWorkshop(script);
  const { project, runtime, emulator, folder } = workshop;
  await writeFile(join(project, 'note.txt'), `the card ${card} is ${name}’s\n`);
  // Long enough to be stored next to the log.
  await writeFile(join(project, 'long.txt'), `${card} ${'long '.repeat(20_000)} ${name}`);
  const events: string[] = [];
  runtime.on('**', (record) => void events.push(JSON.stringify(record)));
  const policies = pinPolicies({ policiesRef: ['hidden'] }, [policy(redaction)]);
  const order = workshop.order({
    policies,
    operator: { autoApprove: ['safe', 'low', 'medium', 'high'], unlocked: [] },
  });
  const model = { ...order.model, contextWindow: 200_000 };
  const message = { text: `read it; my card is ${card}`, origin: 'user', tainted: false };
  const { runId, state } = await runtime.postMessage({ ...order, model }, message);
  await workshop.check(runId);
  // The log contains the policies themselves, so the patterns must differ from the text that they match.
  const files = await textsBelow(join(folder, 'runs'));
  const seen = { log: files, model: JSON.stringify(emulator.journal()), events: events.join('\n') };
  return { state, seen, project };
}

test('a redacted match reaches no model, log or value', async () => {
  const { state, seen, project } = await played({ enabled: true, patterns: ['[0-9]{16}', '(?i)mr-h[a-z]+'] });
  expect(state.ended).toMatchObject({
    status: 'answered',
    answer: 'It was [redacted], who paid with [redacted] on 2026-01-01.',
  });
  for (const [sink, text] of Object.entries(seen)) {
    // The journal contains the requests to the emulator, not the responses of its script, which contain both.
    expect([sink, text.includes(card), text.includes(name)]).toEqual([sink, false, false]);
    expect(text).toContain('[redacted]');
  }
  expect(await readFile(join(project, 'about-[redacted].txt'), 'utf8')).toBe('paid with [redacted]');
});

test('a policy whose redaction is switched off hides nothing', async () => {
  const { seen } = await played({ enabled: false, patterns: ['[0-9]{16}'] });
  for (const text of Object.values(seen))
    expect([text.includes(card), text.includes('[redacted]')]).toEqual([true, false]);
});

async function textsBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(1);
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
  return texts.join('\n');
}
