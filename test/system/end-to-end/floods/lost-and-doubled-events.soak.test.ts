import { tables } from '@agent-home/platform/database';
import { describe, expect, test } from 'vitest';
import { every } from '../../../support/every.ts';
import { getLedger, judged } from '../../../support/ledger.ts';
import { getId, json } from '../../../support/raw-agent.ts';
import { openSmqPusher } from '../../../support/smq-pusher.ts';
import { startHome } from '../../../support/start-home.ts';
import { twoTurns, twoTurnsToldAs } from '../../../support/turn-story.ts';
import { openTwoTopics } from './two-topics.ts';

describe('events that are', () => {
  const home = async (options: Parameters<typeof startHome>[0]) =>
    startHome({
      ...options,
      environment: {
        AGENT_HOME_SWEEP_SECONDS: '0.2',
        AGENT_HOME_SWEEP_FIRST_SECONDS: '0.2',
        AGENT_HOME_SWEEP_MAX_SECONDS: '0.5',
        AGENT_HOME_DEADLINE_GRACE_SECONDS: '0.1',
      },
    });

  test('all lost: a story completes on sweep and deadlines alone', async () => {
    const silent = await home({ events: false });
    try {
      expect(await twoTurns(silent, 'turns', await openTwoTopics(silent))).toMatchObject(twoTurnsToldAs);
      expect(await silent.open.platform.database.$count(tables.storeEvents)).toBe(0);
    } finally {
      await silent.close();
    }
  });

  test('doubled and out of order: each input has one effect', async () => {
    const quiet = await startHome({
      events: false,
      environment: { AGENT_HOME_SWEEP_FIRST_SECONDS: '60', AGENT_HOME_SWEEP_MAX_SECONDS: '60' },
    });
    try {
      const [ada] = await openTwoTopics(quiet);
      const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'open' });
      const keys = credential.keys.map(({ key }) => key);
      for (const key of keys) await oss.put(key, json(ada.message('open', getId(key), key)));
      const push = await openSmqPusher(quiet);
      const pushes = keys.toReversed().flatMap((key) => [
        { key, messageId: `same-${getId(key)}` },
        { key, messageId: `same-${getId(key)}` },
        { key, messageId: `other-${getId(key)}` },
      ]);
      await every(pushes.length, 4, async (index) => {
        const { key, messageId } = pushes[index] ?? { key: '', messageId: '' };
        expect((await push([{ key }], { messageId })).status).toBe(204);
      });
      for (const key of keys) await judged(quiet, 'open', key);
      for (const { key, messageId } of pushes) await push([{ key }], { messageId: `${messageId}-late` });
      const rows = (await getLedger(quiet, 'open')).slice(1);
      expect(rows.map(({ objectKey }) => objectKey).toSorted()).toEqual(keys);
      expect(rows.every(({ outcome }) => outcome === 'accepted')).toBe(true);
    } finally {
      await quiet.close();
    }
  });
});
