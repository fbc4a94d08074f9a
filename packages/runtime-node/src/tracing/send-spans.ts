import { otlpTrace, type TraceSpan } from '@agent-home/agent-runtime/run-log';
import { boundedFetch } from '../models/bounded-fetch.ts';
import type { TraceEndpoint } from './trace-endpoint.ts';
import { TracingError } from './tracing-error.ts';

/**
 * Sends spans to a collector, as OTLP/HTTP in JSON. Redirects are rejected, and the response is limited.
 * @throws TracingError `export_failed`, without any text of the collector
 */
export async function sendSpans(
  spans: readonly TraceSpan[],
  { url, headers }: TraceEndpoint,
  signal: AbortSignal,
): Promise<void> {
  const body = JSON.stringify(otlpTrace(spans));
  const sent = { method: 'POST', body, signal, headers: { ...headers, 'content-type': 'application/json' } };
  let status: number;
  let text: string;
  try {
    const answer = await boundedFetch(url, sent);
    status = answer.status;
    text = await answer.text();
  } catch (error) {
    throw failed(signal.aborted ? 'it did not respond in time' : whyNot(error), error);
  }
  if (status < 200 || status > 299) throw failed(`it responded with status ${status}`);
  const rejected = rejectedSpans(text);
  if (rejected > 0) throw failed(`it rejected ${rejected} of ${spans.length} spans`);
}

function failed(what: string, cause?: unknown): TracingError {
  return new TracingError('export_failed', `the trace collector did not accept the spans: ${what}`, {
    cause,
  });
}

function whyNot(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const isRedirect = cause instanceof Error && cause.message.includes('redirect');
  return isRedirect ? 'it responded with a redirect, which is not followed' : 'it could not be reached';
}

/** Counts the rejected spans: a collector may accept only some and report this. */
function rejectedSpans(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: unknown } };
    const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0;
  } catch {
    return 0;
  }
}
