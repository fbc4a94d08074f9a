import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { neededFiles } from './folder-backup-format.ts';
import { unpackFolderBackup } from './unpack-folder-backup.ts';

const header = { format: 'agent-home-folder-backup', version: 1, made_at: '2026-11-27T00:00:00.000Z' };
const line = (value: object) => `${JSON.stringify(value)}\n`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const getFile = (file: string, text = file, hash = sha256(text)) =>
  `${line({ file, bytes: text.length })}${text}${line({ sha256: hash })}`;
const whole = (extra = '', count = neededFiles.length) =>
  `${line(header)}${neededFiles.map((name) => getFile(name)).join('')}${extra}${line({ end: { files: count } })}`;

async function unpack(packed: Buffer): Promise<{ folder: string; madeAt: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-unpack-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Chunk boundaries that fall at arbitrary bytes.
  const pieces = Array.from({ length: Math.ceil(packed.length / 7) }, (_, index) =>
    packed.subarray(index * 7, index * 7 + 7),
  );
  return { folder, madeAt: await unpackFolderBackup(Readable.from(pieces), folder) };
}

test('unpacks each file of a backup as it was', async () => {
  const object = 'oss/buckets/agent-home/objects/ab/abcd';
  const text = 'x'.repeat(100_000);
  const { folder, madeAt } = await unpack(
    gzipSync(whole(getFile(object, text) + getFile('residents/moss/identity.json', ''), 6)),
  );
  expect(madeAt).toBe(header.made_at);
  expect(await readFile(join(folder, object), 'utf8')).toBe(text);
  expect(await readFile(join(folder, 'keys/root.json'), 'utf8')).toBe('keys/root.json');
});

test('refuses a damaged or foreign backup', async () => {
  const packed = gzipSync(whole());
  const refusals: [string, Buffer, string][] = [
    ['no gzip', Buffer.from(whole()), 'damaged_backup'],
    ['nothing', Buffer.alloc(0), 'damaged_backup'],
    ['a half', packed.subarray(0, packed.length / 2), 'damaged_backup'],
    ['a database', gzipSync(line({ ...header, format: 'agent-home-backup' })), 'not_a_backup'],
    ['a later version', gzipSync(line({ ...header, version: 2 })), 'not_a_backup'],
    ['another hash', gzipSync(whole(getFile('oss/a', 'text', sha256('other')), 5)), 'damaged_backup'],
    ['no end', gzipSync(whole().replace(/\{"end.*\n$/, '')), 'damaged_backup'],
    ['something behind', gzipSync(`${whole()}x\n`), 'damaged_backup'],
    ['another count', gzipSync(whole('', 9)), 'damaged_backup'],
    [
      'no keys',
      gzipSync(`${line(header)}${getFile('secrets.json')}${line({ end: { files: 1 } })}`),
      'damaged_backup',
    ],
    ['a file twice', gzipSync(whole(getFile('secrets.json'), 5)), 'damaged_backup'],
  ];
  for (const [what, bytes, code] of refusals)
    await expect(unpack(bytes), what).rejects.toMatchObject({ code });
});

test('writes no name of a backup outside its folder', async () => {
  for (const name of [
    ...['../x', '/etc/x', 'oss/../../x', 'oss//x', 'oss/./x', 'oss/a\\..\\..\\x', 'oss/\u0000x', 'oss'],
    ...['home.json', 'postgres/PG_VERSION', 'keys/.hidden', `oss/${'a/'.repeat(20)}x`, 'x'.repeat(400)],
  ])
    await expect(unpack(gzipSync(whole(getFile(name), 5))), name).rejects.toMatchObject({
      code: 'damaged_backup',
    });
});

test('leaves nothing of a forbidden backup file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-unpack-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const packed = gzipSync(`${line(header)}${getFile('postgres/PG_VERSION')}${line({ end: { files: 1 } })}`);
  await expect(unpackFolderBackup(Readable.from([packed]), folder)).rejects.toMatchObject({
    code: 'damaged_backup',
  });
  expect(await readdir(folder)).toEqual([]);
});
