import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { runInWorker } from './run-in-worker.ts';
import { type GetAnswer, type GetOptions, sendGet } from './send-get.ts';

/** Name by which robots.txt knows this tool. */
const agentName = 'AgentHome';
const userAgent = `${agentName}/1.0 (web_fetch)`;
const mostRedirects = 5;
const mostRobotsBytes = 500 * 1024;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export type PageOptions = Omit<GetOptions, 'userAgent'>;

/**
 * Gets a page by an address, and checks each redirect like the address.
 * @throws ToolFailure `invalid_arguments`, `address_refused`, `robots_refused`, `http_redirect`, `http_failed`
 */
export async function getPage(
  address: string,
  options: PageOptions,
): Promise<{ url: URL; answer: GetAnswer }> {
  return follow(address, options, (url) => requireRobots(url, options));
}

async function follow(
  address: string,
  options: PageOptions,
  check: (url: URL) => Promise<void>,
): Promise<{ url: URL; answer: GetAnswer }> {
  let url = readAddress(address);
  for (let step = 0; ; step += 1) {
    await check(url);
    const answer = await sendGet(url, { ...options, userAgent });
    const { location } = answer.headers;
    if (!redirects.has(answer.status) || location === undefined) return { url, answer };
    answer.discard();
    if (step === mostRedirects)
      throw new ToolFailure(
        'http_redirect',
        `${url.host} redirects more than ${mostRedirects} times: fetch the final address`,
      );
    url = readAddress(location, url);
  }
}

/** @throws ToolFailure `invalid_arguments` */
function readAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  const where = base === undefined ? 'url' : `the redirect of ${base.host}`;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new ToolFailure(
      'invalid_arguments',
      `${where} is not an http or https address: give one such as https://example.com/page`,
    );
  if (url.username !== '' || url.password !== '')
    throw new ToolFailure('invalid_arguments', `${where} has a user or a password: remove it`);
  url.hash = '';
  return url;
}

/**
 * Refuses an address that the site's robots.txt disallows. A missing file allows everything, and one that the server cannot give
 * allows nothing (RFC 9309, 2.3.1).
 */
async function requireRobots(url: URL, options: PageOptions): Promise<void> {
  const robotsUrl = new URL('/robots.txt', url);
  const { answer } = await follow(robotsUrl.href, options, async () => {});
  const { status } = answer;
  if (status >= 500 || status === 429) {
    answer.discard();
    throw refused(url, `its robots.txt has status ${status}`);
  }
  if (status < 200 || status >= 300) return answer.discard();
  const robots = (await answer.read(mostRobotsBytes)).toString();
  const task = {
    task: 'page.robots',
    robots,
    robotsUrl: robotsUrl.href,
    url: url.href,
    agent: agentName,
  } as const;
  if ((await runInWorker(task, options.signal)) !== true)
    throw refused(url, `its robots.txt disallows it for ${agentName}`);
}

function refused(url: URL, why: string): ToolFailure {
  return new ToolFailure(
    'robots_refused',
    `${url.host} does not want ${url.pathname.slice(0, 200)} to be fetched: ${why}; use another source`,
  );
}
