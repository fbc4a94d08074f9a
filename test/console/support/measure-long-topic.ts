import type { Browser } from 'playwright-core';
import { startBenchHome } from '../../performance/bench/home/bench-home.ts';
import { openPage } from './browser.ts';
import { computeVitals, watchVitals } from './page-vitals.ts';
import { speakAtLength } from './speak-at-length.ts';

/** Results for a topic too long to read through. Times in milliseconds, rates in entries per second. */
export interface LongTopicMeasured {
  entries: number;
  first_lines_ms: number;
  longest_task_ms: number;
  long_tasks: number;
  verified_rate: number;
  /** Rate of the worker without a page. */
  bare_rate: number;
  /** Results of a second visit, with the browser's cache. */
  again_first_lines_ms: number;
  again_verified_ms: number;
}

/** Runs the verifying script alone, without rendering, and returns its rate. */
const workerAlone = (script: string, topicId: string) => `(async () => {
  const view = await (await fetch('/v1/public/topics/${topicId}')).json();
  const worker = new Worker(${JSON.stringify(script)}, { type: 'module' });
  return new Promise((done, failed) => {
    let began = 0;
    worker.addEventListener('error', () => failed(new Error('the worker ended')));
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'entries') began ||= performance.now();
      const { settled = 0, published = 0, read = 0 } = data.type === 'progress' ? data.progress : {};
      if (published > 0 && settled >= published && read >= published)
        done(published / ((performance.now() - began) / 1000));
    });
    worker.postMessage({ type: 'open', topicId: '${topicId}', memory: undefined, seen: undefined });
    const text = (one) => (one ? one.text : undefined);
    worker.postMessage({ type: 'refresh', view: { manifest: text(view.manifest), state: text(view.state) } });
  });
})()`;

export async function measureLongTopic(browser: Browser, entries: number): Promise<LongTopicMeasured> {
  const home = await startBenchHome({
    short: true,
    environment: { AGENT_HOME_FREEFORM_LINES_PER_MINUTE: '6000', AGENT_HOME_ANONYMOUS_PAGE: 'on' },
  });
  try {
    const [topicId = ''] = home.topicIds;
    await speakAtLength(home, topicId, home.agents.slice(0, 2), entries - 1);
    const { page, context } = await openPage(browser, home.url);
    let script = '';
    page.on('request', (request) => {
      if (/proof-worker[^/]*\.js$/.test(request.url())) script = new URL(request.url()).pathname;
    });
    await watchVitals(page);
    const visit = async () => {
      await page.goto(`/topics/${topicId}`);
      await page.locator('[data-progress=done]').waitFor({ timeout: 180_000 });
      return computeVitals(page);
    };
    const first = await visit();
    const again = await visit();
    await context.close();
    const alone = await openPage(browser, home.url);
    await alone.page.goto('/sign-in');
    await alone.page.locator('#token').waitFor();
    const bare = Number(await alone.page.evaluate(workerAlone(script, topicId)));
    await alone.context.close();
    return {
      entries,
      first_lines_ms: Math.round(first.firstLineAt),
      longest_task_ms: Math.max(0, ...first.longTasks.map(({ ms }) => ms)),
      long_tasks: first.longTasks.length,
      verified_rate: Math.round(entries / ((first.verifiedAt - first.firstLineAt) / 1000)),
      bare_rate: Math.round(bare),
      again_first_lines_ms: Math.round(again.firstLineAt),
      again_verified_ms: Math.round(again.verifiedAt),
    };
  } finally {
    await home.close();
  }
}
