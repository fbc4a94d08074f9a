import type { RunStore } from '@agent-home/agent-runtime';
import type { Settings } from '@agent-home/agent-runtime/definition';
import {
  chosenSpans,
  type FollowedRecord,
  isSampledRun,
  type RunRecord,
} from '@agent-home/agent-runtime/run-log';
import type { JsonValue } from '@agent-home/protocol';
import {
  chooseTracing,
  exportedSpans,
  findTraceEndpoint,
  RunStoreError,
  SetupError,
  SpanQueue,
  sendSpans,
  type TracingChoice,
  TracingError,
  type Vault,
} from '@agent-home/runtime-node';
import { getReason } from '../../terminal/plain-text.ts';
import { readRun } from '../runs/read-run.ts';
import { addToTrace } from './keep-trace.ts';
import { traceTeller } from './trace-lines.ts';

/** Time that the end of a command waits for a collector. */
const closesWithinMs = 5_000;
const wayOut = 'send it later with agent-home agents trace export --session ID --to URL';

export interface TracerParts {
  /** Members of the running definition. */
  teamwork: JsonValue | undefined;
  /** `observability.trace` of that definition. */
  isTraced: boolean;
  settings: Settings;
  vault: Vault;
  environment: NodeJS.ProcessEnv;
  store: RunStore;
}

/** Traces an agent's runs if its definition or the settings require it. Tracing neither changes nor fails a run. */
export class RunTracer {
  readonly #parts: TracerParts;
  readonly #choice: TracingChoice;
  /** Queue if there is a collector. */
  readonly #queue: SpanQueue | undefined;
  readonly #told = new Set<string>();

  private constructor(parts: TracerParts, choice: TracingChoice, queue: SpanQueue | undefined) {
    this.#parts = parts;
    this.#choice = choice;
    this.#queue = queue;
  }

  /** Reads the collector's key before any run, because it is one of the secrets to redact. */
  static async open(parts: TracerParts): Promise<RunTracer> {
    const choice = chooseTracing(parts.settings.agents.tracing, parts.teamwork, parts.isTraced);
    return new RunTracer(parts, choice, choice.enabled ? await queueFor(parts, choice) : undefined);
  }

  /** Returns a printer of a run's events for the console backend. @param before records already in its log */
  console(
    runId: string,
    print: (line: string) => void,
    before: readonly RunRecord[] = [],
  ): ((record: FollowedRecord) => void) | undefined {
    if (this.#choice.backend !== 'console' || !this.#traces(runId)) return undefined;
    return traceTeller(print, { events: this.#choice.events, before });
  }

  /** Exports the spans of a run that has ended or stays waiting, in the background. */
  async ended(runId: string): Promise<void> {
    const { settings, environment, store, vault } = this.#parts;
    const keeps = settings.agents.tracing.enabled;
    if (!this.#traces(runId) || !(this.#queue || keeps)) return;
    try {
      const { records } = await readRun(store, runId);
      const [first] = records;
      if (!first) return;
      const clean = (text: string) => vault.secrets.clean(text);
      const exported = chosenSpans(
        exportedSpans(records, this.#choice.contents && this.#queue !== undefined, clean),
        this.#choice.events,
      );
      this.#queue?.add(exported);
      // Contents are for a collector; the log has them already.
      const spans = exported.map(({ contents: _, ...span }) => span);
      const session_id = String(first.data.session_id);
      if (keeps) addToTrace(environment, { session_id, started_at: first.time, spans });
    } catch (error) {
      // It was cancelled before it began.
      if (error instanceof RunStoreError && error.code === 'no_such_run') return;
      this.#tell('trace_not_kept', `the trace of ${runId} was not saved: ${getReason(error)}; ${wayOut}`);
    }
  }

  async close(): Promise<void> {
    await this.#queue?.close(closesWithinMs);
  }

  #traces(runId: string): boolean {
    return this.#choice.enabled && isSampledRun(runId, this.#choice.sample_rate);
  }

  /** Reports each problem once, because it affects all runs in the same way. */
  #tell(code: string, message: string): void {
    if (!this.#told.has(code)) console.error(`agent-home: ${message} [${code}]`);
    this.#told.add(code);
  }
}

/** Undefined without a destination: problems are reported, and the run is unaffected. */
async function queueFor(parts: TracerParts, { backend }: TracingChoice): Promise<SpanQueue | undefined> {
  if (backend !== 'langsmith' && backend !== 'opentelemetry') return undefined;
  const tell = (error: unknown) => {
    const code = error instanceof TracingError || error instanceof SetupError ? error.code : 'export_failed';
    console.error(`agent-home: traces were not sent: ${getReason(error)}; ${wayOut} [${code}]`);
  };
  try {
    const endpoint = await findTraceEndpoint(parts.settings.agents.tracing, backend, parts);
    return new SpanQueue({ send: (spans, signal) => sendSpans(spans, endpoint, signal), tell });
  } catch (error) {
    tell(error);
    return undefined;
  }
}
