import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { pick, type Random } from '../../plan/streams.ts';
import type { Hand } from '../hand.ts';
import { places } from '../places.ts';
import { trimmings, type Way, ways } from './store-ways.ts';
import * as words from './words.ts';

/** A sweep runs every half second; in a storm it finds nothing. */
const looksMost = 14;
export const folderGrant = { type: 'task_write', task_id: places.bazaar };

interface Writing {
  way: Way;
  size: number;
  trimming: Record<string, string>;
  target: words.Target;
  pace: ReturnType<typeof words.pace>;
}

export const writing = (random: Random): Writing => ({
  way: pick(random, ways),
  size: words.size(random),
  trimming: pick(random, trimmings),
  target: words.target(random),
  pace: words.pace(random),
});

export async function write(
  hand: Hand,
  key: string,
  { way, size, trimming, target, pace }: Writing,
): Promise<void> {
  const credential = await hand.credential(folderGrant);
  if (!credential) return;
  const send = (ask: Parameters<Hand['storeWith']>[1]) => hand.storeWith(credential, ask);
  const plain = Buffer.alloc(size, 'hostile work ');
  const body = trimming['content-encoding'] ? gzipSync(plain) : plain;
  hand.memory.written.add(key);
  const pointed = hand.getKey(target, key);
  if (way === 'put') await send({ method: 'PUT', key, headers: trimming, body, pace });
  if (way === 'symlink')
    await send({
      method: 'PUT',
      key,
      query: { symlink: '' },
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

/** Writes an index that names a key, with the hash of the object there or of one that it wants to probe. */
export async function index(hand: Hand, key: string, told: string): Promise<void> {
  const document = {
    kind: 'task_agent_index',
    schema_version: 1,
    task_id: places.bazaar,
    agent_id: hand.mallory.agentId,
    updated_at: new Date().toISOString(),
    latest_artifact: { object_key: key, content_type: 'text/plain', sha256: told },
  };
  const body = Buffer.from(JSON.stringify(document));
  await hand.store(folderGrant, { method: 'PUT', key: `${hand.folder}index.json`, body });
}

/** Puts plain work until the home has found it, then at once a link at the same key. */
export async function swapOnceSeen(hand: Hand, key: string, pointed: string): Promise<void> {
  const body = Buffer.from(`plain work ${key}`);
  await hand.store(folderGrant, { method: 'PUT', key, body });
  for (let looks = 0; looks < looksMost; looks += 1) {
    const path = `/v1/public/artifacts?key=${encodeURIComponent(key)}`;
    const { body: seen } = await hand.api({ as: 'anonymous', method: 'GET', path });
    if (seen.equals(body)) break;
    await delay(150);
  }
  await hand.store(folderGrant, {
    method: 'PUT',
    key,
    query: { symlink: '' },
    headers: { 'x-oss-symlink-target': encodeURIComponent(pointed) },
  });
}
