import { setTimeout as delay } from 'node:timers/promises';
import { addCosts, type Costs, noCosts, notAvailable, type ProcessName } from './costs.ts';
import { type DatabaseCounter, type DatabaseMark, syncsBetween } from './database-counter.ts';
import { type ProcessorTimes, readProcessorTimes } from './processor-time.ts';
import type { StoreCounts } from './store-counts.ts';

/** Processes, roles and store users whose costs are read. */
export interface MeteredParts {
  /** Process ids; each process is charged with its children. */
  processes: Partial<Record<Exclude<ProcessName, 'client' | 'postgresql'>, number>>;
  postgres?: {
    processId: number;
    counter: DatabaseCounter;
    /** Role whose statements count. */
    role: string;
    /** Roles whose backends are charged to others. */
    otherRoles: string[];
  };
  store?: { counts(): Promise<StoreCounts>; user: string };
}

/** Milliseconds without new work after which the work counts as finished. */
const quietMs = 100;
const quietWithinMs = 20_000;

interface Reading {
  times: ProcessorTimes | undefined;
  client: number;
  backends: Map<number, number>;
  database: DatabaseMark | undefined;
  store: Record<string, number>;
}

/** Charges operations with the work of the processes of one side of a bench, later follow-up work included. */
export class Meter {
  readonly #parts: MeteredParts;
  #costs = noCosts();
  /** True to wait for the syncs, which PostgreSQL reports up to ten seconds late. */
  countsSyncs = false;
  /** False for a home that is never idle, such as one with residents: it is read right at the end of the work. */
  waitsForQuiet = true;

  constructor(parts: MeteredParts) {
    this.#parts = parts;
  }

  /** @param operations how many the work consists of */
  async measure<Answer>(operations: number, work: () => Promise<Answer>): Promise<Answer> {
    const syncsBefore = await this.#syncs();
    const before = await this.#read();
    const answer = await work();
    const after = await (this.waitsForQuiet ? this.#readSettled() : this.#read());
    const syncsAfter = await this.#syncs();
    const syncs = syncsBefore && syncsAfter && { count: syncsBetween(syncsBefore, syncsAfter), operations };
    this.#costs = addCosts(this.#costs, {
      ...(await this.#difference(before, after)),
      ...(syncs ? { syncs } : {}),
      operations,
    });
    return answer;
  }

  /** Returns the costs since the last call. */
  take(): Costs {
    const taken = this.#costs;
    this.#costs = noCosts();
    return taken;
  }

  async #syncs(): Promise<Map<number, number> | undefined> {
    const { postgres } = this.#parts;
    return this.countsSyncs ? postgres?.counter.syncs(postgres.role) : undefined;
  }

  async #read(): Promise<Reading> {
    const { postgres, store } = this.#parts;
    const counts = await store?.counts();
    const database = await postgres?.counter.mark(postgres.role);
    const others = (await postgres?.counter.listBackends(postgres.otherRoles)) ?? [];
    const times = readProcessorTimes();
    const { user, system } = process.cpuUsage();
    return {
      times,
      client: (user + system) / 1e6,
      backends: new Map(others.map((id) => [id, times?.ofProcess(id) ?? 0])),
      database,
      store: { ...counts?.[store?.user ?? ''] },
    };
  }

  /** The last statement, put or request often ends after the response; its costs belong to that response. */
  async #readSettled(): Promise<Reading> {
    let last = await this.#read();
    for (const end = Date.now() + quietWithinMs; Date.now() < end; ) {
      await delay(quietMs);
      const next = await this.#read();
      if (isSame(last, next)) return last;
      last = next;
    }
    throw new Error(`the home was not quiet for ${quietMs} ms within ${quietWithinMs} ms`);
  }

  async #difference(before: Reading, after: Reading): Promise<Omit<Costs, 'operations'>> {
    const { processes, postgres } = this.#parts;
    const nothing = noCosts();
    const database =
      postgres && before.database && after.database
        ? await postgres.counter.between(before.database, after.database)
        : nothing;
    const { commits, logBytes, statements, byStatement } = database;
    const storeRequests = Object.fromEntries(
      Object.entries(after.store)
        .map(([kind, count]) => [kind, count - (before.store[kind] ?? 0)] as const)
        .filter(([, count]) => count > 0),
    );
    const counts = { commits, logBytes, statements, byStatement, storeRequests };
    const { times } = after;
    const earlier = before.times;
    if (!times || !earlier) return { ...counts, cpu: notAvailable };
    const cpu: Partial<Record<ProcessName, number>> = { client: after.client - before.client };
    const used = (id: number) => times.ofTree(id) - earlier.ofTree(id);
    for (const [name, id] of Object.entries(processes)) cpu[name as ProcessName] = used(id);
    if (postgres) {
      const others = [...after.backends].map(([id, seconds]) => seconds - (before.backends.get(id) ?? 0));
      cpu.postgresql = others.reduce((rest, seconds) => rest - seconds, used(postgres.processId));
    }
    return { ...counts, cpu };
  }
}

function isSame(one: Reading, other: Reading): boolean {
  const total = ({ database, store }: Reading) =>
    [...(database?.statements.values() ?? [])].reduce((sum, { calls }) => sum + calls, 0) +
    Object.values(store).reduce((sum, count) => sum + count, 0);
  return total(one) === total(other);
}
