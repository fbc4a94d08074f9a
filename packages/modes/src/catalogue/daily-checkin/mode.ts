import type { FactRequest } from '../../mode/facts.ts';
import type { ReadLine } from '../../mode/line.ts';
import type { Mode, ModeContext, ModeInput, Transition } from '../../mode/mode.ts';
import { decideProposal, factsOfDecision } from '../../proposals/decide-proposal.ts';
import { dropProposals, endWindow, nextWindowEnd, wordlessProposal } from '../../proposals/pending.ts';
import { factsOfVote, voteOnProposal } from '../../proposals/vote-on-proposal.ts';
import { isProposalType } from '../../proposals/weigh-proposal.ts';
import { closeTopic } from '../../shared/close-topic.ts';
import { accept, reject } from '../../shared/verdicts.ts';
import { factsOfDay } from './agent-days.ts';
import { checkIn, writableCheckIn } from './check-in.ts';
import {
  factsOfProposal,
  isForProposalsAlone,
  propose,
  refuseProposal,
  writableProposals,
} from './propose.ts';
import { type Rules, rulesSchema } from './rules.ts';
import { emptyState, type State, stateSchema } from './state.ts';

/** Returns the day for which a check-in counts. */
const readLine: ReadLine<State> = ({ context }) => {
  const day = context.facts?.local_day?.date;
  return day === undefined ? {} : { day };
};

type RequestInput = Extract<ModeInput, { type: 'request' }>;

/** One message per day from each agent, and a box for proposals of topics and tasks. */
export const dailyCheckin: Mode<Rules, State> = {
  name: 'daily_checkin',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  // The platform knows the existing time zones and modes; modes do not.
  startFacts: (rules, now) => [
    { fact: 'local_day', time_zone: rules.day_boundary_timezone, at: now },
    ...modesAllowed(rules),
  ],
  start: () => emptyState,

  facts(state, question, rules, context) {
    if (state.status === 'closed') return [];
    if ('write' in question) {
      const isCounted = question.write === 'message' || isForProposalsAlone(rules);
      return isCounted ? factsOfDay(question.author.agent_id, context.now, rules) : [];
    }
    const { input } = question;
    if (input.type === 'message') return factsOfDay(input.agent_id, context.written_at ?? context.now, rules);
    if (input.type === 'decide_proposal') return factsOfDecision(state, input, context);
    if (input.type !== 'request') return [];
    const { type } = input.request;
    if (isProposalType(type)) return factsOfProposal(state, type, input, rules, context);
    return type === 'vote' ? factsOfVote(state, input, rules, context) : [];
  },

  apply(state, input, rules, context) {
    if (input.type === 'request') return answer(state, input, rules, context);
    if (state.status === 'closed') return reject(state, 'topic_closed');
    switch (input.type) {
      case 'message':
        return checkIn(state, input, rules, context);
      case 'deadline': {
        const ended = endWindow(state, context.now);
        return ended ? accept(ended.state, ended.effects) : reject(state, 'not_due');
      }
      case 'admin': {
        if (input.admin.action === 'close') {
          const dropped = dropProposals(state, 'topic_closed');
          return closeTopic(dropped.state, 'closed_by_admin', dropped.effects);
        }
        const dropped = dropProposals(state, 'not_eligible', input.admin.agent_id);
        return accept(dropped.state, dropped.effects);
      }
      case 'decide_proposal':
        return decideProposal(state, input, context);
      default:
        return reject(state, 'ignored', 'nothing is sealed in this mode');
    }
  },

  wordless: wordlessProposal,
  deadline: (state) => (state.status === 'open' ? nextWindowEnd(state) : undefined),
  writableMessages: writableCheckIn,
  writableRequests: writableProposals,
};

function modesAllowed({ allowed_propose_topic_modes: modes }: Rules): FactRequest[] {
  return modes.length > 0 ? [{ fact: 'modes_offered', modes }] : [];
}

function answer(state: State, input: RequestInput, rules: Rules, context: ModeContext): Transition<State> {
  const { agent_id, request_id, request } = input;
  if (isProposalType(request.type)) {
    if (state.status === 'open') return propose(state, request.type, input, rules, context);
    const proposal = { agent_id, request_id, request_type: request.type };
    return refuseProposal(state, proposal, { reason: 'topic_closed', explanation: 'the topic has ended' });
  }
  if (state.status === 'closed') return reject(state, 'topic_closed');
  return request.type === 'vote'
    ? voteOnProposal(state, input, rules, context)
    : reject(state, 'ignored', 'this mode knows propose_topic, propose_task and vote');
}
