import { otlpTrace, type TraceSpan, traceEvents } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import {
  exportedSpans,
  headersOfEnvironment,
  nextBatch,
  sendSpans,
  TracingError,
  tracesAddress,
} from '@agent-home/runtime-node';
import { AgentCommandError, RunCommandError } from '../../errors/command-errors.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { getReason } from '../../terminal/plain-text.ts';
import type { RunsFlags } from '../runs/open-runs.ts';
import { readSession } from '../runs/read-session.ts';
import { type SessionTrace, writeTrace } from '../tracing/keep-trace.ts';

export interface TraceFlags extends RunsFlags {
  session: string;
  /** An OTLP/HTTP collector. */
  to?: string;
  /** True to save into `traces` of the data folder. */
  save: boolean;
  /** Format of the output: spans as they are, or as a collector accepts them. */
  format?: 'json' | 'otlp';
  /** Print trace events. They contain message texts and are never sent to a collector. */
  events?: boolean;
  /** Add messages, arguments and results to the spans. */
  contents?: boolean;
}

type Environment = Record<string, string | undefined>;

const sendWithinMs = 30_000;

/**
 * `agent-home agents trace export --session ID` (S3-120): the spans of a session's runs, printed, kept in a file, or sent to a
 * collector. @throws RunCommandError `no_runs`, `log_not_sound`, `export_failed`
 */
export async function exportTrace(environment: Environment, flags: TraceFlags): Promise<void> {
  if (flags.events && flags.format === 'otlp')
    throw new AgentCommandError(
      'invalid_arguments',
      '--events cannot be combined with --format otlp: use --format json',
    );
  const { runs, ...session } = await readSession(environment, flags.session, flags);
  if (flags.events) return console.log(jsonDocument({ ...session, events: runs.flatMap(traceEvents) }));
  const exported = {
    ...session,
    spans: runs.flatMap((records) => exportedSpans(records, flags.contents === true)),
  };
  if (flags.to !== undefined) {
    await send(exported.spans, flags.to, environment);
    console.log(`${exported.spans.length} spans sent to ${shownText(new URL(flags.to).host)}`);
  } else if (flags.save) console.log(save(environment, exported));
  else console.log(jsonDocument(flags.format === 'otlp' ? otlpTrace(exported.spans) : exported));
}

/** @throws RunCommandError `export_failed` */
async function send(spans: readonly TraceSpan[], url: string, environment: Environment): Promise<void> {
  const endpoint = { url: tracesAddress(url), headers: headersOfEnvironment(environment) };
  try {
    for (let at = 0; at < spans.length; ) {
      const some = nextBatch(spans.slice(at));
      await sendSpans(some, endpoint, AbortSignal.timeout(sendWithinMs));
      at += some.length;
    }
  } catch (error) {
    if (!(error instanceof TracingError)) throw error;
    throw new RunCommandError('export_failed', error.message, { cause: error });
  }
}

/** @throws RunCommandError `export_failed` */
function save(environment: Environment, trace: SessionTrace): string {
  try {
    return writeTrace(environment, trace);
  } catch (error) {
    throw new RunCommandError('export_failed', `the trace was not saved: ${getReason(error)}`, {
      cause: error,
    });
  }
}
