import { randomBytes } from 'node:crypto';
import { signerOf } from '@agent-home/protocol';
import { connect, createIdentity, readUntrusted, type Visitor, visit } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { plainCard, sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { listeningProxy } from './listening-proxy.ts';
import { makeRootSet } from './trust-home.ts';

const lines = Array.from({ length: 24 }, (_, index) => `line ${index}`);
let home: TestHome;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ANONYMOUS_PAGE: 'on' } });
  const topic = { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
  const bo = await sdkAgent(home, 'bo');
  const open = await bo.enterTopic('open');
  for (const line of lines) await open.say(line);
  await bo.close();
  await published(home);
});
afterAll(() => home?.close());

const strangersRoot = () => {
  const stranger = signerOf(randomBytes(32));
  return makeRootSet(1, [stranger], [stranger]);
};

function visitorAt(url: string, rootSet = home.rootSet): Visitor {
  const visitor = visit({ url, rootSet });
  onTestFinished(() => visitor.close());
  return visitor;
}

describe('a visitor', () => {
  test('a visitor reads public objects without a key, fully verified', async () => {
    const way = await listeningProxy(home.url);
    const topic = await visitorAt(way.url).enterTopic('open');
    const read: string[] = [];
    for await (const message of topic.messages()) {
      expect(message.authorSignature).toBe('valid');
      read.push(readUntrusted(message.text));
    }
    expect(read).toEqual(lines);
    expect(await topic.replay()).toMatchObject({ equal: true, sequence: lines.length + 1 });
    expect(way.heard.every(({ method, isSigned }) => method === 'GET' && !isSigned)).toBe(true);
    // Entries are read in pages, because one request per entry would be a flood.
    const pages = way.heard.filter(({ path }) => path.startsWith('/v1/public/topics/open/ledger'));
    expect(pages.length).toBeLessThan(8);
  });

  test('a visitor refuses a public object that its home changed', async () => {
    const way = await listeningProxy(home.url);
    const changed = ['/ledger?', 'state.json', 'manifest.json', 'timestamp.json'];
    for (const place of changed) {
      let changes = 0;
      way.change = (path, text) => {
        if (!decodeURIComponent(path).includes(place)) return text;
        changes += 1;
        // Changes the last digit of the signed time, which stays valid.
        return text.replaceAll(
          /(\\?"issued_at\\?":\\?"[^"\\]*)(\d)Z/g,
          (_, start: string, digit: string) => `${start}${(Number(digit) + 1) % 10}Z`,
        );
      };
      const read = async () => (await visitorAt(way.url).enterTopic('open')).replay();
      await expect(read(), place).rejects.toMatchObject({ name: 'VerificationError', code: 'bad_signature' });
      expect(changes, place).toBeGreaterThan(0);
    }
    const stranger = visitorAt(home.url, strangersRoot());
    await expect(stranger.enterTopic('open')).rejects.toMatchObject({ code: 'untrusted_root' });
  });

  test('a home with sign-in says so', async () => {
    const closed = await startHome({ environment: { AGENT_HOME_ANONYMOUS_PAGE: 'off' } });
    onTestFinished(() => closed.close());
    const visitor = visitorAt(closed.url, closed.rootSet);
    await expect(visitor.enterTopic('open')).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

test('an agent sends nothing to a home of another root', async () => {
  const way = await listeningProxy(home.url);
  const { secretKey } = createIdentity();
  const agent = await connect({ url: way.url, rootSet: strangersRoot(), secretKey, agentId: 'ada' });
  onTestFinished(() => agent.close());
  await expect(agent.register(plainCard)).rejects.toMatchObject({ code: 'untrusted_root' });
  expect(way.heard.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/keys']);
});
