import type { RunStore } from '@agent-home/agent-runtime';
import { chosenSpans, isSampledRun, RunVerifier } from '@agent-home/agent-runtime/run-log';
import {
  chooseTracing,
  exportedSpans,
  findTraceEndpoint,
  nextBatch,
  sendSpans,
  type TraceEndpoint,
  tracesAddress,
  type Vault,
} from '@agent-home/runtime-node';
import type { AgentSource } from './agent-source.ts';
import { warn } from './warn.ts';

/** OpenTelemetry collector. */
export interface TraceOptions {
  /** Address of OTLP over HTTP; an address without a path gets `/v1/traces`. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** True to send messages, arguments and results as well. Default: names, codes, numbers and times alone. */
  contents?: boolean;
}

/** Time that the end of a run waits for the collector. */
const withinMs = 5_000;

/**
 * Sends the spans of an ended run to the collector of its caller, or else that of the agent's settings. A failure is a warning of
 * this process and does not affect the run.
 */
export async function sendTrace(
  source: AgentSource,
  {
    runId,
    store,
    trace,
    vault,
  }: { runId: string; store: RunStore; trace: TraceOptions | undefined; vault: Vault },
): Promise<void> {
  const choice = chooseTracing(
    source.settings.agents.tracing,
    source.definition.teamwork,
    source.definition.observability.trace,
  );
  const isSent = trace !== undefined || (choice.enabled && isSampledRun(runId, choice.sample_rate));
  if (!isSent) return;
  try {
    const endpoint = trace
      ? { url: tracesAddress(trace.url), headers: trace.headers ?? {} }
      : await configuredEndpoint(source, choice.backend, vault);
    if (!endpoint) return;
    const { lines, value } = await store.read(runId);
    const verifier = new RunVerifier(value);
    const records = lines.map((line) => verifier.take(line));
    const contents = trace ? trace.contents === true : choice.contents;
    const spans = exportedSpans(records, contents, (text) => vault.secrets.clean(text));
    const chosen = chosenSpans(spans, choice.events);
    for (let at = 0; at < chosen.length; ) {
      const some = nextBatch(chosen.slice(at));
      await sendSpans(some, endpoint, AbortSignal.timeout(withinMs));
      at += some.length;
    }
  } catch (error) {
    warn('the trace of a run was not sent', {
      run: runId,
      reason: error instanceof Error ? error.message : '',
    });
  }
}

async function configuredEndpoint(
  { settings, environment }: AgentSource,
  backend: 'console' | 'langsmith' | 'opentelemetry',
  vault: Vault,
): Promise<TraceEndpoint | undefined> {
  if (backend === 'console') return undefined;
  return findTraceEndpoint(settings.agents.tracing, backend, { environment, vault });
}
