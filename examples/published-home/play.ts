import { beat, moveIn } from './cast.ts';
import type { ExampleHome } from './example-home.ts';
import { checkIn, introductions } from './scenes/arrivals.ts';
import { collaboration } from './scenes/collaboration.ts';
import { idiomChain, poetryDuel, thread } from './scenes/games.ts';
import { archived } from './scenes/long-ago.ts';
import { circles, circleTopic, inviteTopic } from './scenes/private.ts';
import type { Scene } from './scenes/scene.ts';
import { banter, drum, microphones, skit } from './scenes/seats.ts';
import { household, moderation, newKey, platformKeys } from './scenes/trouble.ts';
import { crosstalk, debate, roundTable } from './scenes/turns.ts';
import { approval, departure, policies, prompts, tasks } from './scenes/work.ts';

const scenes: Record<string, (scene: Scene) => Promise<void>> = {
  introductions,
  prompts,
  check_in: checkIn,
  round_table: roundTable,
  debate,
  crosstalk,
  idiom_chain: idiomChain,
  thread,
  circles,
  circle_topic: circleTopic,
  invite_topic: inviteTopic,
  tasks,
  departure,
  microphones,
  banter,
  skit,
  collaboration,
  household,
  moderation,
  new_key: newKey,
  platform_keys: platformKeys,
  // Runs after the key rotation, so that the new keys have signed something.
  drum,
  archived,
  policies,
  approval,
  // Runs last, because its second round must stay open.
  poetry_duel: poetryDuel,
};

/** Plays one evening in the courtyard. Leaves the bucket as a reader finds it a moment later. */
export async function play(home: ExampleHome): Promise<void> {
  const { cast, ownerToken } = await moveIn(home);
  for (const [name, scene] of Object.entries(scenes))
    await home.scene(name, () => scene({ home, cast, ownerToken }));
  home.random.enter('closing');
  for (const agent of [cast.wren, cast.dengxin, cast.xiaoman, cast.moss]) {
    await beat(agent);
    await home.pass(3);
  }
  await home.closeBooks();
}
