import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { pick, type Random } from '../../plan/streams.ts';
import { type Hand, sha256 } from '../hand.ts';
import { places } from '../places.ts';
import { type Production, production } from './production.ts';
import * as words from './words.ts';

/** A sweep comes every half second; in a storm it finds nothing. */
const looksMost = 14;

const folderGrant = { type: 'task_write', task_id: places.bazaar };

/** What one put may carry beside its bytes. */
const trimmings: readonly Record<string, string>[] = [
  {},
  {},
  {},
  { 'content-encoding': 'gzip' },
  { 'x-oss-storage-class': 'Archive' },
  { 'x-oss-storage-class': 'ColdArchive' },
  { 'x-oss-object-acl': 'public-read' },
  { 'x-oss-tagging': 'a=b&c=%00' },
  { 'x-oss-meta-a': 'bell\u0007and\u0001more' },
  { 'x-oss-meta-b': 'ﷺ'.repeat(300) },
  { 'content-type': 'text/html' },
  { 'content-disposition': 'inline' },
  { 'x-oss-forbid-overwrite': 'true' },
  { expires: 'Thu, 01 Jan 1970 00:00:00 GMT' },
];

/** Ways to have something at a key that is no plain object, or no longer the one that was seen there. */
const ways = [
  'put',
  'symlink',
  'symlink',
  'symlink',
  'copy',
  'append',
  'multipart',
  'unfinished',
  'late multipart',
] as const;
type Way = (typeof ways)[number];

interface Writing {
  way: Way;
  size: number;
  trimming: Record<string, string>;
  target: words.Target;
  pace: ReturnType<typeof words.pace>;
}

const writing = (random: Random): Writing => ({
  way: pick(random, ways),
  size: words.size(random),
  trimming: pick(random, trimmings),
  target: words.target(random),
  pace: words.pace(random),
});

async function write(hand: Hand, key: string, { way, size, trimming, target, pace }: Writing): Promise<void> {
  const credential = await hand.credential(folderGrant);
  if (!credential) return;
  const send = (ask: Parameters<Hand['storeWith']>[1]) => hand.storeWith(credential, ask);
  const plain = Buffer.alloc(size, 'hostile work ');
  const body = trimming['content-encoding'] ? gzipSync(plain) : plain;
  hand.memory.written.add(key);
  const pointed = hand.keyOf(target, key);
  if (way === 'put') await send({ method: 'PUT', key, headers: trimming, body, pace });
  if (way === 'symlink')
    await send({
      ...{ method: 'PUT', key, query: { symlink: '' } },
      headers: { 'x-oss-symlink-target': encodeURIComponent(pointed) },
    });
  if (way === 'copy')
    await send({
      method: 'PUT',
      key,
      headers: { 'x-oss-copy-source': `/agent-home/${encodeURIComponent(pointed)}` },
    });
  if (way === 'append')
    await send({ method: 'POST', key, query: { append: '', position: '0' }, headers: trimming, body, pace });
  if (way === 'multipart' || way === 'unfinished' || way === 'late multipart') {
    const begun = await send({ method: 'POST', key, query: { uploads: '' } });
    const uploadId = /<UploadId>([^<]+)/.exec(begun.body.toString())?.[1];
    if (uploadId === undefined) return;
    const part = await send({ method: 'PUT', key, query: { partNumber: '1', uploadId }, body, pace });
    if (way === 'unfinished') return;
    if (way === 'late multipart') await delay(1_500);
    const etag = /^etag: *(\S+)/im.exec(part.head)?.[1] ?? '""';
    const list = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`;
    await send({ method: 'POST', key, query: { uploadId }, body: Buffer.from(list) });
  }
}

/** An index that names a key, with the hash of what lies there or of what it would like to know. */
async function index(hand: Hand, key: string, told: string): Promise<void> {
  const document = {
    ...{
      kind: 'task_agent_index',
      schema_version: 1,
      task_id: places.bazaar,
      agent_id: hand.mallory.agentId,
    },
    updated_at: new Date().toISOString(),
    latest_artifact: { object_key: key, content_type: 'text/plain', sha256: told },
  };
  const body = Buffer.from(JSON.stringify(document));
  await hand.store(folderGrant, { method: 'PUT', key: `${hand.folder}index.json`, body });
}

/** Plain work until the home has found it; a link at the same key the moment after. */
async function swapOnceSeen(hand: Hand, key: string, pointed: string): Promise<void> {
  const body = Buffer.from(`plain work ${key}`);
  await hand.store(folderGrant, { method: 'PUT', key, body });
  for (let looks = 0; looks < looksMost; looks += 1) {
    const path = `/v1/public/artifacts?key=${encodeURIComponent(key)}`;
    const { body: seen } = await hand.api({ as: 'anonymous', method: 'GET', path });
    if (seen.equals(body)) break;
    await delay(150);
  }
  await hand.store(folderGrant, {
    ...{ method: 'PUT', key, query: { symlink: '' } },
    headers: { 'x-oss-symlink-target': encodeURIComponent(pointed) },
  });
}

export const storeActs: readonly Production[] = [
  production(
    'writes into its folder',
    6,
    (random) => ({ tail: words.tail(random), writing: writing(random) }),
    (hand, { tail, writing }) => write(hand, `${hand.folder}${tail}`, writing),
  ),
  production(
    'hands in plain work',
    10,
    (random) => ({ tail: words.plainTail(random), size: pick(random, [1, 60, 600]) }),
    async (hand, { tail, size }) => {
      const key = `${hand.folder}${tail}`;
      const body = Buffer.alloc(size, 'plain work ');
      hand.memory.written.add(key);
      await hand.store(folderGrant, { method: 'PUT', key, body });
      await index(hand, key, sha256(body));
    },
  ),
  production(
    'swaps work that was seen',
    10,
    (random) => ({ which: random(), writing: writing(random) }),
    async (hand, { which, writing }) => write(hand, hand.knownKey(which), writing),
  ),
  production(
    'guesses at a hash',
    4,
    (random) => ({ which: random() }),
    async (hand, { which }) => {
      const known = hand.neighbourhood.privateKeys.filter(({ sha256: hash }) => hash !== undefined);
      const guessed = known[Math.floor(which * known.length)];
      if (guessed?.sha256 === undefined) return;
      // A key of its own for each guess: what is said of it answers this one.
      const key = `${hand.folder}guess-${known.indexOf(guessed)}.txt`;
      hand.journal.guesses.push({ key, sha256: guessed.sha256, of: guessed.key });
      await index(hand, key, guessed.sha256);
      await swapOnceSeen(hand, key, guessed.key);
      await hand.api({ as: 'anonymous', method: 'GET', path: `/v1/public/tasks/${places.bazaar}` });
    },
  ),
  production(
    'swaps work and reads it at once',
    5,
    (random) => ({ tail: words.plainTail(random), target: words.target(random) }),
    async (hand, { tail, target }) => {
      const key = `${hand.folder}seen-${tail}`;
      await swapOnceSeen(hand, key, hand.keyOf(target, key));
      await hand.api({
        as: 'anonymous',
        method: 'GET',
        path: `/v1/public/artifacts?key=${encodeURIComponent(key)}`,
      });
    },
  ),
  production(
    'makes its index something else',
    2,
    (random) => ({ writing: writing(random) }),
    (hand, { writing }) => write(hand, `${hand.folder}index.json`, writing),
  ),
  production(
    'reads work as whoever it likes',
    12,
    (random) => ({
      which: random(),
      as: pick(random, ['anonymous', 'anonymous', 'owner', 'agent'] as const),
    }),
    (hand, { which, as }) =>
      hand.api({
        as,
        method: 'GET',
        path: `/v1/public/artifacts?key=${encodeURIComponent(hand.knownKey(which))}`,
      }),
  ),
  production(
    'looks at the task',
    4,
    (random) => ({ own: random() < 0.5 }),
    (hand, { own }) =>
      hand.api(
        own
          ? { as: 'agent', method: 'GET', path: `/v1/tasks/${places.bazaar}/artifacts?limit=200` }
          : { as: 'anonymous', method: 'GET', path: `/v1/public/tasks/${places.bazaar}` },
      ),
  ),
];
