import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PersonsWord, Question } from '@agent-home/agent-runtime';
import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import { expect, onTestFinished, test } from 'vitest';
import { getAudit } from '../../support/run-logs/audit-log.ts';
import { auditFolder } from '../../support/run-logs/collect-logs.ts';
import { openWorkshop } from './support/reference-home.ts';

const script = `
rules:
  - when: { after: { tool: write_file } }
    answer: It is written.
  - when: { user: go }
    answer: { calls: [{ tool: write_file, arguments: { path: made.txt, content: 'yes' } }] }
`;

async function soundLog(): Promise<RunRecord[]> {
  const { runtime, order, check } = await openWorkshop(script);
  const { runId } = await runtime.postMessage(order(), { text: 'go', origin: 'user', tainted: false });
  return (await check(runId)).whole;
}

type Change = (records: RunRecord[], find: (type: string) => number) => void;
const edit = (records: RunRecord[], at: number, changes: Partial<RunRecord>) => {
  const record = records[at];
  if (!record) throw new Error('there is no such record');
  records[at] = { ...record, ...changes, data: { ...record.data, ...changes.data } };
};
const remove: (type: string) => Change = (type) => (records, find) => records.splice(find(type), 1);
const repeat: (type: string) => Change = (type) => (records, find) => {
  const record = records[find(type)];
  if (record) records.splice(find('run.ended'), 0, { ...record, id: 'run_x:999' });
};

/** One change for each rule, with the expected problem. */
const planted: Record<string, [Change, RegExp]> = {
  'another run': [
    (records, find) => edit(records, find('model.answered'), { correlationId: 'run_other' }),
    /is of another run/,
  ],
  'a cause that comes later': [
    (records, find) => edit(records, find('model.answered'), { causationId: records.at(-1)?.id ?? '' }),
    /has no earlier cause/,
  ],
  'a first record with a cause': [
    (records) => edit(records, 0, { causationId: 'run_x:5' }),
    /has no earlier cause/,
  ],
  'one record twice': [
    (records, find) => records.splice(2, 0, ...records.slice(find('model.answered')).slice(0, 1)),
    /is there twice/,
  ],
  'a call that nobody decided': [
    (records) =>
      records.splice(
        records.findIndex(({ data }) => data.action === 'tool.call'),
        1,
      ),
    /was not allowed/,
  ],
  'a call that was denied': [
    (records) =>
      edit(
        records,
        records.findIndex(({ data }) => data.action === 'tool.call'),
        { data: { effect: 'deny' } },
      ),
    /was not allowed/,
  ],
  'other arguments than were decided on': [
    (records, find) =>
      edit(records, find('kairo.tool.invoke'), { data: { args: { path: 'made.txt', content: 'no' } } }),
    /was not allowed/,
  ],
  'another tool than was decided on': [
    (records, find) => edit(records, find('kairo.tool.invoke'), { data: { name: 'bash' } }),
    /was not allowed/,
  ],
  'one decision for two calls': [repeat('kairo.tool.invoke'), /was not allowed/],
  'a call without a result': [remove('kairo.tool.result'), /has no result/],
  'a result before its call': [
    (records, find) =>
      records.splice(find('kairo.tool.invoke') - 1, 0, ...records.splice(find('kairo.tool.result'), 1)),
    /has no result after it/,
  ],
  'two results of one call': [repeat('kairo.tool.result'), /has 2 results/],
  'an intent without an end': [remove('kairo.intent.ended'), /ends 0 times/],
  'an intent that ends twice': [repeat('kairo.intent.ended'), /ends 2 times/],
  'an intent that never began': [remove('kairo.intent.started'), /never began/],
  'a question before recall': [remove('memory.recalled'), /asks before recall/],
  'a question after memorizing': [
    (records, find) =>
      records.splice(find('model.requested'), 0, ...records.splice(find('memory.memorized'), 1)),
    /asks after memorizing/,
  ],
  'an end without memorizing': [remove('memory.memorized'), /before memorizing/],
};

test('the audit finds exactly the planted log faults', async () => {
  const sound = await soundLog();
  expect(getAudit(sound)).toEqual({ calls: 1, problems: [] });
  // In an unfinished run, a started action need not have ended.
  for (const length of sound.keys()) expect(getAudit(sound.slice(0, length)).problems).toEqual([]);
  for (const [what, [change, problem]] of Object.entries(planted)) {
    const records = [...sound];
    change(records, (type) => records.findIndex((record) => record.type === type));
    expect([what, getAudit(records).problems.some((each) => problem.test(each))]).toEqual([what, true]);
  }
});

const at = (records: RunRecord[], type: string, has: object = {}) =>
  records.findIndex(
    (record) =>
      record.type === type && Object.entries(has).every(([name, value]) => record.data[name] === value),
  );
/** Faults of an approval, with the expected problem. */
const plantedApprovals: Record<string, [(records: RunRecord[]) => void, RegExp]> = {
  'a call that nobody approved': [
    (records) => edit(records, at(records, 'approval.decided'), { data: { decision: 'deny' } }),
    /was not approved/,
  ],
  'an answer that is missing': [
    (records) => records.splice(at(records, 'approval.decided'), 1),
    /was not approved/,
  ],
  'a question that nobody asked': [
    (records) => records.splice(at(records, 'approval.requested'), 1),
    /answers what nobody asked/,
  ],
  'an answer for other arguments': [
    (records) =>
      edit(records, at(records, 'approval.decided'), { data: { arguments_sha256: '0'.repeat(64) } }),
    /answers what nobody asked/,
  ],
  'a question about other arguments': [
    (records) => edit(records, at(records, 'approval.requested'), { data: { arguments: { path: 'x' } } }),
    /asks about other arguments/,
  ],
  'an approval that came too late': [
    (records) => edit(records, at(records, 'approval.decided'), { time: '2030-01-01T00:00:00.000Z' }),
    /approves too late/,
  ],
  'a permission that names no approval': [
    (records) => {
      records.splice(at(records, 'approval.decided'), 1);
      const place = at(records, 'policy.decided', { action: 'tool.call', effect: 'allow' });
      const { approval_id: _, ...data } = records[place]?.data ?? {};
      const [allowed] = records.slice(place, place + 1);
      if (allowed) records[place] = { ...allowed, data };
    },
    /allows what nobody confirmed/,
  ],
  'a refusal that contradicts itself': [
    (records) => edit(records, at(records, 'approval.requested'), { data: { deny_effect: 'block' } }),
    /contradicts itself/,
  ],
};

test('the audit finds each tampered approval', async () => {
  const workshop = await openWorkshop(script);
  const order = workshop.order();
  const operator = { autoApprove: [], unlocked: [], approvalExpiresMs: 60_000 };
  const asking = {
    otherwise: 'leave' as const,
    ask: async ({ question: { id, data } }: { question: Question }): Promise<PersonsWord> => ({
      questionId: id,
      argumentsSha256: data.arguments_sha256,
      word: 'approve',
      name: 'grace',
      reason: '',
    }),
  };
  const message = { text: 'go', origin: 'user', tainted: false };
  const { runId } = await workshop.runtime.postMessage({ ...order, operator }, message, { asking });
  const sound = (await workshop.check(runId)).whole;
  expect(getAudit(sound)).toEqual({ calls: 1, problems: [] });
  for (const [what, [change, problem]] of Object.entries(plantedApprovals)) {
    const records = structuredClone(sound);
    change(records);
    expect([what, getAudit(records).problems.filter((each) => problem.test(each)).length > 0]).toEqual([
      what,
      true,
    ]);
  }
});

test('the audit replays all logs and names the broken one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { runtime, order, folder: place } = await openWorkshop(script);
  const { runId } = await runtime.postMessage(order(), { text: 'go', origin: 'user', tainted: false });
  const path = join(place, 'runs', runId, 'log.jsonl');
  const text = readFileSync(path, 'utf8');
  const put = (name: string, changed: string) =>
    writeFileSync(join(folder, name), JSON.stringify({ path: name, process: 1, text: changed, values: {} }));
  put('sound.json', text);
  const records = text.split('\n').length - 1;
  const sound = { logs: 1, processes: 1, records, calls: 1, unequal: [], problems: [] };
  expect(auditFolder(folder)).toEqual(sound);
  put('half.json', `${text}{"half of a li`);
  expect(auditFolder(folder)).toMatchObject({ logs: 2, unequal: [], problems: [] });
  // No other record refers to the last one, so only replay detects the change.
  put('changed.json', text.replace('"status":"answered"', '"status":"failed"'));
  const { logs, unequal } = auditFolder(folder);
  expect([logs, unequal]).toEqual([3, [expect.stringMatching(/^changed\.json: /)]]);
});
