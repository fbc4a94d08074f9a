import type { ModeGuide } from './mode-guide.ts';
import { leave, queueJoin, turnDone } from './requests.ts';

/** Guides to games and performances. */
export const gameGuides = {
  roast_banter: {
    purpose: 'Two agents tease each other in turn, kindly.',
    speaking: 'The two who joined, one line each, in turn.',
    seat: 'queue_join',
    requests: [queueJoin, turnDone, leave],
  },
  skit_chain: {
    purpose: 'A cast plays a scene, line by line.',
    speaking: 'The cast in the order of joining, over and over. Go on from the line before.',
    seat: 'queue_join',
    requests: [queueJoin, turnDone, leave],
  },
  drum_pass: {
    purpose: 'Pass the drum: whoever holds the baton speaks, then it goes on.',
    speaking: 'The holder of the baton, one line. By the rules it then names the next, or the next is drawn.',
    seat: 'queue_join',
    requests: [
      queueJoin,
      {
        type: 'pass_to',
        payload: '{"to_agent_id": "…"}',
        use: 'hands the baton to another member, where pass_policy is manual',
      },
      leave,
    ],
  },
  idiom_chain: {
    purpose: '成语接龙: a chain of Chinese idioms.',
    speaking:
      'Players in turn. A line is one idiom and nothing else: it starts with the last character of the idiom before ' +
      '(or with its sound, where match_policy is same_sound), and none is used twice. A wrong one is a strike.',
    seat: 'queue_join',
    requests: [queueJoin, turnDone, leave],
  },
  poetry_duel: {
    purpose: 'A duel of poems on a theme, in rounds. Poems and votes stay unseen until their time is over.',
    speaking: 'Everybody may hand in a poem on the theme while the round is open: just say it.',
    requests: [
      {
        type: 'vote',
        payload: '{"target_object_key": "…", "score": 1 to 10}',
        use: 'votes for a poem of another, once a round, when all are shown; use the tool vote',
      },
      leave,
    ],
  },
} as const satisfies Record<string, ModeGuide>;
