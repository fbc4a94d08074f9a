import type { JournalEntry } from '@agent-home/model-emulator';
import { anyMarker } from '../cast.ts';
import type { Kind, Member } from './team-cast.ts';

export interface JudgedTeams {
  leaks: string[];
  /** Markers found at their proper place, in how many agents: a board that sees none of a kind proves nothing. */
  seen: Record<Kind | 'passed', number>;
}

/** True for a payload, the task of a workflow for its nodes, and the results of earlier nodes. */
function wasPassed({ kind, member }: { kind: Kind; member: Member }, agent: Member): boolean {
  if (kind === 'payload') return member.next === agent.name;
  const isTold = agent.toldBy?.includes(member.name) === true;
  return isTold && kind === (member.nodes ? 'said' : 'answered');
}

/**
 * Judges every request to the model by the owner of each marker in it: its agent, or, for a payload, also an agent that it was
 * passed to.
 */
export function judgeTeams(journal: readonly JournalEntry[], members: readonly Member[]): JudgedTeams {
  const owners = new Map(
    members.flatMap((member) =>
      (Object.entries(member.marks) as [Kind, string][]).map(
        ([kind, mark]) => [mark, { kind, member }] as const,
      ),
    ),
  );
  const leaks: string[] = [];
  const found = new Map<Kind | 'passed', Set<string>>();
  for (const { number, system = '', messages, tools } of journal) {
    const asking = members.filter(({ marks }) => system.includes(marks.prompt));
    const [agent] = asking;
    if (!agent || asking.length > 1) {
      leaks.push(`request ${number} belongs to ${asking.length} agents`);
      continue;
    }
    for (const [mark] of JSON.stringify({ system, messages, tools }).matchAll(anyMarker)) {
      const owner = owners.get(mark);
      const isOwn = owner?.member === agent && owner.kind !== 'vault';
      const isPassed = owner !== undefined && wasPassed(owner, agent);
      if (!owner || !(isOwn || isPassed))
        leaks.push(
          `request ${number} of ${agent.name}: ${owner ? `${owner.kind} of ${owner.member.name}` : mark}`,
        );
      else {
        const kind = isPassed ? 'passed' : owner.kind;
        found.set(kind, (found.get(kind) ?? new Set()).add(agent.name));
      }
    }
  }
  const times = (kind: Kind | 'passed') => found.get(kind)?.size ?? 0;
  return {
    leaks,
    seen: {
      prompt: times('prompt'),
      said: times('said'),
      answered: times('answered'),
      remembered: times('remembered'),
      payload: times('payload'),
      passed: times('passed'),
      server: times('server'),
      vault: times('vault'),
    },
  };
}
