import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { combineSettings } from '@agent-home/agent-runtime/definition';
import {
  AgentRuntime,
  answerRun,
  cancelRun,
  FileMemoryStore,
  FileRunStore,
  fixedPlace,
  openMemory,
  sessionContext,
  Vault,
} from '@agent-home/runtime-node';
import { logKey } from '@agent-home/runtime-node/state';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { findQuestion } from '../../../apps/cli/src/agents/approvals/find-questions.ts';
import { clearedAt } from '../../../apps/cli/src/agents/contexts/cleared-mark.ts';
import { keptIn } from '../../../apps/cli/src/agents/contexts/keep-context.ts';
import { memoryPlace } from '../../../apps/cli/src/agents/memory/memory-place.ts';
import { getMiss, readMisses } from '../../../apps/cli/src/agents/routing/misses.ts';
import { caseCount } from '../../support/case-count.ts';
import { observeNothing } from '../../support/run-logs/observed-environment.ts';
import { wordTo } from '../../system/runtime/support/answers.ts';
import { actor } from '../../system/runtime/support/interrupted.ts';
import {
  callingModel,
  type ShippedKind,
  type ShippedRun,
  shippedSession,
  shippedWords,
  shipRun,
} from './ship-run.ts';

/** Kinds of MACs of a shipped log. */
const macKinds = ['author’s', 'none', 'random', 'short', 'of another run of ours'] as const;
const locks = ['', '1 1 token', `${process.pid} - token`, 'garbage'] as const;

interface ShippedState {
  kind: ShippedKind;
  macs: (typeof macKinds)[number];
  lock: (typeof locks)[number] | undefined;
  calls: number;
  /** True to leave an approving answer in the inbox. */
  answers: boolean;
  memory: 'global' | 'project' | undefined;
}

const shippedState: fc.Arbitrary<ShippedState> = fc.record({
  kind: fc.constantFrom('calling', 'waiting', 'ended'),
  macs: fc.constantFrom(...macKinds),
  lock: fc.option(fc.constantFrom(...locks), { nil: undefined }),
  calls: fc.integer({ min: 1, max: 3 }),
  answers: fc.boolean(),
  memory: fc.option(fc.constantFrom('global', 'project'), { nil: undefined }),
});

interface Harm {
  effects: number;
  approved: number;
  recalled: number;
  /** Number of refusals by code. */
  codes: Map<string, number>;
}

function openProject() {
  // In memory if possible, because thousands of logs are synced.
  const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const root = realpathSync(mkdtempSync(join(memory, 'agent-home-shipped-')));
  const before = process.cwd();
  // Third-party logs are not part of the suite's logs.
  const observe = observeNothing();
  onTestFinished(() => {
    observe();
    process.chdir(before);
    rmSync(root, { recursive: true, force: true });
  });
  process.chdir(root);
  return { root, shipped: join(root, '.agent-home') };
}

/** Runs every user command for runs on a shipped one. */
async function useRun(runs: string, { runId, question }: ShippedRun, harm: Harm): Promise<void> {
  const store = new FileRunStore(runs);
  const { provider, acted } = actor({});
  const runtime = new AgentRuntime({ store, models: callingModel([]), providers: [provider] });
  const now = () => new Date().toISOString();
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: unknown };
      harm.codes.set(String(code), (harm.codes.get(String(code)) ?? 0) + 1);
      return undefined;
    }
  };
  const context = await attempt(() => sessionContext(store, { agent: 'careful', sessionId: shippedSession }));
  harm.recalled += (context as Awaited<ReturnType<typeof sessionContext>> | undefined)?.messages.length ?? 0;
  if (question) {
    await attempt(() => findQuestion(store, question.id));
    const answered = await attempt(() => answerRun(store, runId, { word: wordTo(question, 'approve'), now }));
    if (answered) harm.approved += 1;
  }
  await attempt(() => runtime.resume(runId));
  await attempt(() => cancelRun(store, runId, { reason: 'x', now }));
  harm.effects += acted.length;
}

/** Uses memory, contexts and misses as commands do in this project. */
async function usePlaces(root: string, harm: Harm, environment = process.env): Promise<void> {
  const settings = combineSettings({});
  for (const scope of ['global', 'project'] as const) {
    const place = memoryPlace(environment, { project: root }, scope);
    const open = {
      vault: new Vault(settings.vault, { environment, placeOf: fixedPlace(root, environment) }),
      log: () => undefined,
    };
    const { store } = await openMemory(settings, { backend: 'filesystem' }, place, open);
    harm.recalled += (await store.list('careful')).length;
  }
  harm.recalled += readMisses(environment).length;
  if (keptIn(environment, 'careful') !== undefined) harm.recalled += 1;
  if (clearedAt(environment, 'careful') !== Number.NEGATIVE_INFINITY) harm.effects += 1;
}

async function shipPlaces(shipped: string, root: string, scope: 'global' | 'project'): Promise<void> {
  const { space } = memoryPlace(process.env, { project: root }, scope);
  const store = new FileMemoryStore(join(shipped, 'memory', space));
  const [id, hash] = [randomBytes(32).toString('hex'), 'a'.repeat(64)];
  const origin = { run_id: 'run_shipped', seq: 1, hash };
  const entry = { id, agent: 'careful', session_id: shippedSession, text: shippedWords, origin };
  const { signal } = new AbortController();
  await store.memorize({ ...entry, tainted: false, time: new Date().toISOString() }, { signal });
  for (const folder of ['contexts', 'routes']) mkdirSync(join(shipped, folder), { recursive: true });
  writeFileSync(join(shipped, 'contexts/careful.json'), '{}');
  writeFileSync(join(shipped, 'contexts/careful.cleared'), new Date().toISOString());
  const miss = getMiss(shippedWords, { time: new Date(), chosen: 'careful', routed: undefined });
  writeFileSync(join(shipped, 'routes/misses.jsonl'), `${JSON.stringify(miss)}\n`);
}

function changeMacs(folder: string, macs: ShippedState['macs'], ofOurs: Buffer): void {
  const file = join(folder, 'log.mac');
  if (macs === 'none') rmSync(file);
  if (macs === 'random') writeFileSync(file, randomBytes(32 * 100));
  if (macs === 'short') writeFileSync(file, randomBytes(31));
  if (macs === 'of another run of ours') writeFileSync(file, ofOurs);
}

const nothing = (): Harm => ({ effects: 0, approved: 0, recalled: 0, codes: new Map() });

test('the user’s own runs act, are approved and are recalled', async () => {
  const { root, shipped } = openProject();
  const runs = join(shipped, 'runs');
  const harm = nothing();
  for (const kind of ['calling', 'waiting', 'ended'] as const)
    await useRun(runs, await shipRun(runs, { kind, runId: `run_${kind}`, key: logKey }), harm);
  expect([harm.effects, harm.approved]).toEqual([2, 1]);
  expect(harm.recalled).toBeGreaterThan(0);
  const named = nothing();
  await shipPlaces(shipped, root, 'global');
  await usePlaces(root, named, { ...process.env, AGENT_HOME_DATA: '.agent-home' });
  expect([named.recalled, named.effects]).toEqual([3, 1]);
});

test('shipped states have no effect, approval or recall', async () => {
  const { root, shipped } = openProject();
  const author = randomBytes(32);
  const ours = join(root, 'ours');
  await shipRun(ours, { kind: 'ended', runId: 'run_of_ours', key: logKey });
  const ofOurs = readFileSync(join(ours, 'run_of_ours/log.mac'));
  const harm = nothing();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(shippedState, async ({ kind, macs, lock, calls, answers, memory }) => {
      rmSync(shipped, { recursive: true, force: true });
      const runs = join(shipped, 'runs');
      const runId = `run_shipped_${++number}`;
      const names = Array.from({ length: calls }, () => 'act');
      const run = await shipRun(runs, { kind, runId, key: () => author, calls: names });
      const folder = join(runs, runId);
      changeMacs(folder, macs, ofOurs);
      if (lock !== undefined) writeFileSync(join(folder, 'lock.999'), lock);
      if (answers && run.question) {
        const answer = { kind: 'answer', ...wordTo(run.question, 'approve') };
        writeFileSync(join(folder, 'inbox/1.json'), JSON.stringify(answer));
      }
      if (memory) {
        await shipPlaces(shipped, root, memory);
        await usePlaces(root, harm);
      }
      await useRun(runs, run, harm);
    }),
    { numRuns: caseCount(1_000, 10_000) },
  );
  expect([harm.effects, harm.approved, harm.recalled]).toEqual([0, 0, 0]);
  expect([...harm.codes.keys()].sort()).toEqual(['log_not_authentic', 'run_is_written']);
}, 600_000);
