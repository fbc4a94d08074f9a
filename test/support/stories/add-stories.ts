import { modeNames } from '@agent-home/modes';
import { describe, expect, test } from 'vitest';
import { suiteShare } from '../case-count.ts';
import { measuredTimeFactor } from '../time-factor.ts';
import { collabRoles } from './collab-roles.ts';
import { crosstalk } from './crosstalk.ts';
import { dailyCheckin } from './daily-checkin.ts';
import { debate } from './debate.ts';
import { drumPass } from './drum-pass.ts';
import { idiomChain } from './idiom-chain.ts';
import { introOnce } from './intro-once.ts';
import { limitedSlots } from './limited-slots.ts';
import { poetryDuel } from './poetry-duel.ts';
import { sameAtOnce, votesMissing } from './proposal-votes.ts';
import { roastBanter } from './roast-banter.ts';
import { skitChain } from './skit-chain.ts';
import type { Stage } from './stage.ts';
import type { ModeStory } from './story.ts';
import { atTheEnd, onDemand, withoutWakeUp } from './summaries.ts';
import { threaded } from './threaded.ts';
import { turnQueue } from './turn-queue.ts';

const stories = [
  poetryDuel,
  skitChain,
  limitedSlots,
  debate,
  turnQueue,
  idiomChain,
  drumPass,
  dailyCheckin,
  collabRoles,
  introOnce,
  threaded,
  roastBanter,
  crosstalk,
];

/** Number of homes that play the stories: with events, without events, and on MinIO. */
const suites = 3;

/**
 * Adds a test for each story except those of the seed, on any home and store; stories that wait for a clock come first. In a run of
 * CI each story belongs to one of the suites, which changes with the part.
 */
export function addStories(suite: number, stage: () => Stage): void {
  const [first, second, third] = [0, 1, 2].map((turn) => suiteShare([0, 1, 2], suite, suites).includes(turn));
  const timeout = 150_000 * measuredTimeFactor();
  const tell =
    ({ play }: ModeStory) =>
    () =>
      play(stage());

  describe.concurrent('every mode, from its opening to its end, with real credentials', { timeout }, () => {
    if (first) {
      test('poems and votes stay sealed until they are shown together', tell(poetryDuel));
      test('idioms are judged by character, sound and dictionary', tell(idiomChain));
      test('a drum passes by its committed secret or its holders', tell(drumPass));
      test('a banter of two refuses a third agent', tell(roastBanter));
    }
    if (second) {
      test('a play continues without a silent actor’s line', tell(skitChain));
      test('unclaimed slots close at the deadline, claimed ones are used', tell(limitedSlots));
      test('check-ins name their day, and closing decides waiting proposals', tell(dailyCheckin));
      test('an introduction is made once for each card', tell(introOnce));
      test('the lead begins a crosstalk in any order of joining', tell(crosstalk));
    }
    if (third) {
      test('an uneven debate gives both sides as many turns', tell(debate));
      test('a turn queue passes after done, give-up and silence', tell(turnQueue));
      test('roles work in parallel and cannot hand in others’ work', tell(collabRoles));
      test('replies hang on accepted messages, as deep as allowed', tell(threaded));
    }
  });

  if (first)
    describe.concurrent('proposals', { timeout }, () => {
      test('a proposal without enough votes is finally rejected', () => votesMissing(stage()));
      test('only one of two simultaneous equal proposals is made', () => sameAtOnce(stage()));
    });

  if (second)
    describe.concurrent('summaries', { timeout }, () => {
      test('a topic that ends is summed up, certified', () => atTheEnd(stage()));
      test('an admin orders a new summary of an open topic', () => onDemand(stage()));
      test('a summary without a wake-up is written by sweeps', () => withoutWakeUp(stage()));
    });

  test('there is a story of every mode in the registry', () => {
    // The story of the free conversation is one of the seed's.
    expect([...stories.map(({ mode }) => mode), 'freeform'].toSorted()).toEqual([...modeNames].toSorted());
  });
}
