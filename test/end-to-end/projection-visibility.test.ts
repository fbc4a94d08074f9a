import { tables } from '@agent-home/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { published } from '../support/ledger.ts';
import { look, newOwner, see } from '../support/look.ts';
import { json, RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
/** Bearer tokens, by who looks; without one it is the anonymous page. */
const tokens: Record<string, string | undefined> = { nobody: undefined };
let olga: Record<string, RawAgent>;

const lookers = ['nobody', 'otto', 'olga', 'admin'] as const;
const audiences = {
  public: { visibility: 'public' },
  circle: { visibility: 'circle', circle_id: 'hidden' },
  invite: { visibility: 'invite', allowlist_agent_ids: ['ada'] },
  own: { visibility: 'owner-only', owner_id: 'olga' },
  platform: { visibility: 'invite', allowlist_agent_ids: [] },
};
/** Who sees a container of each audience: olga's agent ada is let into all but the last. */
const seenBy: Record<keyof typeof audiences, readonly string[]> = {
  public: lookers,
  circle: ['olga', 'admin'],
  invite: ['olga', 'admin'],
  own: ['olga', 'admin'],
  platform: ['admin'],
};

async function ofOwner(agentId: string, token: string | undefined): Promise<RawAgent> {
  const agent = RawAgent.stranger(home, agentId);
  await agent.register({ headers: { authorization: `Bearer ${token}` } });
  await agent.call('POST', `/v1/agents/${agentId}/admission`);
  return agent;
}

beforeAll(async () => {
  home = await startHome();
  tokens.admin = home.secrets.adminToken;
  tokens.olga = await newOwner(home, 'olga');
  tokens.otto = await newOwner(home, 'otto');
  const ada = await ofOwner('ada', tokens.olga);
  olga = { ada };
  await ofOwner('oz', tokens.otto);
  const circle = { name: 'A circle', membership_mode: 'approval' };
  const members = [{ agent_id: 'ada', role: 'admin' }];
  await home.admin('POST', '/v1/admin/circles', { ...circle, circle_id: 'hidden', listed: false, members });
  await home.admin('POST', '/v1/admin/circles', { ...circle, circle_id: 'listed', listed: true, members });
  for (const [name, audience] of Object.entries(audiences)) {
    const { owner_id: _, ...rest } = audience as { owner_id?: string };
    const topic = { topic_id: `t-${name}`, title: `Topic ${name}`, mode: 'freeform', ...rest };
    const task = { task_id: `k-${name}`, title: `Task ${name}`, ...audience };
    await home.admin('POST', '/v1/admin/topics', name === 'own' ? { ...topic, owner_id: 'olga' } : topic);
    await home.admin('POST', '/v1/admin/tasks', task);
  }
  await published(home);
  for (const name of ['public', 'circle', 'invite', 'own'])
    await ada.say(`t-${name}`, `a word on ${name} matters`);
  await eventually(async () => {
    const { items } = await see<{ items: { last_line?: object }[] }>(home, 'topics', tokens.admin);
    expect(items.filter((item) => item.last_line)).toHaveLength(4);
  });
  await published(home);
});
afterAll(() => home.close());

const names = Object.keys(audiences) as (keyof typeof audiences)[];
const idsIn = async (path: string, name: string, who: string) =>
  (await see<{ items: Record<string, string>[] }>(home, path, tokens[who])).items.map((item) => item[name]);

describe('visibility', () => {
  async function expectSeen(who: (typeof lookers)[number]): Promise<void> {
    const expected = (prefix: string) =>
      names.filter((name) => seenBy[name].includes(who)).map((name) => `${prefix}-${name}`);
    expect((await idsIn('topics', 'topic_id', who)).toSorted()).toEqual(expected('t').toSorted());
    expect((await idsIn('tasks', 'task_id', who)).toSorted()).toEqual(expected('k').toSorted());
    const circles = ['olga', 'admin'].includes(who) ? ['hidden', 'listed'] : ['listed'];
    expect(await idsIn('circles', 'circle_id', who)).toEqual(circles);
    const { lines } = await see<{ lines: { topic_id: string }[] }>(home, 'search?q=matters', tokens[who]);
    const spoken = expected('t').filter((id) => id !== 't-platform');
    expect(lines.map((line) => line.topic_id).toSorted()).toEqual(spoken.toSorted());
    type Ada = { topics: { id: string }[]; recent_lines: { topic_id: string }[]; circles: { id: string }[] };
    const ada = await see<Ada>(home, 'agents/ada', tokens[who]);
    expect(ada.topics.map(({ id }) => id).toSorted()).toEqual(spoken.toSorted());
    expect(ada.recent_lines.map((line) => line.topic_id).toSorted()).toEqual(spoken.toSorted());
    // Who is in a circle is for those who are in it, also where the circle is listed.
    expect(ada.circles.map(({ id }) => id)).toEqual(
      ['olga', 'admin'].includes(who) ? ['hidden', 'listed'] : [],
    );
    const { members } = await see<{ members: object[] }>(home, 'circles/listed', tokens[who]);
    expect(members).toHaveLength(['olga', 'admin'].includes(who) ? 1 : 0);
  }

  test('each viewer sees what it may, of every kind of container', async () => {
    for (const who of lookers) await expectSeen(who);
  });

  test('what a viewer may not see answers as what is not there', async () => {
    const pathsOf = (topic: string, task: string, circle: string) => [
      `topics/${topic}`,
      `topics/${topic}/ledger`,
      `tasks/${task}`,
      `circles/${circle}`,
      ...['manifest', 'state', 'ledger/0000000001'].map((name) => `objects?key=topics/${topic}/${name}.json`),
      `objects?key=tasks/${task}/manifest.json`,
      `objects?key=circles/${circle}/manifest.json`,
      `objects?key=circles/${circle}/members/ada.json`,
      `artifacts?key=tasks/${task}/agents/ada/a.txt`,
    ];
    const nowhere = pathsOf('nowhere', 'nowhere', 'nowhere');
    for (const who of lookers)
      for (const name of names.filter((one) => !seenBy[one].includes(who))) {
        const asked = pathsOf(`t-${name}`, `k-${name}`, who === 'olga' ? 'nowhere' : 'hidden');
        for (const [index, path] of asked.entries()) {
          const [hidden, absent] = await Promise.all([
            look(home, path, tokens[who]),
            look(home, nowhere[index] ?? '', tokens[who]),
          ]);
          expect([path, who, hidden.status, hidden.text]).toEqual([path, who, 404, absent.text]);
          const headers = (from: Headers) => [...from.keys()].filter((header) => header !== 'keep-alive');
          expect(headers(hidden.headers)).toEqual(headers(absent.headers));
        }
      }
  });

  test('no key of an agent opens anything, whoever asks', async () => {
    const ledger = await see<{ entries: { text: string }[] }>(home, 'topics/t-public/ledger');
    const [said] = ledger.entries.flatMap(
      ({ text }) => /topics\/t-public\/messages\/[^"\\]+/.exec(text) ?? [],
    );
    expect(said).toBeDefined();
    for (const key of [said, 'agents/heartbeats/0/ada.last', 'tasks/k-public/agents/ada/index.json'])
      expect((await look(home, `objects?key=${key}`, tokens.admin)).status).toBe(404);
  });

  test('what an owner tells its agent is shown to it and to nobody else', async () => {
    const body = { base_prompt: 'be kind' };
    await fetch(`${home.url}/v1/agents/ada/prompt-bundle`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${tokens.olga}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await published(home);
    const statuses = await Promise.all(
      lookers.map(
        async (who) => (await look(home, 'objects?key=agents/prompts/ada/bundle.json', tokens[who])).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 200, 200]);
  });

  test('without a page for everybody one has to sign in first', async () => {
    const closed = await home.startSecondApi({ anonymousPage: false });
    try {
      for (const path of ['topics', 'topics/t-public', 'agents', 'search?q=a', 'modes', 'trust', 'stream']) {
        const { status, text } = await look(closed, path);
        expect([path, status, JSON.parse(text).code]).toEqual([path, 401, 'unauthenticated']);
      }
      expect((await look(closed, 'topics', tokens.olga)).status).toBe(200);
      expect((await look(closed, 'topics', `aht_${'x'.repeat(43)}`)).status).toBe(401);
    } finally {
      await closed.close();
    }
  });
});

describe('a change of audience', () => {
  test('a restriction binds at its commit, and what is wider once its manifest is in the bucket', async () => {
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: 'turning',
      title: 'Turning',
      visibility: 'public',
      mode: 'freeform',
    });
    await published(home);
    const status = async (who: string) => (await look(home, 'topics/turning', tokens[who])).status;
    // Twice: the second time it is remembered.
    expect([await status('nobody'), await status('nobody'), await status('otto')]).toEqual([200, 200, 200]);
    await home.stopWorker();
    const set = (audience: object) =>
      home.admin('POST', '/v1/topics/turning/moderation', { action: 'set_audience', ...audience });
    await set({ visibility: 'invite', allowlist_agent_ids: ['ada'] });
    expect([await status('nobody'), await status('otto'), await status('olga')]).toEqual([404, 404, 200]);
    expect((await look(home, 'objects?key=topics/turning/manifest.json')).status).toBe(404);
    expect(await idsIn('topics', 'topic_id', 'nobody')).not.toContain('turning');
    // The bucket still says nothing of either change.
    await set({ visibility: 'public' });
    expect([await status('nobody'), await status('otto'), await status('olga')]).toEqual([404, 404, 200]);
    await home.startWorker();
    await eventually(async () => expect(await status('nobody')).toBe(200));
  });

  test('a restriction of a task binds at its commit as well', async () => {
    await home.admin('POST', '/v1/admin/tasks', { task_id: 'turning', title: 'T', visibility: 'public' });
    await published(home);
    const status = async (who: string) => (await look(home, 'tasks/turning', tokens[who])).status;
    expect([await status('nobody'), await status('otto'), await status('olga')]).toEqual([200, 200, 200]);
    await home.stopWorker();
    const set = (audience: object) =>
      home.admin('POST', '/v1/admin/tasks/turning/actions', { action: 'set_audience', ...audience });
    await set({ visibility: 'circle', circle_id: 'hidden' });
    expect([await status('nobody'), await status('otto'), await status('olga')]).toEqual([404, 404, 200]);
    await set({ visibility: 'public' });
    expect([await status('nobody'), await status('otto'), await status('olga')]).toEqual([404, 404, 200]);
    await home.startWorker();
    await eventually(async () => expect(await status('nobody')).toBe(200));
  });

  test('what is judged or created and not in the bucket yet is not shown', async () => {
    await home.stopWorker();
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: 'waiting',
      title: 'Waiting for its manifest',
      visibility: 'public',
      mode: 'freeform',
    });
    expect((await look(home, 'topics/waiting', tokens.admin)).status).toBe(404);
    expect(await idsIn('topics', 'topic_id', 'admin')).not.toContain('waiting');
    const found = await see<{ topics: object[] }>(home, 'search?q=manifest', tokens.admin);
    expect(found.topics).toEqual([]);
    await home.startWorker();
    await eventually(async () => expect((await look(home, 'topics/waiting')).status).toBe(200));
  });

  test('an agent that is put out, or suspended, opens nothing to its owner any more', async () => {
    const ben = await ofOwner('ben', tokens.otto);
    for (const topic of ['ejected', 'suspended'])
      await home.admin('POST', '/v1/admin/topics', {
        topic_id: topic,
        title: topic,
        visibility: 'invite',
        allowlist_agent_ids: ['ben'],
        mode: 'freeform',
      });
    await published(home);
    const status = async (topic: string) => (await look(home, `topics/${topic}`, tokens.otto)).status;
    expect([await status('ejected'), await status('suspended')]).toEqual([200, 200]);
    const eject = { action: 'eject', agent_id: ben.agentId };
    await home.admin('POST', '/v1/topics/ejected/moderation', eject);
    expect([await status('ejected'), await status('suspended')]).toEqual([404, 200]);
    await home.admin('POST', '/v1/admin/agents/ben/actions', { action: 'suspend', reason: 'rude' });
    expect([await status('ejected'), await status('suspended')]).toEqual([404, 404]);
    expect((await look(home, 'topics/suspended', tokens.admin)).status).toBe(200);
  });

  test('no owner may be called as the platform is, whose containers would be its own', async () => {
    const asked = home.admin('POST', '/v1/admin/owners', { owner_id: 'platform', name: 'me' });
    await expect(asked).rejects.toThrow('owner_id_taken');
  });
});

describe('bytes', () => {
  test('what is answered is what lies in the bucket, byte for byte', async () => {
    const { oss } = await (olga.ada as RawAgent).client({ type: 'topic_read', topic_id: 't-public' });
    const inBucket = async (key: string) => Buffer.from((await oss.get(key)).content as Buffer).toString();
    type View = Record<'manifest' | 'state', { object_key: string; text: string; version: number }>;
    const view = await see<View>(home, 'topics/t-public');
    const { entries } = await see<{ entries: View['state'][] }>(home, 'topics/t-public/ledger');
    expect(entries.length).toBeGreaterThan(1);
    for (const { object_key: key, text, version } of [view.manifest, view.state, ...entries]) {
      expect(text).toBe(await inBucket(key));
      expect(JSON.parse(text).cert.version).toBe(version);
      const object = await look(home, `objects?key=${key}`);
      expect(object.text).toBe(text);
      const again = await fetch(`${home.url}/v1/public/objects?key=${key}`, {
        headers: { 'if-none-match': object.headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
    }
  });

  test('a ledger is read on from where one has got to', async () => {
    type Page = { entries: { object_key: string }[]; published_sequence: number };
    const all = await see<Page>(home, 'topics/t-public/ledger');
    const first = await see<Page>(home, 'topics/t-public/ledger?limit=1');
    const rest = await see<Page>(home, 'topics/t-public/ledger?after=1');
    expect([...first.entries, ...rest.entries]).toEqual(all.entries);
    expect([first.published_sequence, all.entries.length]).toEqual([
      all.published_sequence,
      all.published_sequence,
    ]);
    const beyond = await see<Page>(home, `topics/t-public/ledger?after=${all.published_sequence + 5}`);
    expect(beyond.entries).toEqual([]);
  });

  test('nothing erased is found or shown', async () => {
    const ada = olga.ada as RawAgent;
    const key = await ada.say('t-public', 'regrettable 遗憾 words');
    const found = async (q: string) =>
      (await see<{ lines: { sequence: number }[] }>(home, `search?q=${encodeURIComponent(q)}`)).lines;
    const sequence = await eventually(async () => {
      const [line] = await found('regrettable');
      if (!line) throw new Error('not there yet');
      return line.sequence;
    });
    await home.admin('POST', '/v1/topics/t-public/moderation', { action: 'redact', sequence });
    // Found no more from the commit on, and not in the bucket once that was put there anew.
    expect([await found('regrettable'), await found('憾')]).toEqual([[], []]);
    await eventually(async () => {
      const { text } = await look(home, 'topics/t-public/ledger');
      expect(text).not.toContain('regrettable');
    });
    const { text } = await look(home, 'topics/t-public');
    expect(text).not.toContain('regrettable');
    expect(key).toContain('t-public');
  });

  test('a card that was replaced is in the history, and no card of one that has left is', async () => {
    const put = async (bio: string) => {
      const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
      await fetch(`${home.url}/v1/agents/oz/card`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${tokens.otto}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Oz', personality, bio }),
      });
      await published(home);
    };
    for (const bio of ['first bio', 'second bio']) await put(bio);
    type View = { card: { text: string }; card_history: { text: string }[]; agent: { name: string } };
    const view = await see<View>(home, 'agents/oz');
    const bios = view.card_history.map(({ text }) => JSON.parse(text).bio);
    expect([JSON.parse(view.card.text).bio, bios]).toEqual(['second bio', ['first bio', '']]);
    await fetch(`${home.url}/v1/agents/oz/withdrawal`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.otto}`, 'content-type': 'application/json' },
      body: JSON.stringify({ objects: 'keep' }),
    });
    await published(home);
    const { text } = await look(home, 'agents/oz', tokens.admin);
    expect([text.includes('first bio'), text.includes('second bio')]).toEqual([false, false]);
    const rows = await home.open.platform.database.select().from(tables.cardHistory);
    expect(rows.filter((row) => row.agentId === 'oz')).toEqual([]);
  });
});

describe('artifacts', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const cases: [name: string, bytes: Buffer, type: string][] = [
    ['picture.png', png, 'image/png'],
    ['photo.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['dance.gif', Buffer.from('GIF89a.'), 'image/gif'],
    ['shot.webp', Buffer.from('RIFF....WEBPVP8 '), 'image/webp'],
    ['page.html', Buffer.from('<script>alert(1)</script>'), 'application/octet-stream'],
    ['drawing.svg', Buffer.from('<svg onload="alert(1)"/>'), 'application/octet-stream'],
    ['code.js', Buffer.from('alert(1)'), 'application/octet-stream'],
    ['notpng.png', Buffer.from('<html>'), 'application/octet-stream'],
    ['empty', Buffer.alloc(0), 'application/octet-stream'],
  ];

  test('work handed in is a download, and never of a type that could run', async () => {
    const ada = olga.ada as RawAgent;
    const { oss } = await ada.client({ type: 'task_write', task_id: 'k-public' });
    const folder = 'tasks/k-public/agents/ada/';
    for (const [name, bytes] of cases) {
      const lie = { mime: 'text/html', headers: { 'Content-Type': 'text/html' } };
      await oss.put(`${folder}${name}`, bytes, lie as object);
    }
    const index = {
      kind: 'task_agent_index',
      schema_version: 1,
      task_id: 'k-public',
      agent_id: 'ada',
      updated_at: new Date().toISOString(),
      latest_artifact: {
        object_key: `${folder}picture.png`,
        content_type: 'image/png',
        sha256: 'a'.repeat(64),
      },
    };
    await oss.put(`${folder}index.json`, json(index));
    type Task = { artifacts: { object_key: string; latest: boolean; hash_matches?: boolean }[] };
    const task = await eventually(async () => {
      const seen = await see<Task>(home, 'tasks/k-public');
      expect(seen.artifacts).toHaveLength(cases.length);
      return seen;
    }, 25_000);
    expect(task.artifacts[0]).toMatchObject({ latest: true, hash_matches: false });
    expect(task.artifacts.filter(({ latest }) => latest)).toHaveLength(1);
    for (const [name, bytes, type] of cases) {
      const response = await fetch(`${home.url}/v1/public/artifacts?key=${folder}${name}`);
      expect([name, response.status, response.headers.get('content-type')]).toEqual([name, 200, type]);
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), bytes)).toBe(0);
    }
    // Counted by now, or soon: whenever it is, it is no work.
    await eventually(async () => {
      const { taskArtifacts } = tables;
      const known = eq(taskArtifacts.objectKey, `${folder}index.json`);
      expect(await home.open.platform.database.$count(taskArtifacts, known)).toBe(1);
    }, 25_000);
    for (const key of [
      `${folder}index.json`,
      `${folder}absent`,
      'topics/t-public/state.json',
      '../../etc/passwd',
    ])
      expect((await look(home, `artifacts?key=${encodeURIComponent(key)}`, tokens.admin)).status).toBe(404);
  });
});
