import {
  askUserTool,
  type CallContext,
  type CallTicket,
  delegateTool,
  failedOutcome,
  type PreparedCall,
  readResultTool,
  rememberTool,
  type Settlement,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';
import { memoryTools } from '@agent-home/agent-runtime/definition';
import { getTaint, type Redaction } from '@agent-home/agent-runtime/policy';
import type { JsonObject } from '@agent-home/protocol';
import { DelegateTool } from '../delegating/delegate-tool.ts';
import { LongTermMemoryTools } from '../memory/long-term-memory-tools.ts';
import { SessionMemoryTool } from '../memory/session-memory.ts';
import { ResultReader } from '../outcomes/result-reader.ts';
import { UserQueryTool } from '../querying/user-query.ts';
import { SetupError } from '../setup/setup-error.ts';
import { handlesIn, type Vault } from '../vault/vault.ts';
import { Cleaner } from './cleaner.ts';
import { asSoundObject } from './limit-outcome.ts';
import { describeThrown, withinTime } from './within-time.ts';

/** Limit of a result of `prepare` in the log. */
const largestPrepared = 64 * 1024;

/** Limit of an error message before it is cleaned and cut. */
const longestMessage = 64 * 1024;

export type Prepared = { prepared: JsonObject } | { failure: ToolOutcome };

export interface ToolBoxOptions {
  vault?: Vault | undefined;
  /** Patterns that the policies of the run hide. */
  redaction?: Redaction;
  /** False if the project that tools read is not trusted; without it the project counts as the operator's own. */
  projectIsTrusted?: boolean | undefined;
}

/** Tool providers of a run, and the provider of each tool. */
export class ToolBox {
  readonly #providers: readonly ToolProvider[];
  readonly #byTool = new Map<string, ToolProvider>();
  readonly #vault: Vault | undefined;
  readonly #projectIsTrusted: boolean;
  /** Tools whose results contain text of others. */
  readonly #tainting = new Set<string>();
  /** Tools that the operator trusts; their results do not taint the run. */
  readonly #trusted = new Set<string>();
  /** Removes secrets and redacted text from tool results. */
  readonly cleaner: Cleaner;

  #withheld: ReadonlySet<string> = new Set();

  private constructor(providers: readonly ToolProvider[], options: ToolBoxOptions) {
    const { vault, redaction, projectIsTrusted = true } = options;
    this.#providers = providers;
    this.#vault = vault;
    this.#projectIsTrusted = projectIsTrusted;
    this.cleaner = new Cleaner(vault?.secrets, redaction);
  }

  /** Lists the tools of all providers; the first provider with a name keeps it. */
  static async open(
    providers: readonly ToolProvider[],
    signal: AbortSignal,
    options: ToolBoxOptions = {},
  ): Promise<{ box: ToolBox; descriptions: ToolDescription[] }> {
    const box = new ToolBox(providers, options);
    const descriptions: ToolDescription[] = [];
    for (const provider of providers) {
      for (const told of await provider.tools(signal)) {
        const description = box.#withoutSecrets(told);
        if (description === undefined) continue;
        if (box.#byTool.has(description.name)) continue;
        box.#byTool.set(description.name, provider);
        if (description.trusted === true) box.#trusted.add(description.name);
        else if (box.#taints(description, provider)) box.#tainting.add(description.name);
        descriptions.push(description);
      }
    }
    return { box, descriptions };
  }

  #taints({ name, source }: ToolDescription, provider: ToolProvider): boolean {
    // A program bound under the name of a runtime tool is treated as a program.
    if (name === rememberTool && !(provider instanceof SessionMemoryTool)) return true;
    if (memoryTools.includes(name) && !(provider instanceof LongTermMemoryTools)) return true;
    if (name === askUserTool && !(provider instanceof UserQueryTool)) return true;
    if (name === readResultTool && !(provider instanceof ResultReader)) return true;
    if (name === delegateTool && !(provider instanceof DelegateTool)) return true;
    const taint = getTaint(name, source);
    return taint === 'always' || (taint === 'untrusted_project' && !this.#projectIsTrusted);
  }

  /**
   * Marks an outcome or error by the taint rule: tools trusted by the operator never taint, tools in the table always do, and
   * others as they declare.
   */
  #marked(tool: string, outcome: ToolOutcome): ToolOutcome {
    if (this.#trusted.has(tool)) {
      const { tainted: _, ...unmarked } = outcome;
      return unmarked;
    }
    return this.#tainting.has(tool) ? { ...outcome, tainted: true } : outcome;
  }

  /** Withholds tools: they are settled, and no longer called. */
  withhold(tools: ReadonlySet<string>): void {
    this.#withheld = tools;
  }

  /** Uses the call's own timeout, so that a hanging provider does not hang the run. */
  async prepare(call: PreparedCall, timeoutMs: number, ending: AbortSignal): Promise<Prepared> {
    const failure = (message: string, code = 'preparation_failed') => ({
      failure: failedOutcome(code, message),
    });
    if (this.#withheld.has(call.tool)) return { failure: hasChanged(call) };
    const act = async (signal: AbortSignal): Promise<Prepared> => {
      const given = await this.#byTool.get(call.tool)?.prepare?.(getCopy(call), { signal });
      const prepared = this.#cleaned(asSoundObject(given ?? {}, largestPrepared));
      return prepared
        ? { prepared }
        : failure('The tool prepared a value that cannot be stored. Do the task without it.');
    };
    return withinTime({ timeoutMs, ending }, act, {
      ended: () => failure(`The tool did not prepare the call within ${timeoutMs} ms.`),
      threw: (error) => {
        const cleaned = this.#cleanedError(error);
        const { failure: outcome } = failure(describeThrown(cleaned), getCode(cleaned));
        return { failure: this.#marked(call.tool, outcome) };
      },
    });
  }

  /** Settles a call; unknown if the provider does not respond in time. */
  async settle(call: PreparedCall, timeoutMs: number, ending: AbortSignal): Promise<Settlement> {
    const unknown = (): Settlement => ({ state: 'unknown' });
    const provider = this.#byTool.get(call.tool);
    const act = async (signal: AbortSignal): Promise<Settlement> => {
      const settled = (await provider?.settle?.(getCopy(call), { signal })) ?? unknown();
      return settled.state === 'done'
        ? { state: 'done', outcome: this.#marked(call.tool, settled.outcome) }
        : settled;
    };
    return withinTime({ timeoutMs, ending }, act, { ended: unknown, threw: unknown });
  }

  async invoke(ticket: CallTicket, call: PreparedCall, context: CallContext): Promise<ToolOutcome> {
    const provider = this.#byTool.get(call.tool);
    if (!provider)
      return failedOutcome('tool_away', `${call.tool} is no longer available. Do the task without it.`);
    if (this.#withheld.has(call.tool)) return hasChanged(call);
    try {
      const ready = await this.#filledIn(ticket, getCopy(call));
      return this.#marked(call.tool, await provider.invoke(ready.ticket, ready.call, context));
    } catch (error) {
      if (error instanceof RefusedSecret) return failedOutcome(error.code, error.message);
      const thrown = describeThrown(this.#cleanedError(error));
      return this.#marked(call.tool, failedOutcome('tool_failed', thrown));
    }
  }

  /** Inserts the secrets directly before the call; decision, log and views have only the handles. */
  async #filledIn(
    ticket: CallTicket,
    call: PreparedCall,
  ): Promise<{ ticket: CallTicket; call: PreparedCall }> {
    const handles = handlesIn(call.arguments);
    if (handles.size === 0) return { ticket, call };
    const values = new Map<string, string>();
    for (const handle of handles) values.set(handle, await this.#secretFor(call.tool, handle));
    return ticket.exchange(call, values);
  }

  async #secretFor(tool: string, handle: string): Promise<string> {
    try {
      if (!this.#vault)
        throw new SetupError('secret_not_configured', `${handle} needs a vault, and none is configured`);
      return await this.#vault.valueFor(tool, handle);
    } catch (error) {
      throw error instanceof SetupError ? new RefusedSecret(error.code, error.message) : error;
    }
  }

  /** Returns undefined if the value cannot be searched. */
  #cleaned<Value>(value: Value): Value | undefined {
    return orUndefined(() => this.cleaner.cleanValue(value));
  }

  /** Removes secrets only. Redaction patterns apply to results: one that matches a name or a schema must not change a tool. */
  #withoutSecrets<Value>(value: Value): Value | undefined {
    return orUndefined(() => this.cleaner.secrets.cleanValue(value));
  }

  /** Cleans an error before it is cut to a line, because a cut secret would not be recognized. */
  #cleanedError(error: unknown): unknown {
    if (!(error instanceof Error)) return this.cleaner.clean(describeThrown(error));
    const cleaned = new Error(this.cleaner.clean(String(error.message).slice(0, longestMessage)));
    const code = getCode(error);
    return code === undefined ? cleaned : Object.assign(cleaned, { code: this.cleaner.clean(code) });
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#providers.map((provider) => provider.close()));
  }
}

/** Raised for a secret handle that cannot be resolved: the call is not made, and the model reads the remedy. */
class RefusedSecret extends Error {
  override readonly name = 'RefusedSecret';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function orUndefined<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function hasChanged({ tool }: PreparedCall): ToolOutcome {
  return failedOutcome(
    'tool_changed',
    `${tool} changed after the run began, so it is not called. Do the task without it.`,
  );
}

/** Copies a call, so that a provider which changes its arguments does not change the run; a replay could not reproduce that. */
function getCopy(call: PreparedCall): PreparedCall {
  return JSON.parse(JSON.stringify(call)) as PreparedCall;
}

/** Returns the code of an error, if it has one. */
function getCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
