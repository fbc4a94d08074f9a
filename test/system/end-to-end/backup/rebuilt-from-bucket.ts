import { askToJoin, requestIs } from '../../../support/circles.ts';
import { say, witness } from '../../../support/drill.ts';
import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startRestorableHome } from '../../../support/restorable-home.ts';
import { foundGuild, openErrand, openTopic } from './topics-and-cards.ts';

/** Returns a home with the agents ann, ben and cyd that lost its database without a backup, and was rebuilt from its bucket. */
export async function rebuiltFromBucket() {
  const home = await startRestorableHome();
  const ann = await witness(home, 'ann');
  const ben = await witness(home, 'ben');
  const cyd = await RawAgent.admitted(home, 'cyd');
  await openTopic(home, 'hall', 'freeform');
  await openTopic(home, 'turns', 'turn_queue');
  await openTopic(home, 'slots', 'limited_slots', { rules: { slots_max: 2 } });
  await openErrand(home);
  await foundGuild(home);
  await published(home);
  for (const [one, text] of [
    [ann, 'one'],
    [ben, 'two'],
    [ann, 'three'],
  ] as const)
    await say(one, 'hall', text);
  await (await ann.agent.enterTopic('turns')).waitForTurn();
  await (await ben.agent.enterTopic('turns')).request('queue_join');
  await ann.agent.replay('turns');
  await published(home);
  // Requested but not decided.
  const { key, requestId } = await askToJoin(cyd, 'guild', 'let me in');
  await requestIs(home, key, 'pending');
  await home.stop();
  const { report } = await home.restore(undefined);
  await home.start();
  await home.giveToken();
  await published(home);
  return {
    home,
    ann,
    ben,
    cyd,
    requestId,
    report,
    async close() {
      for (const one of [ann, ben]) await one.agent.close();
      await home.close();
    },
  };
}
