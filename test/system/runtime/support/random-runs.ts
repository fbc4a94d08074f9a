import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentRuntime, type Asking, FileRunStore } from '@agent-home/runtime-node';
import fc from 'fast-check';
import { expect } from 'vitest';
import { HostileTools } from './hostile-tools.ts';
import { judgeLog } from './judge-log.ts';
import { type RandomAnswer, randomScript, scriptedModel } from './random-models.ts';
import { referenceOrder } from './reference-order.ts';

export interface Seen {
  runs: number;
  /** Number of calls that reached their tool. */
  calls: number;
  /** Number of calls that an approver allowed. */
  approved: number;
  /** Number of runs by end code. */
  codes: Map<string, number>;
}

interface Plan {
  script: RandomAnswer[];
  tainted: boolean;
  /** Record at which the run is cancelled, if it gets so far. */
  cancelAt: number;
  level: 'minimal' | 'standard' | 'verbose';
  maxToolCalls: number;
  /** Replies of the approvers; undefined without approvers. */
  people: ('approve' | 'deny' | 'nothing' | 'wrong')[] | undefined;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  script: randomScript,
  tainted: fc.boolean(),
  cancelAt: fc.oneof({ weight: 4, arbitrary: fc.constant(1e9) }, { weight: 1, arbitrary: fc.nat(60) }),
  level: fc.constantFrom('minimal', 'standard', 'verbose'),
  maxToolCalls: fc.constantFrom(3, 20),
  people: fc.option(
    fc.array(fc.constantFrom('approve', 'approve', 'deny', 'nothing', 'wrong'), {
      minLength: 1,
      maxLength: 5,
    }),
    { nil: undefined },
  ),
});

/** Returns approvers that reply one after another and then stay silent: the run may not wait for them. */
function asking(people: NonNullable<Plan['people']>): Asking {
  const left = [...people];
  return {
    otherwise: 'fail',
    async ask({ question: { id, data } }) {
      const word = left.shift() ?? 'nothing';
      if (word === 'nothing') return undefined;
      const isWrong = word === 'wrong';
      return {
        questionId: id,
        argumentsSha256: isWrong ? '0'.repeat(64) : data.arguments_sha256,
        word: isWrong ? 'approve' : word,
        name: 'grace',
        reason: '',
      };
    },
  };
}

/**
 * Returns the results of random runs, each of them judged.
 * @param batches of twenty concurrent runs
 */
export async function runRandomly(batches: number, seed?: number): Promise<Seen> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-random-'));
  const seen: Seen = { runs: 0, calls: 0, approved: 0, codes: new Map() };
  const runOne = async ({ script, tainted, cancelAt, level, maxToolCalls, people }: Plan) => {
    const store = new FileRunStore(folder);
    const tools = new HostileTools();
    const runtime = new AgentRuntime({ store, models: scriptedModel(script), providers: [tools] });
    // A hanging call alone gets a short timeout, because a busy machine must not end other runs.
    const timeoutMs = script.some(({ kind }) => kind === 'hangs') ? 500 : 60_000;
    const cancelling = new AbortController();
    let heard = 0;
    runtime.on('**', () => {
      if (++heard > cancelAt) cancelling.abort();
      // Failures of a handler must not affect the run.
      if (heard % 3 === 0) throw new Error('a bad handler');
      return heard % 3 === 1 ? new Promise(() => {}) : Promise.reject(new Error('a bad promise'));
    });
    const order = referenceOrder({
      tools: { deny: ['is-denied'] },
      limits: { maxTokens: 100_000, maxToolCalls, timeoutMs },
      observability: { trace: true, costTracking: true, eventLevel: level },
    });
    order.model.contextWindow = 200_000;
    const message = { text: 'go', origin: 'user', tainted };
    if (people) order.operator.approvalExpiresMs = 60_000;
    const { runId } = await runtime.postMessage(order, message, {
      signal: cancelling.signal,
      ...(people ? { asking: asking(people) } : {}),
    });
    const { state, whole, missing } = judgeLog(await store.read(runId));
    expect(missing).toEqual([]);
    expect(state.ended).toBeDefined();
    const invoked = whole.filter(({ type }) => type === 'kairo.tool.invoke').map(({ data }) => data.name);
    // Each action follows its invocation, once for each call, in the same order; a denied call has neither.
    let next = 0;
    for (const name of invoked) if (tools.acted[next] === name) next++;
    expect([next, tools.acted.length, invoked]).toEqual([tools.acted.length, tools.acted.length, invoked]);
    expect(invoked).not.toContain('is_denied');
    seen.runs++;
    seen.calls += tools.acted.length;
    for (const { type, data } of whole)
      if (type === 'approval.decided' && data.decision === 'approve') seen.approved++;
    const code = state.ended?.code ?? 'answered';
    seen.codes.set(code, (seen.codes.get(code) ?? 0) + 1);
  };
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 20, maxLength: 20 }), async (plans) => {
        const settled = await Promise.allSettled(plans.map(runOne));
        for (const each of settled) if (each.status === 'rejected') throw each.reason;
      }),
      { numRuns: batches, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return seen;
}
