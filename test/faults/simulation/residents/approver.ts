import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { TokenClient } from '../hostile/admin-client.ts';
import type { ApprovalRecord } from '../journal/records.ts';
import { pick, type Random } from '../plan/streams.ts';

const pendingSchema = z.object({
  items: z.array(z.object({ approval_id: z.string(), agent_id: z.string(), arguments_sha256: z.string() })),
});
type Pending = z.output<typeof pendingSchema>['items'][number];

/** Ways in which a question is handled; `lost` is decided once the faults are over. */
const manners = ['approved', 'denied', 'both at once', 'late', 'doubled', 'lost'] as const;
type Manner = (typeof manners)[number];
/** The same without faults: a refusal is as usual as an approval. */
const calmManners: readonly Manner[] = ['approved', 'denied'];

const pollMs = 250;
const lateMs = 1_500;

export interface Approver {
  /** Questions with their decisions, as far as their responses arrived. */
  records: readonly ApprovalRecord[];
  /** Manners of the questions so far. */
  manners: readonly Manner[];
  /** From now on every question is approved or denied at once, the lost ones included. */
  decideAll(): void;
  close(): Promise<void>;
}

/** Plays an admin who decides the residents' questions in the home in the manners that the seed draws. */
export function startApprover(
  home: { url: string; adminToken: string },
  agentIds: readonly string[],
  random: Random,
): Approver {
  const admin = new TokenClient(home.url, home.adminToken);
  const records: ApprovalRecord[] = [];
  const drawn: Manner[] = [];
  const seen = new Map<string, Manner>();
  const deciding = new Set<Promise<void>>();
  const ending = new AbortController();
  let isPatient = true;

  async function decide(record: ApprovalRecord, decision: 'approve' | 'deny'): Promise<void> {
    const path = `/v1/agents/${record.agentId}/approvals/${record.approvalId}/decision`;
    const body = { decision, arguments_sha256: record.argumentsSha256 };
    const answer = await admin.call('POST', path, body).catch(() => undefined);
    const outcome =
      answer === undefined || answer.status >= 500 ? 'unknown' : answer.status === 200 ? 'done' : 'refused';
    record.decided.push({ decision, outcome });
  }

  async function handle(manner: Manner, record: ApprovalRecord): Promise<void> {
    if (manner === 'late') await delay(lateMs, undefined, { signal: ending.signal }).catch(() => undefined);
    if (manner === 'denied') return decide(record, 'deny');
    await Promise.all([
      decide(record, 'approve'),
      ...(manner === 'both at once' ? [decide(record, 'deny')] : []),
      ...(manner === 'doubled' ? [decide(record, 'approve')] : []),
    ]);
  }

  function note({ approval_id, agent_id, arguments_sha256 }: Pending): void {
    const before = seen.get(approval_id);
    if (before !== undefined && (before !== 'lost' || isPatient)) return;
    const manner = pick(random, isPatient ? manners : calmManners);
    seen.set(approval_id, manner);
    if (before === undefined) drawn.push(manner);
    if (manner === 'lost') return;
    const record = {
      agentId: agent_id,
      approvalId: approval_id,
      argumentsSha256: arguments_sha256,
      decided: [],
    };
    records.push(record);
    const handled = handle(manner, record).finally(() => deciding.delete(handled));
    deciding.add(handled);
  }

  async function decideWhileLiving(): Promise<void> {
    while (!ending.signal.aborted) {
      for (const agentId of agentIds) {
        const answer = await admin
          .call('GET', `/v1/approvals?state=pending&agent_id=${agentId}&limit=100`)
          .catch(() => undefined);
        const pending = pendingSchema.safeParse(answer?.body).data;
        for (const question of pending?.items ?? []) note(question);
      }
      await delay(pollMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
    await Promise.all(deciding);
  }

  const living = decideWhileLiving();
  return {
    records,
    manners: drawn,
    decideAll() {
      isPatient = false;
    },
    close() {
      ending.abort();
      return living;
    },
  };
}
