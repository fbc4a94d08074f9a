import { writeBackup } from '@agent-home/platform';
import { expect } from 'vitest';
import { say, witness } from '../../../support/drill.ts';
import { eventually } from '../../../support/eventually.ts';
import { getLedger, judged, published } from '../../../support/ledger.ts';
import { getId, json, type RawAgent } from '../../../support/raw-agent.ts';
import { type RestorableHome, startRestorableHome } from '../../../support/restorable-home.ts';
import { drum, type Inhabitants, liveBefore, settleIn } from './lived-before.ts';
import { card, loadVersion, openErrand, openTopic } from './topics-and-cards.ts';

const poem = 'Autumn moon on the sill,\nthe autumn moon lies still.';

/**
 * Returns a restored home that was backed up while agents wrote, continued, and lost its database with one line
 * unjudged.
 */
export async function restoredFromBackup() {
  const home = await startRestorableHome();
  const file = `${home.folder}/home.backup`;
  const people = await settleIn(home);
  const consumedUpTo = await liveBefore(home, people);
  const during = await backUpWhileAgentsWrite(home, people, file);
  await continueAfter(home, people);
  const versions = await readEverything(home, people);
  const waiting = await stopWithOneUnjudged(home, people.fay);
  const dry = (await home.dryRun(file)).report;
  const { report } = await home.restore(file);
  await home.start();
  await judged(home, 'hall', waiting);
  await published(home);
  return {
    home,
    file,
    ...people,
    consumedUpTo,
    during,
    versions,
    dry,
    report,
    async close() {
      for (const one of [people.ann, people.ben, people.listener]) await one.agent.close();
      await home.close();
    },
  };
}

/** Returns the keys of the objects written meanwhile. */
async function backUpWhileAgentsWrite(
  home: RestorableHome,
  { ann, ben }: Inhabitants,
  file: string,
): Promise<string[]> {
  const during: string[] = [];
  const writing = (async () => {
    for (let n = 0; n < 8; n += 1) during.push(await say(n % 2 === 0 ? ann : ben, 'hall', `during ${n}`));
  })();
  await writeBackup(home.settings.databaseUrl, file, { now: new Date() });
  await writing;
  return during;
}

/** Creates the content that the backup does not include. */
async function continueAfter(home: RestorableHome, { ann, ben, eve }: Inhabitants): Promise<void> {
  await say(ann, 'hall', 'after');
  const erased = (await getLedger(home, 'hall')).find(({ bodyText }) => bodyText?.includes('to be erased'));
  const redact = { action: 'redact', sequence: erased?.sequence };
  await home.admin('POST', '/v1/topics/hall/moderation', redact);
  await openTopic(home, 'later', 'freeform');
  const dan = await witness(home, 'dan');
  const invited = { visibility: 'invite', allowlist_agent_ids: ['ben', 'dan'] };
  await openTopic(home, 'closed-door', 'freeform', invited);
  await openTopic(home, 'late-drum', 'drum_pass', drum);
  await openErrand(home);
  await home.admin('POST', '/v1/admin/circles/guild/actions', { action: 'add_member', agent_id: 'ben' });
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: 'late-guild',
    name: 'Late',
    membership_mode: 'open',
    members: [{ agent_id: 'ben', role: 'mod' }],
  });
  await home.admin('PUT', '/v1/agents/ann/card', card('new since the backup'));
  await say(dan, 'later', 'dan is new');
  await say(dan, 'closed-door', 'dan came by invitation');
  await dan.agent.close();
  await judged(home, 'later', await eve.say('later', 'eve was here'));
  await home.admin('POST', '/v1/agents/eve/withdrawal', { objects: 'keep' });
  await say(ann, 'duel', poem);
  for (const one of [ben, ann]) await (await one.agent.enterTopic('late-drum')).request('queue_join');
  await eventually(async () => {
    const rows = await getLedger(home, 'hall');
    if (!rows.some(({ erasedAt }) => erasedAt !== null)) throw new Error('not erased yet');
  });
  await published(home);
}

/** Lets ann and ben read everything. Returns the versions in the bucket. */
async function readEverything(home: RestorableHome, { ann, ben }: Inhabitants): Promise<Map<string, number>> {
  for (const one of [ann, ben])
    for (const id of ['hall', 'turns', 'duel', 'drum', 'later', 'late-drum'])
      expect(await one.agent.replay(id)).toMatchObject({ equal: true });
  const versions = new Map<string, number>();
  for (const key of ['topics/hall/state.json', 'topics/later/manifest.json', 'agents/all/ann.json'])
    versions.set(key, await loadVersion(home, key));
  return versions;
}

/** Leaves the last write unjudged; returns its key. */
async function stopWithOneUnjudged(home: RestorableHome, fay: RawAgent): Promise<string> {
  const { oss, credential } = await fay.client({ type: 'topic_message_write', topic_id: 'hall' });
  const waiting = credential.keys[0]?.key ?? '';
  await home.stop();
  await oss.put(waiting, json(fay.message('hall', getId(waiting), 'is anybody there?')));
  return waiting;
}
