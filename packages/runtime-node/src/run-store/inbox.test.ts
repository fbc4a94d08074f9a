import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Inbox } from './inbox.ts';

async function openInbox() {
  const parent = await mkdtemp(join(tmpdir(), 'agent-home-inbox-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'inbox');
  await mkdir(folder, { mode: 0o700 });
  return { parent, folder, inbox: new Inbox(folder) };
}
const cancel = (reason: string) => ({ kind: 'cancel' as const, reason });

test('delivers a dead process’s requests to the next one', async () => {
  const { folder, inbox } = await openInbox();
  await inbox.put(cancel('one'));
  expect(await inbox.take()).toEqual([cancel('one')]);
  const next = new Inbox(folder);
  expect(await next.take()).toEqual([cancel('one')]);
  await next.settle();
  expect(await readdir(folder)).toEqual([]);
  expect(await new Inbox(folder).take()).toEqual([]);
});

test('a replaced request counts as another one', async () => {
  const { folder, inbox } = await openInbox();
  await writeFile(join(folder, '1.json'), JSON.stringify(cancel('first')));
  expect(await inbox.take()).toEqual([cancel('first')]);
  await writeFile(join(folder, '1.json'), JSON.stringify(cancel('second')));
  expect(await inbox.take()).toEqual([cancel('second')]);
  expect(await inbox.take()).toEqual([]);
});

test('refuses an inbox that others may write', async () => {
  const { parent, folder, inbox } = await openInbox();
  await inbox.put(cancel('mine'));
  for (const mode of [0o770, 0o707, 0o777]) {
    await chmod(folder, mode);
    expect(await inbox.take()).toEqual([]);
    await expect(inbox.put(cancel('another'))).rejects.toMatchObject({ code: 'inbox_unusable' });
  }
  await chmod(folder, 0o700);
  await rename(folder, join(parent, 'elsewhere'));
  await symlink(join(parent, 'elsewhere'), folder);
  expect(await inbox.take()).toEqual([]);
  await expect(inbox.put(cancel('another'))).rejects.toMatchObject({ code: 'inbox_unusable' });
  expect(await readdir(join(parent, 'elsewhere'))).toHaveLength(1);
});

test('requests are private, and a full inbox blocks nothing', async () => {
  const { folder, inbox } = await openInbox();
  await inbox.put(cancel('mine'));
  const [name] = await readdir(folder);
  expect((await lstat(join(folder, name ?? ''))).mode & 0o777).toBe(0o600);
  for (let at = 0; at < 250; at++) await writeFile(join(folder, `0${at}.json`), 'nonsense');
  const taken = [await inbox.take(), await inbox.take(), await inbox.take()].flat();
  expect(taken).toEqual([cancel('mine')]);
});

test('drops an answer with values that no log can hold', async () => {
  const { folder, inbox } = await openInbox();
  const answer = (values: string) =>
    `{"kind":"answer","questionId":"ask_${'a'.repeat(32)}","argumentsSha256":"${'b'.repeat(64)}","word":"approve","name":"","reason":"","values":${values}}`;
  for (const [index, values] of ['{"a":"\\ud800"}', '{"a":1e999}', '{"a":[1]}', '[1]', '7'].entries())
    await writeFile(join(folder, `${index}.json`), answer(values));
  expect(await inbox.take()).toMatchObject([{ values: { a: [1] } }]);
});
