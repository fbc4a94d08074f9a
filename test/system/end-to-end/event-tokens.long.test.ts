import { expect, test } from 'vitest';
import { openSmqPusher } from '../../support/smq-pusher.ts';
import { startHome } from '../../support/start-home.ts';

test('both event tokens work until one is removed', async () => {
  const fresh = 'a-fresh-event-token-0000000000000000';
  const home = await startHome({ worker: false });
  try {
    const old = home.secrets.eventToken;
    const push = await openSmqPusher(home);
    const sent = async (url: string, token: string) =>
      (await (await openSmqPusher({ ...home, url }))([{ key: 'topics/t/messages/a/1.json' }], { token }))
        .status;
    expect((await push([{ key: 'x' }], { token: fresh })).status).toBe(404);
    const both = await home.startSecondApi({ eventTokens: [old, fresh] });
    expect([await sent(both.url, old), await sent(both.url, fresh)]).toEqual([204, 204]);
    await both.close();
    const rotated = await home.startSecondApi({ eventTokens: [fresh] });
    expect([await sent(rotated.url, old), await sent(rotated.url, fresh)]).toEqual([404, 204]);
    await rotated.close();
    const silent = await home.startSecondApi({ takesEvents: false });
    expect(await sent(silent.url, old)).toBe(404);
    await silent.close();
  } finally {
    await home.close();
  }
});
