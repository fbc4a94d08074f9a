import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@agent-home/testkit';
import { AgentHomeProcess } from '../support/child-process.ts';
import { type Look, openBrowser, openPage } from './support/browser.ts';
import { furnishWatchedHome } from './support/furnish.ts';
import { pagesOf, settled } from './support/page-list.ts';
import { signInBySession } from './support/sign-in.ts';

/** `npm run screenshots`: every page of a live home, into docs/screenshots. */
const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const looks: [string, Look, RegExp][] = [
  ['', {}, /./],
  ['-dark-zh', { theme: 'dark', language: 'zh' }, /^(living-room|topic-(debate|idiom-chain)|office-health)$/],
  ['-phone', { width: 390, height: 844 }, /^(living-room|topic-crosstalk|agent)$/],
];

const data = await mkdtemp('/var/tmp/agent-home-screenshots-');
// As root PostgreSQL runs as somebody else, who has to get in.
await chmod(data, 0o755);
const port = await freePort();
const running = new AgentHomeProcess(['up'], {
  AGENT_HOME_DATA: `${data}/home`,
  AGENT_HOME_PORT: String(port),
  AGENT_HOME_OSS_PORT: String(await freePort()),
  AGENT_HOME_STS_PORT: String(await freePort()),
  AGENT_HOME_MODEL_PORT: '0',
  AGENT_HOME_RESIDENTS_PACE: '0.5',
});
await running.start();
const url = `http://127.0.0.1:${port}`;
const { adminToken } = JSON.parse(await readFile(`${data}/home/secrets.json`, 'utf8')) as {
  adminToken: string;
};
const home = {
  adminToken,
  async admin(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return (await answer.json()) as Record<string, unknown>;
  },
};
const browser = await openBrowser();
try {
  const places = await furnishWatchedHome(home);
  await mkdir(folder, { recursive: true });
  for (const [suffix, look, which] of looks) {
    const visitor = await openPage(browser, url, look);
    await signInBySession(visitor, home);
    for (const { name, path, ready } of pagesOf(places).filter((page) => which.test(page.name))) {
      await visitor.page.goto(path);
      await visitor.page.locator(ready).first().waitFor();
      await settled(visitor.page);
      await visitor.page.screenshot({ path: `${folder}${name}${suffix}.png` });
      console.log(`${name}${suffix}`);
    }
    await visitor.context.close();
  }
} finally {
  await browser.close();
  await running.stop();
  await rm(data, { recursive: true, force: true });
}
