import { asJson, canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { replayLog } from '../../replay/replay-log.ts';
import { okOutcome, type Play, playRun, playTime } from '../../testing/play-run.ts';
import { type PrivateField, privateFields } from '../catalogue/private-fields.ts';
import { emptyLog, sealRecord } from '../chain/seal-record.ts';
import { RunVerifier } from '../chain/verify-run.ts';
import { LogError } from '../record/log-error.ts';
import { sampleStart } from '../testing/sample-log.ts';

const key = 'c'.repeat(64);
const args = { path: 'CANARY-arguments.txt' };
const hashOfArguments = sha256Hex(canonicalJsonBytes(args));

/** Texts of a played run that belong to each kind of content. */
const canaries: Record<PrivateField, readonly string[]> = {
  prompts: ['CANARY-prompts'],
  messages: ['CANARY-question', 'CANARY-answer', 'CANARY-thought', 'CANARY-context'],
  arguments: ['CANARY-arguments', hashOfArguments],
  results: ['CANARY-results'],
};

function play(fields: PrivateField[], changes: Partial<Play> = {}) {
  return playRun({
    started: {
      system_prompt: 'CANARY-prompts',
      context: [{ role: 'user', content: 'CANARY-context' }],
      event_level: 'verbose',
      operator: { auto_approve: ['safe'], unlocked: [], approval_expires_ms: 60_000 },
      ...(fields.length === 0 ? {} : { private_fields: fields, private_key: key }),
    },
    tools: [{ name: 'read_file', risk: 'medium' }],
    message: { text: 'CANARY-question' },
    answers: [
      {
        thought: 'CANARY-thought',
        content: '',
        calls: [{ name: 'read_file', arguments: JSON.stringify(args) }],
      },
      { content: 'CANARY-answer' },
    ],
    outcome: () => okOutcome('CANARY-results'),
    people: [
      (question) => {
        if (question.kind !== 'approval') throw new Error('no question of an approval');
        const { approval_id, arguments_sha256 } = question.data;
        const by = { kind: 'person' as const, name: 'Ann', via: 'terminal' as const };
        const data = { approval_id, arguments_sha256, decision: 'approve' as const, by, reason: '' };
        return { type: 'approval.decided', time: playTime, data };
      },
    ],
    ...changes,
  });
}

const codeOf = (act: () => unknown) => {
  try {
    act();
    return 'sound';
  } catch (error) {
    if (error instanceof LogError) return error.code;
    throw error;
  }
};

const isSealed = (text: string) => /^\["[0-9a-f]{64}",/.test(text);

describe('private content of a run', () => {
  test.each([...privateFields.map((field) => [field]), [...privateFields]])(
    'lines of a log commit to private %s and do not have them',
    (...fields) => {
      const { lines, state } = play(fields);
      expect(state.ended?.status).toBe('answered');
      const text = lines.join('\n');
      expect(text).not.toContain(key);
      for (const field of fields) for (const canary of canaries[field]) expect(text).not.toContain(canary);
      const open = privateFields.filter((field) => !fields.includes(field));
      // The kinds that are not private stay readable.
      for (const field of open) for (const canary of canaries[field]) expect(text).toContain(canary);
    },
  );

  test('a log with private content replays byte-equal and detects a changed value', () => {
    const { lines, find } = play([...privateFields]);
    expect(replayLog(lines, find).missing).toEqual([]);
    const [, reference] = /"answer":\{"\$beside":"([0-9a-f]{64})"/.exec(lines.at(-1) ?? '') ?? [];
    expect(find(reference ?? '')).toContain('CANARY-answer');
    const verify = (answer: string | undefined) => () => {
      const verifier = new RunVerifier((sha256) => (sha256 === reference ? answer : find(sha256)));
      for (const line of lines) verifier.take(line);
    };
    expect(codeOf(verify(find(reference ?? '')))).toBe('sound');
    expect(codeOf(verify(find(reference ?? '')?.replace('answer', 'lie')))).toBe('wrong_value');
    expect(codeOf(verify(undefined))).toBe('missing_value');
  });

  test('the same words twice give different commitments, and so does another run', () => {
    const collect = (privateKey: string) => {
      const { lines } = play(['messages', 'results'], {
        started: { private_fields: ['messages', 'results'], private_key: privateKey },
        people: [],
        tools: [{ name: 'read_file' }],
      });
      return [...lines.join('\n').matchAll(/"\$beside":"([0-9a-f]{64})"/g)].map(([, sha256]) => sha256);
    };
    const [one, other] = [collect(key), collect('d'.repeat(64))];
    // `call.finished` and `kairo.tool.result` have the same outcome.
    expect(new Set(one).size).toBe(one.length);
    expect(one.filter((sha256) => other.includes(sha256))).toEqual([]);
  });

  test('ids of questions do not let anybody guess private arguments', () => {
    const idOf = (fields: PrivateField[]) => {
      const { lines } = play(fields);
      return /"approval_id":"(ask_[0-9a-f]{32})"/.exec(lines.join('\n'))?.[1];
    };
    expect(idOf([])).toMatch(/^ask_/);
    expect(idOf(['arguments'])).toMatch(/^ask_/);
    expect(idOf(['arguments'])).not.toBe(idOf([]));
  });

  test('a copy without private values verifies, and names what it lacks', () => {
    for (const fields of [['arguments'], ['results'], ['messages'], ['prompts'], [...privateFields]]) {
      const { lines, find } = play(fields as PrivateField[]);
      const findSent = (sha256: string) => {
        const text = find(sha256);
        return text === undefined || isSealed(text) ? undefined : text;
      };
      const verifier = new RunVerifier(findSent, { isCopy: true });
      const records = lines.map((line) => verifier.take(line));
      const text = JSON.stringify(records);
      for (const field of fields as PrivateField[])
        for (const canary of canaries[field]) expect(text).not.toContain(canary);
      const lacking = records.filter(({ seq }) => verifier.withheld.has(seq)).map(({ type }) => type);
      expect(lacking).toContain('run.started');
      if (fields.includes('results'))
        expect(records.find(({ type }) => type === 'kairo.tool.result')?.data.result).toEqual({
          status: 'ok',
          content: [],
          metadata: {},
        });
      if (fields.includes('arguments'))
        expect(records.find(({ type }) => type === 'kairo.tool.invoke')?.data.args).toEqual({});
      // A log that has to be whole lacks values.
      expect(codeOf(() => new RunVerifier(findSent).take(lines[0] ?? ''))).toBe('missing_value');
    }
  });

  test('a copy without arguments still needs decisions about each call', () => {
    const { lines, find } = play(['arguments']);
    const withoutDecisions = (isKept: (record: { type: string }) => boolean) => {
      const verifier = new RunVerifier(() => undefined, { isCopy: true });
      let seq = 0;
      let prev = '0'.repeat(64);
      for (const line of lines) {
        const record = JSON.parse(line) as Record<string, unknown> & { type: string };
        if (!isKept(record)) continue;
        const id = `run_played:${seq}`;
        const cause = seq === 0 ? {} : { causationId: 'run_played:0' };
        const changed = new TextDecoder().decode(
          canonicalJsonBytes({ ...record, ...cause, id, seq, prev } as never),
        );
        verifier.take(changed);
        prev = sha256Hex(new TextEncoder().encode(changed));
        seq++;
      }
    };
    expect(codeOf(() => withoutDecisions(() => true))).toBe('sound');
    expect(codeOf(() => withoutDecisions(({ type }) => type !== 'policy.decided'))).toBe('not_decided');
    expect(codeOf(() => withoutDecisions(({ type }) => type !== 'approval.decided'))).toBe('not_decided');
    expect(find(hashOfArguments)).toBeUndefined();
  });

  test('a forked run keeps the messages of its checkpoint private', () => {
    const origin = { run_id: 'run_origin', seq: 4, hash: 'a'.repeat(64) };
    const start = { origin, node: 'n', task: 'CANARY', tainted: false, values: {}, visits: {}, contexts: [] };
    const graph = { entry: 'n', nodes: [{ name: 'n' }], edges: [], start };
    const data = { ...sampleStart(), graph, private_fields: ['messages'], private_key: key };
    const draft = {
      type: 'run.started',
      data: asJson(data),
      privacy: { fields: ['messages'] as const, key },
    };
    const { line } = sealRecord(emptyLog, { runId: 'run_sample', source: 's' }, playTime, draft);
    expect(line).not.toContain('CANARY');
    const verifier = new RunVerifier(() => undefined, { isCopy: true });
    expect(verifier.take(line).data.graph).toMatchObject({ entry: 'n' });
    expect(verifier.withheld.get(0)).toContain('graph.start');
  });

  test('a copy shows a value that was too large for its home as withheld', () => {
    const { lines, find } = play([], { outcome: () => okOutcome('y'.repeat(50_000)) });
    const verifier = new RunVerifier((sha256) => (find(sha256)?.includes('yyy') ? undefined : find(sha256)), {
      isCopy: true,
    });
    for (const line of lines) verifier.take(line);
    expect([...verifier.withheld.values()].flat()).toEqual([
      'outcome.content',
      'result.content',
      'prompt.messages',
    ]);
  });
});
