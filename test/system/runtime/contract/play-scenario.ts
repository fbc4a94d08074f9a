import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelPort, RunStore } from '@agent-home/agent-runtime';
import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import {
  AgentRuntime,
  type Asking,
  createNativeTools,
  type FindModel,
  type RunSetup,
  routeModels,
  sessionContext,
} from '@agent-home/runtime-node';
import { expect } from 'vitest';
import { said } from '../../../security/boards/doubled-effects/saying-tools.ts';
import { eventually } from '../../../support/eventually.ts';
import { openWorkshop } from '../support/reference-home.ts';
import { emulatedModels } from '../support/reference-order.ts';
import type { RuntimeScenario } from './scenarios.ts';
import { WaitingTools } from './waiting-tools.ts';

/** Runtime under test: its selector, and its port for a scripted model. */
export interface PlayedRuntime {
  selector: string;
  open(find: FindModel, native: ModelPort): ModelPort;
}

export interface Played {
  /** Records of the last run that must be equal for all runtimes, without times and amounts. */
  events: unknown[];
  end: string;
  answer: string | undefined;
  results: string[];
  /** Events of the runtime that have no record of their own. */
  steps: string[];
  /** All records of the last run. */
  whole: readonly RunRecord[];
  /** Messages of failures, which explain an unexpected end. */
  failures: string[];
  said: string[];
  /** Conversations that the model was shown, in order. */
  shown: unknown[];
}

export const nativeRuntime: PlayedRuntime = { selector: 'native', open: (_, native) => native };

const runId = (index: number) => `run_${String(index).padStart(25, '0')}`;

/** Plays a scenario on a runtime. Every log is judged: its schemas, its decisions, and its replay byte for byte. */
export async function playScenario(
  scenario: RuntimeScenario,
  runtime: PlayedRuntime,
  wrap: (store: RunStore) => RunStore = (store) => store,
): Promise<Played> {
  const { timeoutMs = 10_000, messages = ['go'], files = {}, faults = [] } = scenario;
  const workshop = await openWorkshop(scenario.script, {
    providers: (project) => [
      createNativeTools({ projectFolder: project }),
      new WaitingTools(join(project, '..', 'said')),
    ],
  });
  const { emulator, project, folder, store, tools } = workshop;
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
  emulator.setFaults(faults);
  const url = `${emulator.url}/v1`;
  const find: FindModel = (provider, name) => ({ provider, name, url, fallbacks: [], timeoutMs });
  const native = emulatedModels(emulator.url, { timeoutMs });
  const { selector } = runtime;
  const models = routeModels(native, selector === 'native' ? {} : { [selector]: runtime.open(find, native) });
  const cancelling = new AbortController();
  const playing = new AgentRuntime({
    store: wrap(store),
    models,
    providers: tools,
    asking: person(scenario),
  });
  if (scenario.cancels)
    playing.on('model.requested', async () => {
      // Another program passes the request on, and the model shall have it in every runtime.
      await eventually(() => expect(emulator.journal()).not.toEqual([]));
      cancelling.abort();
    });
  let whole: RunRecord[] = [];
  for (const [index, text] of messages.entries()) {
    const past = await sessionContext(store, { agent: 'careful', sessionId: 'session-1' });
    const order: RunSetup = workshop.order(
      { ...scenario.order, context: past.messages, tainted: past.tainted },
      { ...scenario.definition, runtime: { selector, params: {} } },
    );
    const message = { text, origin: 'user', tainted: false };
    await playing.postMessage(order, message, { runId: runId(index), signal: cancelling.signal });
    ({ whole } = await workshop.check(runId(index)));
  }
  return {
    ...summarize(whole),
    whole,
    said: said(join(folder, 'said')).map((line) => line.replace(/^\S+ /, '')),
    shown: emulator.journal().map(toShown),
  };
}

function person({ word }: RuntimeScenario): Asking {
  if (word === undefined) return { otherwise: 'leave' };
  return {
    otherwise: 'leave',
    ask: async ({ question: { id: questionId, data } }) => ({
      questionId,
      argumentsSha256: data.arguments_sha256,
      word,
      name: 'grace',
      reason: 'because',
    }),
  };
}

export function summarize(
  whole: readonly RunRecord[],
): Pick<Played, 'events' | 'end' | 'answer' | 'results' | 'failures' | 'steps'> {
  const ended = whole.find(({ type }) => type === 'run.ended')?.data ?? {};
  return {
    events: keyEvents(whole),
    end: String(ended.code ?? ended.status),
    answer: typeof ended.answer === 'string' ? ended.answer : undefined,
    failures: whole.filter(({ type }) => type === 'model.failed').map(({ data }) => String(data.message)),
    steps: whole.filter(({ type }) => type === 'model.step').map(({ data }) => String(data.event)),
    results: whole
      .filter(({ type }) => type === 'kairo.tool.result')
      .map(({ data }) => (data.result as { error?: { code: string } }).error?.code ?? 'ok'),
  };
}

/** Members that depend on time, on the transport or on the words of a library. */
const volatile = new Set([
  'elapsed_ms',
  'duration_ms',
  'latency_ms',
  'error_class',
  'error_message',
  'time',
  'expires_at',
]);

/** Records that runtimes write in their own way: the definition, pieces of a stream, and events of one runtime. */
const ofOneRuntime: ReadonlySet<string> = new Set(['run.started', 'model.delta', 'model.step']);

/** Returns the records of a log that every runtime must write alike. */
export function keyEvents(whole: readonly RunRecord[]): unknown[] {
  return whole
    .filter(({ type }) => !ofOneRuntime.has(type))
    .map(({ type, data }) => {
      // A provider's missing ids are filled in by different programs.
      const left = type === 'model.answered' ? 'id' : undefined;
      const text = JSON.stringify(data, (key, value: unknown) =>
        // Only one of them learns the status of a body that it cannot read.
        volatile.has(key) || key === left || (key === 'status' && value === 200) ? undefined : value,
      );
      const { message, ...rest } = JSON.parse(text);
      // Failures are compared by their codes.
      return { type, data: type === 'model.failed' || type === 'run.ended' ? rest : { message, ...rest } };
    });
}

/** Returns what the model was shown. Ids of calls are the provider's in one runtime and the log's in another. */
function toShown({ system, messages }: { system?: unknown; messages?: unknown }): unknown {
  const text = JSON.stringify({ system, messages }, (key, value: unknown) =>
    // An empty text and none are the same for a model.
    key === 'id' || key === 'tool_call_id' || (key === 'content' && value === '') || value === null
      ? undefined
      : value,
  );
  return JSON.parse(text);
}

/** Requires the same requests to the model. A limit of time may end a run before another program has passed its request on. */
export function expectSameRequests(played: Played, native: Played, { name, end }: RuntimeScenario) {
  const sent = end === 'timeout' ? native.shown.slice(0, played.shown.length) : native.shown;
  expect([name, played.shown]).toEqual([name, sent]);
}

/** Requires the ends that the table names. */
export function expectAsDescribed(
  played: Played,
  { name, end, answer, results, said: sent }: RuntimeScenario,
) {
  expect([name, played.end, ...(played.end === end ? [] : played.failures)]).toEqual([name, end]);
  if (answer !== undefined) expect([name, played.answer]).toEqual([name, answer]);
  if (results !== undefined) expect([name, played.results]).toEqual([name, results]);
  expect([name, played.said]).toEqual([name, sent ?? []]);
}
