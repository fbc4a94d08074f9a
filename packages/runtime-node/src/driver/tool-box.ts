import type { JsonObject } from '@agent-home/protocol';
import {
  type CallContext,
  type CallTicket,
  failedOutcome,
  type PreparedCall,
  type Settlement,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/runtime';
import { asSoundObject } from './bound-outcome.ts';
import { describeThrown, withinTime } from './within-time.ts';

/** What `prepare` may leave in the log. */
const largestPrepared = 64 * 1024;

export type Prepared = { prepared: JsonObject } | { failure: ToolOutcome };

/** The providers of a run, and which of them has which tool. */
export class ToolBox {
  readonly #providers: readonly ToolProvider[];
  readonly #byTool = new Map<string, ToolProvider>();

  #withheld: ReadonlySet<string> = new Set();

  private constructor(providers: readonly ToolProvider[]) {
    this.#providers = providers;
  }

  /** Asks every provider what it has; who comes first keeps a name. */
  static async open(
    providers: readonly ToolProvider[],
    signal: AbortSignal,
  ): Promise<{ box: ToolBox; descriptions: ToolDescription[] }> {
    const box = new ToolBox(providers);
    const descriptions: ToolDescription[] = [];
    for (const provider of providers) {
      for (const description of await provider.tools(signal)) {
        if (box.#byTool.has(description.name)) continue;
        box.#byTool.set(description.name, provider);
        descriptions.push(description);
      }
    }
    return { box, descriptions };
  }

  /** These are asked whether they were done, and called no more. */
  withhold(tools: ReadonlySet<string>): void {
    this.#withheld = tools;
  }

  /** In the time of the call itself: a provider that hangs here must not hang the run. */
  async prepare(call: PreparedCall, timeoutMs: number, ending: AbortSignal): Promise<Prepared> {
    const failure = (message: string, code = 'preparation_failed'): Prepared => ({
      failure: failedOutcome(code, message),
    });
    if (this.#withheld.has(call.tool)) return { failure: hasChanged(call) };
    const act = async (signal: AbortSignal): Promise<Prepared> => {
      const given = await this.#byTool.get(call.tool)?.prepare?.(copyOf(call), { signal });
      const prepared = asSoundObject(given ?? {}, largestPrepared);
      return prepared ? { prepared } : failure('The tool prepared something that cannot be kept.');
    };
    return withinTime({ timeoutMs, ending }, act, {
      ended: () => failure(`The tool did not prepare the call within ${timeoutMs} ms.`),
      threw: (error) => failure(describeThrown(error), codeOf(error)),
    });
  }

  /** What cannot say in time whether it was done is not known to be done. */
  async settle(call: PreparedCall, timeoutMs: number, ending: AbortSignal): Promise<Settlement> {
    const unknown = (): Settlement => ({ state: 'unknown' });
    const provider = this.#byTool.get(call.tool);
    const act = async (signal: AbortSignal) =>
      (await provider?.settle?.(copyOf(call), { signal })) ?? unknown();
    return withinTime({ timeoutMs, ending }, act, { ended: unknown, threw: unknown });
  }

  async invoke(ticket: CallTicket, call: PreparedCall, context: CallContext): Promise<ToolOutcome> {
    const provider = this.#byTool.get(call.tool);
    if (!provider) return failedOutcome('tool_away', `${call.tool} is not there any more.`);
    if (this.#withheld.has(call.tool)) return hasChanged(call);
    return provider.invoke(ticket, copyOf(call), context);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#providers.map((provider) => provider.close()));
  }
}

function hasChanged({ tool }: PreparedCall): ToolOutcome {
  return failedOutcome('tool_changed', `${tool} is another now than when the run began. Go on without it.`);
}

/** What a provider does to its arguments must not reach the run: replay knows nothing of it. */
function copyOf(call: PreparedCall): PreparedCall {
  return JSON.parse(JSON.stringify(call)) as PreparedCall;
}

/** What callers can branch on, where whoever threw says something of the kind. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
