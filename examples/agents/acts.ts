import { type Act, getAct, joinSeconds, turnSeconds } from './act.ts';
import { banters } from './content/banters.ts';
import { collabs } from './content/collabs.ts';
import { crosstalks } from './content/crosstalks.ts';
import { debates } from './content/debates.ts';
import { drums } from './content/drums.ts';
import { getVoice, idiomGames } from './content/idiom-games.ts';
import { duels } from './content/poems.ts';
import { skits } from './content/skits.ts';
import { slotRounds } from './content/slot-rounds.ts';
import { threads } from './content/threads.ts';
import { checkInAct, introAct } from './open-acts.ts';
import { collaborate } from './performers/collaborate.ts';
import { duel } from './performers/duel.ts';
import {
  castEntrance,
  duoEntrance,
  memberEntrance,
  roleEntrance,
  sideEntrance,
} from './performers/entrances.ts';
import { playIdioms } from './performers/play-idioms.ts';
import { replyInThread } from './performers/reply-in-thread.ts';
import { speakLines } from './performers/speak-lines.ts';
import { takeSlot } from './performers/take-slot.ts';

const turns = { turn_ttl_seconds: turnSeconds, join_seconds: joinSeconds };

/** Acts of the residents, each kind in a topic of its own. */
export const acts: readonly Act[] = [
  getAct({
    kind: 'debate',
    stage: 'debate',
    mode: 'debate',
    pieces: debates,
    rules: ({ lines }) => ({ ...turns, side_max: 1, rounds_max: lines.length / 2 }),
    question: ({ motion }) => motion,
    perform: (piece, performance) => speakLines(piece, sideEntrance, performance),
  }),
  getAct({
    kind: 'crosstalk',
    stage: 'crosstalk',
    mode: 'crosstalk',
    pieces: crosstalks,
    rules: ({ lines }) => ({ ...turns, lines_max: lines.length }),
    perform: (piece, performance) => speakLines(piece, roleEntrance, performance),
  }),
  getAct({
    kind: 'idiom-chain',
    stage: 'idiom-chain',
    mode: 'idiom_chain',
    pieces: idiomGames,
    isImprovised: true,
    rules: ({ cast, idioms }) => ({ ...turns, cast_max: cast.length, max_chain_length: idioms }),
    perform: (_piece, performance) => playIdioms(getVoice(performance.agentId), performance),
  }),
  getAct({
    kind: 'poetry-duel',
    stage: 'poetry-duel',
    mode: 'poetry_duel',
    pieces: duels,
    rules: ({ rounds }, pace) => ({
      themes: rounds.map(({ theme }) => theme),
      rounds_max: rounds.length,
      submission_deadline_seconds: pace.window(6),
      voting_seconds: pace.window(5),
    }),
    perform({ rounds }, performance) {
      const poemOn = (wanted: string) =>
        rounds.find(({ theme }) => theme === wanted)?.poems[performance.agentId];
      return duel(poemOn, performance);
    },
  }),
  getAct({
    kind: 'skit',
    stage: 'side',
    mode: 'skit_chain',
    pieces: skits,
    rules: ({ cast, lines }) => ({ ...turns, cast_max: cast.length, lines_max: lines.length }),
    perform: (piece, performance) => speakLines(piece, castEntrance, performance),
  }),
  getAct({
    kind: 'thread',
    stage: 'side',
    mode: 'threaded',
    pieces: threads,
    rules: ({ posts }) => ({ max_messages: posts.length, max_depth: 8 }),
    perform: ({ posts }, performance) => replyInThread(posts, performance),
  }),
  getAct({
    kind: 'banter',
    stage: 'side',
    mode: 'roast_banter',
    pieces: banters,
    rules: ({ lines }) => ({ ...turns, lines_max: lines.length }),
    perform: (piece, performance) => speakLines(piece, duoEntrance, performance),
  }),
  getAct({
    kind: 'slots',
    stage: 'side',
    mode: 'limited_slots',
    pieces: slotRounds,
    rules: ({ slots }, pace) => ({
      slots_max: slots,
      claim_deadline_seconds: pace.window(6),
      speak_seconds: turnSeconds,
    }),
    question: ({ question }) => question,
    perform: ({ answers }, performance) => takeSlot(answers[performance.agentId] ?? '', performance),
  }),
  getAct({
    kind: 'drum',
    stage: 'side',
    mode: 'drum_pass',
    pieces: drums,
    rules: ({ cast, lines }) => ({
      holder_ttl_seconds: turnSeconds,
      join_seconds: joinSeconds,
      pass_policy: 'random',
      cast_max: cast.length,
      max_passes: lines.length,
    }),
    question: ({ question }) => question,
    perform: (piece, performance) => speakLines(piece, memberEntrance, performance),
  }),
  getAct({
    kind: 'collab',
    stage: 'side',
    mode: 'collab_roles',
    pieces: collabs,
    rules: ({ parts }) => ({
      roles: parts.map(({ role_id, description }) => ({ role_id, description })),
      deliverable_policy: 'lead_artifact',
      timebox_hours: 0.1,
      recruit_seconds: joinSeconds,
      review_seconds: joinSeconds,
    }),
    question: ({ question }) => question,
    async perform({ parts }, performance) {
      const place = parts.findIndex(({ by }) => by === performance.agentId);
      const part = parts[place];
      if (part) await collaborate(part, place === 0, performance);
    },
  }),
  introAct,
  checkInAct,
];
