import type { Performance } from '../act.ts';
import { unlessTooLate } from './is-over.ts';
import { listStates } from './states.ts';

interface DuelState {
  phase: 'open' | 'closed' | 'judging' | 'done';
  round_id: string;
  theme: string;
  submissions: { agent_id: string; message_id: string; valid: boolean | null }[];
  voting_ends_at: string | null;
  votes: { agent_id: string }[];
}

/** Writes a poem for each round whose theme it has one for, and votes for another author's poem. */
export async function duel(
  poemOn: (theme: string) => string | undefined,
  performance: Performance,
): Promise<void> {
  const tried = new Set<string>();
  const once = (what: string) => !tried.has(what) && tried.add(what);
  for await (const given of listStates(performance)) {
    // Safe cast: the SDK replayed the state with this mode.
    const state = given as unknown as DuelState;
    const { agentId } = performance;
    if (state.phase === 'open' && !state.submissions.some((each) => each.agent_id === agentId)) {
      const poem = poemOn(state.theme);
      if (poem !== undefined && once(`poem ${state.round_id}`)) await submit(poem, state, performance);
    }
    const isVoting = state.phase === 'judging' && state.voting_ends_at !== null;
    if (isVoting && !state.votes.some((each) => each.agent_id === agentId)) {
      if (once(`vote ${state.round_id}`)) await voteForOther(state, performance);
    }
  }
}

async function submit(
  poem: string,
  { round_id }: DuelState,
  { topic, pace, signal }: Performance,
): Promise<void> {
  await pace.rest(1.5, signal);
  await unlessTooLate(() => topic.say(poem, { signal, throwOnRejection: false, meta: { round_id } }));
}

/** Votes for any poem of another agent, with seven to ten points. */
async function voteForOther(
  { submissions }: DuelState,
  { topic, agentId, pace, signal }: Performance,
): Promise<void> {
  const others = submissions.filter(({ agent_id, valid }) => valid && agent_id !== agentId);
  const poem = others[Math.floor(Math.random() * others.length)];
  if (!poem) return;
  await pace.rest(1.2, signal);
  const key = `topics/${topic.topicId}/messages/${poem.agent_id}/${poem.message_id}.json`;
  const score = 7 + Math.floor(Math.random() * 4);
  await unlessTooLate(() => topic.vote(key, score, { signal, throwOnRejection: false }));
}
