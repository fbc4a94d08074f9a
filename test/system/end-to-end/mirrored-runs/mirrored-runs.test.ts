import { largestValueInLog, verifyLog } from '@agent-home/agent-runtime/run-log';
import type { MirroredRecords, MirroredRun, RunList } from '@agent-home/http-contract';
import { keepHouse } from '@agent-home/platform';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStream } from '../../../support/event-stream.ts';
import { eventually } from '../../../support/eventually.ts';
import { newOwner } from '../../../support/look.ts';
import { agentOf, copyOf, getRuns, readRuns } from '../../../support/mirrored-runs.ts';
import { expectProblem } from '../../../support/problems.ts';
import { type Answer, RawAgent } from '../../../support/raw-agent.ts';
import { linesOf, sealDrafts, sealRun } from '../../../support/sealed-run.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
let olga: string;
let otto: string;
let ada: RawAgent;
let oz: RawAgent;

const moveIn = (id: string, token: string) => agentOf(home, id, token);

const send = (
  agent: RawAgent,
  runId: string,
  from_seq: number,
  records: readonly string[],
  more: { values?: readonly string[]; to?: string } = {},
): Promise<Answer> => {
  const { values, to } = more;
  const body = { from_seq, records, ...(values === undefined ? {} : { values }) };
  return agent.call(
    'POST',
    `/v1/runs/${runId}/records`,
    body,
    to === undefined ? {} : { to, signedAs: { url: to } },
  );
};

const read = (token: string | undefined, path: string, method?: string) =>
  readRuns(home, token, path, method);
const get = <Body>(token: string, path: string) => getRuns<Body>(home, token, path);
const copy = (token: string, runId: string, limit?: number) => copyOf(home, token, runId, limit);

beforeAll(async () => {
  home = await startHome({
    environment: {
      AGENT_HOME_AGENT_RUN_BYTES: String(2 * 1024 ** 2),
      AGENT_HOME_RUN_BYTES: String(1024 ** 2),
    },
  });
  olga = await newOwner(home, 'olga');
  otto = await newOwner(home, 'otto');
  ada = await moveIn('ada', olga);
  oz = await moveIn('oz', otto);
}, 60_000);
afterAll(() => home.close());

describe('mirrored runs', () => {
  test('a copy becomes equal to its log, however its batches arrive', async () => {
    const lines = linesOf(sealRun({ runId: 'run_batches', agentId: 'ada', pieces: 40 }));
    const second = await home.startSecondApi();
    const part = (from: number, to: number) => lines.slice(from, to);
    expect((await send(ada, 'run_batches', 0, [])).body).toEqual({ run_id: 'run_batches', next_seq: 0 });
    // A batch that arrives before the one it follows is refused, and nothing of it stays.
    const early = await send(ada, 'run_batches', 10, part(10, 20));
    expectProblem(early, 'run_records_missing');
    expect(early.status).toBe(409);
    expect(String(early.body.detail)).toContain('is 0, not 10');
    expect((await send(ada, 'run_batches', 0, part(0, 10))).body.next_seq).toBe(10);
    // The response was lost: the same batch, a part of it, and one that overlaps.
    expect((await send(ada, 'run_batches', 0, part(0, 10))).body.next_seq).toBe(10);
    expect((await send(ada, 'run_batches', 3, part(3, 7))).body.next_seq).toBe(10);
    expect((await send(ada, 'run_batches', 5, part(5, 25), { to: second.url })).body.next_seq).toBe(25);
    await second.close();
    // Two senders at once, as after a restart of one that still had a request under way.
    const both = await Promise.all([
      send(ada, 'run_batches', 25, part(25, 35)),
      send(ada, 'run_batches', 20, part(20, 30)),
      send(ada, 'run_batches', 25, part(25, 28)),
    ]);
    for (const { status } of both) expect(status).toBe(200);
    const { status, body } = await send(ada, 'run_batches', 0, lines);
    expect([status, body.next_seq]).toEqual([200, lines.length]);
    expect(await copy(olga, 'run_batches', 7)).toEqual(lines);
    expect(verifyLog(await copy(olga, 'run_batches')).head).toEqual({ seq: lines.length, hash: body.head });
    const run = await get<MirroredRun>(olga, '/v1/runs/run_batches');
    expect(run).toMatchObject({
      agent_id: 'ada',
      state: 'answered',
      asked: 'How is the weather?',
      tools: ['home.say'],
      models: ['small'],
      usage: { input_tokens: 120, output_tokens: 30, tool_calls: 1, rounds: 1, cost: 0.25 },
      next_seq: lines.length,
    });
  });

  test('refuses another record for a known number and reports it', async () => {
    const startedAt = new Date();
    const one = linesOf(sealRun({ runId: 'run_forked', agentId: 'ada', startedAt }));
    const other = linesOf(sealRun({ runId: 'run_forked', agentId: 'ada', startedAt, asked: 'Who pays?' }));
    await send(ada, 'run_forked', 0, one.slice(0, 4));
    const refused = await send(ada, 'run_forked', 0, other);
    expectProblem(refused, 'run_history_conflict');
    expect(refused.status).toBe(409);
    // Also without the differing record: the next one names another one before it.
    expectProblem(await send(ada, 'run_forked', 4, other.slice(4)), 'run_history_conflict');
    expect(await copy(olga, 'run_forked')).toEqual(one.slice(0, 4));
    const run = await get<MirroredRun>(olga, '/v1/runs/run_forked');
    expect(run.conflict).toMatchObject({ seq: 1 });
    expect(run.conflict?.sha256).not.toBe(run.conflict?.known_sha256);
    const acts = await home.admin('GET', '/v1/admin/audit/acts?action=run.conflict&target=runs/run_forked');
    expect(acts).toMatchObject({
      intact: true,
      items: [{ actor: { kind: 'agent', id: 'ada' }, details: { seq: 1 } }],
    });
    expect(acts.items).toHaveLength(1);
    const [reported] = await home.open.platform.database.execute(
      sql`select code, count from verification_failures where object_key = 'runs/run_forked'`,
    );
    expect(reported).toEqual({ code: 'equivocation', count: 2 });
    expect((await send(ada, 'run_forked', 4, one.slice(4))).body.next_seq).toBe(one.length);
  });

  test('stores only records of one valid log', async () => {
    const lines = linesOf(sealRun({ runId: 'run_broken', agentId: 'ada' }));
    const foreign = linesOf(sealRun({ runId: 'run_elsewhere', agentId: 'ada' }));
    const startedAt = new Date(Date.now() + 2 * 86_400_000);
    const ofTheFuture = linesOf(sealRun({ runId: 'run_broken', agentId: 'ada', startedAt }));
    const otherAgent = linesOf(sealRun({ runId: 'run_broken', agentId: 'oz' }));
    const [start = ''] = lines;
    const table: [string, readonly string[]][] = [
      ['no start', lines.slice(1)],
      ['a record left out', lines.toSpliced(2, 1)],
      ['two in another order', [0, 2, 1].map((seq) => lines[seq] ?? '')],
      ['a record of another run', foreign],
      ['a run of another agent', otherAgent],
      ['a run of the future', ofTheFuture],
      ['a changed byte', [start, (lines[1] ?? '').replace('weather', 'whether'), ...lines.slice(2)]],
      ['no JSON', [start, 'nonsense']],
      ['a line break', [`${start}\n`]],
      ['blanks', [start.replace('"seq":0', '"seq": 0')]],
      [
        'a deep value',
        [start.replace('"definition":{}', `"definition":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)],
      ],
      ['an unknown type', [start.replace('run.started', 'run.begun')]],
      [
        'another source',
        sealDrafts({ runId: 'run_broken', agentId: 'ada' }, [])
          .map(({ line }) => line)
          .concat(start, (lines[1] ?? '').replace('runtime/ada', 'runtime/eve')),
      ],
    ];
    for (const [what, records] of table) {
      const answer = await send(ada, 'run_broken', 0, records);
      expect([what, answer.status, answer.body.code]).toEqual([what, 422, 'run_record_invalid']);
    }
    expectProblem(await read(olga, '/v1/runs/run_broken'), 'not_found');
  });

  test('values next to a log are kept if its records name them', async () => {
    const asked = `Long \u0000 “${'ü'.repeat(largestValueInLog)}”`;
    const sealed = sealRun({ runId: 'run_values', agentId: 'ada', asked });
    const values = sealed.flatMap(({ beside }) => [...beside.values()]);
    expect(values).not.toEqual([]);
    const answer = await send(ada, 'run_values', 0, linesOf(sealed), { values: [...values, 'unnamed'] });
    expect(answer.status).toBe(200);
    expect((await get<MirroredRun>(olga, '/v1/runs/run_values')).asked).toMatch(/^Long . “ü+/);
    const part = await get<MirroredRecords>(olga, '/v1/runs/run_values/records');
    expect(part.records.map(({ text }) => text)).toEqual(linesOf(sealed));
    expect(new Map(part.values.map(({ sha256, text }) => [sha256, text]))).toEqual(
      new Map(sealed.flatMap(({ beside }) => [...beside])),
    );
  });

  test('an agent’s run takes no other agent’s id', async () => {
    const startedAt = new Date();
    const first = linesOf(sealRun({ runId: 'run_shared_id', agentId: 'oz', startedAt }));
    const own = linesOf(sealRun({ runId: 'run_shared_id', agentId: 'ada', startedAt }));
    await send(oz, 'run_shared_id', 0, first);
    expect((await send(ada, 'run_shared_id', 0, [])).body.next_seq).toBe(0);
    expect((await send(ada, 'run_shared_id', 0, own)).body.next_seq).toBe(own.length);
    expect(await copy(olga, 'run_shared_id')).toEqual(own);
    expect(await copy(otto, 'run_shared_id')).toEqual(first);
    expectProblem(await read(home.secrets.adminToken, '/v1/runs/run_shared_id'), 'ambiguous_run');
    const chosen = await get<MirroredRun>(home.secrets.adminToken, '/v1/runs/run_shared_id?agent_id=oz');
    expect(chosen.agent_id).toBe('oz');
  });

  test('shows runs to their owner and the office, and to outsiders nothing', async () => {
    await send(ada, 'run_private', 0, linesOf(sealRun({ runId: 'run_private', agentId: 'ada' })));
    for (const token of [olga, home.secrets.adminToken])
      expect((await read(token, '/v1/runs/run_private?agent_id=ada')).status).toBe(200);
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/records'],
      ['GET', '/stream'],
      ['DELETE', ''],
    ] as const)
      for (const token of [otto, undefined, 'nonsense']) {
        const [there, absent] = await Promise.all(
          ['run_private', 'run_nowhere'].map((id) => read(token, `/v1/runs/${id}${rest}`, method)),
        );
        expect(there?.body).toEqual(absent?.body);
        expect(there?.status).toBe(token === otto ? 404 : 401);
      }
    const seen = await get<RunList>(otto, '/v1/runs?delegated=false');
    expect(seen.items.every(({ agent_id }) => agent_id === 'oz')).toBe(true);
    expect(seen.values.agents).toEqual(['oz']);
    expect((await get<RunList>(otto, '/v1/runs?agent_id=ada')).items).toEqual([]);
    // An agent does not read runs, not even its own.
    expect((await ada.call('GET', '/v1/runs/run_private')).status).toBe(401);
  });

  test('finds runs by agent, state, tool, model, code, text, time and trace', async () => {
    const day = (days: number) => new Date(Date.now() - days * 86_400_000);
    const mirror = async (run: Parameters<typeof sealRun>[0]) =>
      send(oz, run.runId, 0, linesOf(sealRun(run)));
    await mirror({
      runId: 'run_rain',
      agentId: 'oz',
      tool: 'web.fetch',
      model: 'large',
      startedAt: day(3),
      asked: 'Does it rain in 100% of Ōsaka?',
    });
    await mirror({ runId: 'run_fails', agentId: 'oz', failedWith: 'loop_detected', startedAt: day(2) });
    await mirror({ runId: 'run_child', agentId: 'oz', parent: 'run_rain', startedAt: day(1), isOpen: true });
    const found = async (query: string) => {
      const { items, total } = await get<RunList>(otto, `/v1/runs?${query}`);
      expect(total).toBe(items.length);
      return items.map(({ run_id }) => run_id).filter((id) => id !== 'run_shared_id');
    };
    expect(await found('agent_id=oz')).toEqual(['run_child', 'run_fails', 'run_rain']);
    expect(await found('state=running')).toEqual(['run_child']);
    expect(await found('state=failed')).toEqual(['run_fails']);
    expect(await found('tool=web.fetch')).toEqual(['run_rain']);
    expect(await found('model=large')).toEqual(['run_rain']);
    expect(await found('code=loop_detected')).toEqual(['run_fails']);
    expect(await found(`q=${encodeURIComponent('100% of ō')}`)).toEqual(['run_rain']);
    expect(await found('q=%25rain')).toEqual([]);
    expect(await found(`since=${day(2.5).toISOString()}&until=${day(0.5).toISOString()}`)).toEqual([
      'run_child',
      'run_fails',
    ]);
    expect(await found('delegated=true')).toEqual(['run_child']);
    expect(await found('parent=run_rain')).toEqual(['run_child']);
    const { trace_id: trace } = await get<MirroredRun>(otto, '/v1/runs/run_rain');
    expect(await found(`trace=${trace}`)).toEqual(['run_rain']);
    const pages: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: RunList = await get(otto, `/v1/runs?limit=1${cursor && `&cursor=${cursor}`}`);
      pages.push(...page.items.map(({ run_id }) => run_id));
      cursor = page.next_cursor;
    }
    expect(pages.filter((id) => id !== 'run_shared_id')).toEqual(['run_child', 'run_fails', 'run_rain']);
    expect((await get<RunList>(otto, '/v1/runs')).values).toMatchObject({
      agents: ['oz'],
      codes: ['loop_detected'],
      models: ['large', 'small'],
    });
  });

  test('erases texts of a run and keeps its hashes', async () => {
    const lines = linesOf(sealRun({ runId: 'run_erased', agentId: 'ada', asked: 'My secret is plum.' }));
    await send(ada, 'run_erased', 0, lines.slice(0, 4));
    const before = await get<MirroredRecords>(olga, '/v1/runs/run_erased/records');
    const erased = await read(olga, '/v1/runs/run_erased', 'DELETE');
    expect(erased).toMatchObject({ status: 200, body: { records: 4, agent_id: 'ada' } });
    // The log grows on, and is sent again from its start.
    expect((await send(ada, 'run_erased', 0, lines)).body.next_seq).toBe(lines.length);
    const after = await get<MirroredRecords>(olga, '/v1/runs/run_erased/records');
    expect(after.records.slice(0, 4)).toEqual(before.records.map(({ seq, sha256 }) => ({ seq, sha256 })));
    expect(after.records.every(({ text }) => text === undefined)).toBe(true);
    const run = await read(olga, '/v1/runs/run_erased');
    expect(run.body).toMatchObject({ state: 'answered', asked: '', tools: [], models: [] });
    expect(JSON.stringify(run.body)).not.toMatch(/plum|home\.say/);
    const rows = await home.open.platform.database.execute(
      sql`select * from runs where run_id = 'run_erased'`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/plum|home\.say/);
    const acts = await home.admin('GET', '/v1/admin/audit/acts?action=run.erase');
    expect(acts.items).toMatchObject([{ target: 'runs/run_erased' }]);
    const other = linesOf(sealRun({ runId: 'run_erased', agentId: 'ada', asked: 'My secret is a plum.' }));
    expectProblem(await send(ada, 'run_erased', 0, other), 'run_history_conflict');
  });

  test('an agent that leaves with its content leaves no text of a run', async () => {
    const leo = await moveIn('leo', olga);
    for (const name of Array.from({ length: 22 }, (_, index) => `run_of_leo_${index}`))
      await send(leo, name, 0, linesOf(sealRun({ runId: name, agentId: 'leo' })));
    const withdrawn = await fetch(`${home.url}/v1/agents/leo/withdrawal`, {
      method: 'POST',
      headers: { authorization: `Bearer ${olga}`, 'content-type': 'application/json' },
      body: JSON.stringify({ objects: 'erase' }),
    });
    expect(withdrawn.ok).toBe(true);
    expectProblem(await send(leo, 'run_of_leo_0', 0, []));
    await eventually(async () => {
      const [left] = await home.open.platform.database.execute(
        sql`select count(*)::integer as texts from run_records where agent_id = 'leo' and text is not null`,
      );
      expect(left).toEqual({ texts: 0 });
    }, 20_000);
  });

  test('keeps runs for as long as the operator says', async () => {
    const days = home.open.platform.config.runDays;
    const old = new Date(Date.now() - (days + 1) * 86_400_000);
    const late = await send(
      ada,
      'run_of_last_year',
      0,
      linesOf(sealRun({ runId: 'run_of_last_year', agentId: 'ada', startedAt: old })),
    );
    expectProblem(late, 'run_too_old');
    await send(ada, 'run_expires', 0, linesOf(sealRun({ runId: 'run_expires', agentId: 'ada' })));
    await send(ada, 'run_stays', 0, linesOf(sealRun({ runId: 'run_stays', agentId: 'ada' })));
    const { database } = home.open.platform;
    await database.execute(
      sql`update runs set received_at = ${old.toISOString()}::timestamptz where run_id = 'run_expires'`,
    );
    await keepHouse(home.open.platform);
    expectProblem(await read(olga, '/v1/runs/run_expires'), 'not_found');
    expect((await read(olga, '/v1/runs/run_stays')).status).toBe(200);
    const left = await database.execute(sql`select 1 from run_records where run_id = 'run_expires'`);
    expect(left).toHaveLength(0);
  });

  test('refuses batches and runs above their limits, with a remedy', async () => {
    const eve = await moveIn('eve', otto);
    const long = sealRun({ runId: 'run_too_long', agentId: 'eve', pieces: 190 });
    const padded = (runId: string, letters: number) =>
      sealDrafts({ runId, agentId: 'eve' }, [
        ...sealRun({ runId, agentId: 'eve', isOpen: true, pieces: 0 })
          .slice(0, 1)
          .map(({ record }) => ({ type: record.type, data: record.data })),
        ...Array.from({ length: letters }, () => ({
          type: 'model.delta',
          data: { model_call_id: 'm', content: 'x'.repeat(30_000) },
        })),
      ]);
    const tooMany = await send(
      eve,
      'run_too_long',
      0,
      Array.from({ length: 201 }, () => '{}'),
    );
    expectProblem(tooMany, 'invalid_request');
    const tooLong = await send(eve, 'run_too_long', 0, [`"${'x'.repeat(1024 ** 2)}"`]);
    expectProblem(tooLong, 'invalid_request');
    const tooLarge = await send(eve, 'run_large', 0, linesOf(padded('run_large', 80)));
    expectProblem(tooLarge, 'invalid_input');
    const large = linesOf(padded('run_large', 40));
    const overRun = await send(eve, 'run_large', 0, large);
    expectProblem(overRun, 'run_quota_exceeded');
    expect([overRun.status, overRun.headers.get('retry-after')]).toEqual([429, '3600']);
    for (const name of ['one', 'two'])
      expect((await send(eve, `run_part_${name}`, 0, linesOf(padded(`run_part_${name}`, 33)))).status).toBe(
        200,
      );
    expectProblem(
      await send(eve, 'run_part_three', 0, linesOf(padded('run_part_three', 33))),
      'run_quota_exceeded',
    );
    // The owner makes room.
    await read(otto, '/v1/runs/run_part_one', 'DELETE');
    expect((await send(eve, 'run_part_three', 0, linesOf(padded('run_part_three', 33)))).status).toBe(200);
    expect((await send(eve, 'run_too_long', 0, linesOf(long))).status).toBe(200);
    const stranger = RawAgent.stranger(home, 'newcomer');
    await stranger.register();
    expectProblem(await send(stranger, 'run_newcomer', 0, []), 'not_admitted');
    for (const id of ['../x', 'Run_upper', 'run', `run_${'x'.repeat(80)}`])
      expect((await send(ada, encodeURIComponent(id), 0, [])).status).toBe(422);
  });

  test('streams the numbers of new records to readers', async () => {
    const lines = linesOf(sealRun({ runId: 'run_live', agentId: 'ada' }));
    await send(ada, 'run_live', 0, lines.slice(0, 2));
    const asked = { role: 'owner', owner_id: 'olga', label: 'short' };
    const made = await home.admin('POST', '/v1/admin/tokens', asked);
    const second = await home.startSecondApi();
    const stream = await openStream(second.url, String(made.token), {}, '/v1/runs/run_live/stream');
    await eventually(() => expect(stream.events).toMatchObject([{ event: 'hello' }]));
    await send(ada, 'run_live', 2, lines.slice(2, 5));
    await send(oz, 'run_live', 0, linesOf(sealRun({ runId: 'run_live', agentId: 'oz' })));
    await send(ada, 'run_live', 5, lines.slice(5));
    await eventually(() =>
      expect(stream.events.slice(1)).toEqual([
        { event: 'records', data: { next_seq: 5 } },
        { event: 'records', data: { next_seq: lines.length } },
      ]),
    );
    await home.admin('DELETE', `/v1/admin/tokens/${String(made.token_id)}`);
    expect(await stream.ended).toBe(true);
    await second.close();
  });
});
