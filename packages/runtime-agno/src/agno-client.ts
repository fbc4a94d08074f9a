import {
  boundedFetch,
  EventParser,
  NonsenseAnswerError,
  OutsideGatewayError,
  ProviderError,
} from '@agent-home/runtime-node';
import type { CallResult } from './tool-bridge.ts';
import {
  type Definition,
  descriptionSchema,
  refusalSchema,
  type StoredRun,
  storedRunsSchema,
  type Turn,
} from './wire.ts';

/** Served program: its address, and the token that it requires. */
export interface AgnoAddress {
  url: string;
  token: string;
}

/** Milliseconds that a request without a stream may take. */
const requestMs = 30_000;

/** HTTP client of the Python program. Failures are errors with a code for `describeFailure`. */
export class AgnoClient {
  readonly #url: string;
  readonly #token: string;

  constructor({ url, token }: AgnoAddress) {
    this.#url = url.replace(/\/$/, '');
    this.#token = token;
  }

  /** @throws ProviderError if another program, or another version, responds */
  async requireProgram(signal: AbortSignal): Promise<void> {
    const answer = await this.#send('GET', '/agent-home', { signal });
    if (answer.ok && descriptionSchema.safeParse(await readJson(answer)).success) return;
    const what = answer.status === 401 ? 'it refuses the token' : 'it is not this version of agent-home-agno';
    throw new ProviderError(`agno at ${this.#url} cannot be used: ${what}`, 'invalid_setup');
  }

  /** @throws OutsideGatewayError for an agent with a tool that agno would execute */
  async register(agentId: string, definition: Definition, signal: AbortSignal): Promise<void> {
    const answer = await this.#send('PUT', `/agent-home/agents/${agentId}`, { json: definition, signal });
    if (answer.ok) return;
    const refusal = refusalSchema.safeParse(await readJson(answer)).data;
    if (refusal?.code === 'tool_outside_gateway')
      throw new OutsideGatewayError(
        `the agent of agno has tools of its own, which would bypass every decision: ${refusal.tools?.join(', ')}`,
      );
    throw new NonsenseAnswerError(`agno refused the definition with status ${answer.status}`);
  }

  /** Stores a conversation as a run that waits for the results of its last calls. */
  async restore(
    { agentId, runId, sessionId }: { agentId: string; runId: string; sessionId: string },
    messages: Turn[],
    signal: AbortSignal,
  ): Promise<void> {
    const path = `/agent-home/agents/${agentId}/runs/${runId}`;
    const answer = await this.#send('PUT', path, { json: { session_id: sessionId, messages }, signal });
    if (!answer.ok)
      throw new NonsenseAnswerError(`agno refused the conversation with status ${answer.status}`);
  }

  /** Returns the stored runs of a session, none for an unknown one. */
  async storedRuns(sessionId: string, signal: AbortSignal): Promise<StoredRun[]> {
    const answer = await this.#send('GET', `/sessions/${sessionId}/runs?type=agent`, { signal });
    return answer.ok ? (storedRunsSchema.safeParse(await readJson(answer)).data ?? []) : [];
  }

  async begin(
    agentId: string,
    form: { message: string; session_id: string },
    signal: AbortSignal,
  ): Promise<AsyncGenerator<unknown>> {
    const events = await this.#stream(`/agents/${agentId}/runs`, form, signal);
    if (!events) throw new ProviderError('agno has no such agent', '404');
    return events;
  }

  /** Returns the events of a run after the results of its calls. Undefined if agno does not have its agent. */
  continue(
    { agentId, runId, sessionId }: { agentId: string; runId: string; sessionId: string },
    results: readonly CallResult[],
    signal: AbortSignal,
  ): Promise<AsyncGenerator<unknown> | undefined> {
    const form = { tools: JSON.stringify(results), session_id: sessionId };
    return this.#stream(`/agents/${agentId}/runs/${encodeURIComponent(runId)}/continue`, form, signal);
  }

  async cancel(agentId: string, runId: string): Promise<void> {
    await this.#send('POST', `/agents/${agentId}/runs/${encodeURIComponent(runId)}/cancel`, {});
  }

  async forget(sessionId: string): Promise<void> {
    await this.#send('DELETE', `/agent-home/sessions/${sessionId}`, {});
  }

  /** Returns the events of a response. Undefined for status 404. */
  async #stream(
    path: string,
    form: Record<string, string>,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<unknown> | undefined> {
    const body = new URLSearchParams({ ...form, stream: 'true' }).toString();
    const answer = await this.#send('POST', path, { body, signal, isStream: true });
    if (answer.ok && answer.body) return eventsOf(this.#url, answer.body, signal);
    await answer.body?.cancel();
    if (answer.status === 404) return undefined;
    throw new ProviderError(`agno responded with status ${answer.status}`, String(answer.status));
  }

  async #send(
    method: string,
    path: string,
    given: { json?: unknown; body?: string; signal?: AbortSignal; isStream?: boolean },
  ): Promise<Response> {
    const { json, signal, isStream = false } = given;
    const body = json === undefined ? given.body : JSON.stringify(json);
    const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
    const timeout = isStream ? [] : [AbortSignal.timeout(requestMs)];
    try {
      return await boundedFetch(`${this.#url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.any([...(signal ? [signal] : []), ...timeout]),
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw error instanceof TypeError ? unreachable(this.#url) : error;
    }
  }
}

function unreachable(url: string): ProviderError {
  return new ProviderError(`the connection to agno at ${url} broke`, '');
}

async function* eventsOf(
  url: string,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const parser = new EventParser();
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) yield* toData(parser.push(decoder.decode(chunk, { stream: true })));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof NonsenseAnswerError ? error : unreachable(url);
  }
  yield* toData(parser.end());
}

function* toData(events: readonly { data: string }[]): Generator<unknown> {
  for (const { data } of events) {
    try {
      yield JSON.parse(data);
    } catch {
      throw new NonsenseAnswerError('agno sent an event that is not JSON');
    }
  }
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return undefined;
  }
}
