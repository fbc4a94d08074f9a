import type { EntryProof, EntryView } from '../../proof/types.ts';

/** Number of days in the calendar; earlier days are in the messages. */
const shownDays = 14;

/** Returns accepted check-ins by agent and day, for the last days that have any. */
export function checkinDays(lines: readonly { entry: EntryView; proof: EntryProof }[]): {
  days: string[];
  agents: { agentId: string; counts: Map<string, number> }[];
} {
  const agents = new Map<string, Map<string, number>>();
  const allDays = new Set<string>();
  for (const { entry, proof } of lines) {
    const { agentId, content, outcome } = entry;
    const day = proof.stage?.day;
    const isMessage = content.kind === 'text' || (content.kind === 'erased' && content.what === 'message');
    if (!isMessage || outcome !== 'accepted' || agentId === undefined || day === undefined) continue;
    allDays.add(day);
    const counts = agents.get(agentId) ?? new Map<string, number>();
    counts.set(day, (counts.get(day) ?? 0) + 1);
    agents.set(agentId, counts);
  }
  const days = [...allDays].sort().slice(-shownDays);
  return {
    days,
    agents: [...agents]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([agentId, counts]) => ({ agentId, counts })),
  };
}
