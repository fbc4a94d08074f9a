/** Counts of store requests, by user and operation. */
export type StoreCounts = Record<string, Record<string, number>>;

/** Names of the emulator's users: requests are counted for each process. */
export const storeUsers = { platform: 'agent-home-platform', client: 'bench-client', floor: 'bench-floor' };

/** Adds one entry of the emulator's log. */
export function countStoreRequest(counts: StoreCounts, entry: Record<string, unknown>): void {
  if (typeof entry.operation !== 'string' || typeof entry.principal !== 'string') return;
  const kind = typeof entry.key === 'string' ? `${entry.operation} ${kindOfKey(entry.key)}` : entry.operation;
  counts[entry.principal] ??= {};
  const ofUser = counts[entry.principal] ?? {};
  ofUser[kind] = (ofUser[kind] ?? 0) + 1;
}

/** `topics/kitchen/ledger/0000000001.json` → `topics/ledger`. */
export function kindOfKey(key: string): string {
  const [first = '', second = '', third] = key.split('/').map((part) => part.replace(/\.json$/, ''));
  const isContainer = ['topics', 'circles', 'tasks'].includes(first);
  return `${first}/${isContainer && third !== undefined ? third : second}`;
}
