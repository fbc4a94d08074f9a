import { z } from 'zod';

const startSchema = z.object({
  type: z.literal('run.started'),
  data: z.object({
    identity: z.object({ agent_id: z.string(), home: z.string() }).optional(),
    parent: z.object({ run_id: z.string() }).optional(),
  }),
});

/** Depth of delegated runs, far above that of the runtime. */
const deepest = 50;

/** Logs, as far as their owner is found by them. */
interface FirstLines {
  linesFrom(runId: string, offset: number): Promise<{ lines: string[] }>;
}

/**
 * Finds the runs of one resident in one home, and those that they delegated: a folder has the runs of several agents and homes, and a
 * home must not receive those of another.
 */
export class OwnRuns {
  readonly #store: FirstLines;
  readonly #agentId: string;
  readonly #home: string;
  readonly #known = new Map<string, boolean>();

  constructor(store: FirstLines, { agentId, home }: { agentId: string; home: string }) {
    this.#store = store;
    this.#agentId = agentId;
    this.#home = home;
  }

  /** Returns undefined if the log has no complete first record yet. */
  async has(runId: string, depth = 0): Promise<boolean | undefined> {
    const known = this.#known.get(runId);
    if (known !== undefined) return known;
    const first = await this.#firstLine(runId);
    if (first === undefined) return undefined;
    const isOwn = await this.#isOwn(first, depth);
    if (isOwn !== undefined) this.#known.set(runId, isOwn);
    return isOwn;
  }

  async #isOwn(line: string, depth: number): Promise<boolean | undefined> {
    const start = startSchema.safeParse(parse(line)).data?.data;
    if (start?.identity)
      return start.identity.agent_id === this.#agentId && start.identity.home === this.#home;
    if (start?.parent === undefined || depth === deepest) return false;
    return (await this.has(start.parent.run_id, depth + 1)) ?? false;
  }

  async #firstLine(runId: string): Promise<string | undefined> {
    // A folder with any name may lie there, and a parent may be any text.
    const part = await this.#store.linesFrom(runId, 0).catch(() => undefined);
    return part?.lines[0];
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
