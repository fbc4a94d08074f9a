import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { watchWholeRun } from '../performance/bench/load/whole-run.ts';
import { placeOf } from '../performance/bench/place.ts';
import { openBrowser } from './support/browser.ts';
import { furnishWatchedHome } from './support/furnish.ts';
import { startLivedInHome } from './support/lived-in-home.ts';
import { type LongTopicMeasured, measureLongTopic } from './support/measure-long-topic.ts';
import {
  adminCookies,
  type Language,
  lookOn,
  measureAlone,
  nothingMeasured,
  type PageMeasured,
} from './support/measure-pages.ts';
import { collectPages, type PageToSee } from './support/page-list.ts';
import { longTopicTable, pagesSummary, pagesTable, withPageTables } from './support/page-report.ts';

/** `npm run bench -- page`: every page of a live home in both languages, and a topic of ten thousand entries. */
const options = new Command('npm run bench -- page')
  .description('Measure the web UI in Chromium; print tables and write bench/page.json')
  .option('--minutes <minutes>', 'minutes for which each page is observed', Number, 5)
  .option(
    '--only <parts>',
    'times, moves, long: the others stay as an earlier run found them',
    'times,moves,long',
  )
  .option('--pages <names>', 'some pages, by a pattern of their names')
  .option('--languages <names>', 'en, zh or both', 'en,zh')
  .option('--together <count>', 'number of pages open at once', Number, 8)
  .option('--entries <count>', 'number of entries of the long topic', Number, 10_000)
  .option('--record', 'writes the tables into docs/performance.md')
  .parse()
  .opts<{
    minutes: number;
    only: string;
    pages?: string;
    languages: string;
    together: number;
    entries: number;
    record?: true;
  }>();

interface Kept {
  pages: PageMeasured[];
  long_topic?: LongTopicMeasured;
}

const endWatch = watchWholeRun();
const root = new URL('../../', import.meta.url);
const folder = fileURLToPath(new URL('bench/', root));
const languages = options.languages.split(',') as Language[];
const pattern = new RegExp(options.pages ?? '.');
const parts = options.only.split(',');
const before = await measuredBefore();
const browser = await openBrowser();
const measured: [PageToSee, PageMeasured][] = [];
let long = before.long_topic;
try {
  if (parts.includes('long')) {
    console.error(`a topic of ${options.entries} entries …`);
    long = await measureLongTopic(browser, options.entries);
    await keep();
  }
  if (parts.includes('times') || parts.includes('moves')) await measureEveryPage();
} finally {
  await browser.close();
}

/** Returns the results of an earlier run, for the parts that this one leaves out. */
async function measuredBefore(): Promise<Kept> {
  const text = await readFile(`${folder}page.json`, 'utf8').catch(() => '{}');
  return { pages: [], ...(JSON.parse(text) as Partial<Kept>) };
}

async function measureEveryPage(): Promise<void> {
  const home = await startLivedInHome(0.5);
  try {
    const places = await furnishWatchedHome(home);
    // State after `npm start`.
    await home.setPace(undefined);
    const cookies = await adminCookies(browser, home);
    for (const page of collectPages(places).filter(({ name }) => pattern.test(name)))
      for (const language of languages) {
        const known = before.pages.find((one) => one.page === page.name && one.language === language);
        measured.push([page, { ...nothingMeasured, ...known, page: page.name, language }]);
      }
    if (parts.includes('times'))
      for (const [page, result] of measured) {
        console.error(`${page.name} in ${result.language} …`);
        Object.assign(result, await measureAlone(browser, home, page, result.language, cookies));
      }
    await keep();
    if (!parts.includes('moves')) return;
    // Times are measured first, because layout shifts do not depend on the load of the machine.
    for (let start = 0; start < measured.length; start += options.together) {
      const some = measured.slice(start, start + options.together);
      console.error(
        `${options.minutes} minutes at ${some.map(([, one]) => `${one.page}/${one.language}`).join(', ')} …`,
      );
      await lookOn(browser, home, some, options.minutes, cookies);
      await keep();
    }
  } finally {
    await home.close();
  }
}

/** Written after each part, so that a later failure does not lose measurements. */
async function keep(): Promise<void> {
  const place = placeOf(new Date(), fileURLToPath(root));
  const isAnew = (one: PageMeasured) =>
    measured.some(([, { page, language }]) => page === one.page && language === one.language);
  const pages = [...before.pages.filter((one) => !isAnew(one)), ...measured.map(([, result]) => result)];
  await mkdir(folder, { recursive: true });
  const kept = { ...place, pages, ...(long ? { long_topic: long } : {}) };
  await writeFile(`${folder}page.json`, `${JSON.stringify(kept, undefined, 2)}\n`);
}

const { busy, text: machineLoad } = endWatch();
const place = placeOf(new Date(), fileURLToPath(root));
const results = (await measuredBefore()).pages;
const conditions = `Measured on ${place.date}, commit ${place.commit}, on ${place.machine}, ${options.minutes} minutes a page; machine ${machineLoad}; English and 中文.`;
const report = (pages: string) => [conditions, pages, ...(long ? [longTopicTable(long)] : [])].join('\n\n');
console.log(`\n${report(pagesTable(results))}\n`);
for (const { page, language, moved, largest_paint: what, late_paint: late } of results)
  console.log(`${page}/${language}: largest ${what} ${late}; moved ${JSON.stringify(moved)}`);
console.log(`written to ${folder}page.json`);
if (options.record && busy) {
  console.error(`not recorded: the machine was ${machineLoad}`);
  process.exitCode = 1;
} else if (options.record) {
  const document = fileURLToPath(new URL('docs/performance.md', root));
  await writeFile(document, withPageTables(await readFile(document, 'utf8'), report(pagesSummary(results))));
}
