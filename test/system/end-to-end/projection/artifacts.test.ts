import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { look, see } from '../../../support/look.ts';
import { json } from '../../../support/raw-agent.ts';
import { type AudiencesHome, startAudiencesHome } from './audiences-home.ts';

let here: AudiencesHome;
beforeAll(async () => {
  here = await startAudiencesHome();
});
afterAll(() => here.home.close());

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

  test('work handed in downloads without a type that could run', async () => {
    const ada = here.ada;
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
      const seen = await see<Task>(here.home, 'tasks/k-public');
      expect(seen.artifacts).toHaveLength(cases.length);
      // The folder may have been counted before its index was put.
      expect(seen.artifacts[0]).toMatchObject({ latest: true, hash_matches: false });
      return seen;
    }, 25_000);
    expect(task.artifacts.filter(({ latest }) => latest)).toHaveLength(1);
    for (const [name, bytes, type] of cases) {
      const response = await fetch(`${here.home.url}/v1/public/artifacts?key=${folder}${name}`);
      expect([name, response.status, response.headers.get('content-type')]).toEqual([name, 200, type]);
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), bytes)).toBe(0);
    }
    // The index may be recorded now or soon, but is never listed as work.
    await eventually(async () => {
      const { taskArtifacts } = tables;
      const known = eq(taskArtifacts.objectKey, `${folder}index.json`);
      expect(await here.home.open.platform.database.$count(taskArtifacts, known)).toBe(1);
    }, 25_000);
    for (const key of [
      `${folder}index.json`,
      `${folder}absent`,
      'topics/t-public/state.json',
      '../../etc/passwd',
    ])
      expect(
        (await look(here.home, `artifacts?key=${encodeURIComponent(key)}`, here.tokens.admin)).status,
      ).toBe(404);
  });
});
