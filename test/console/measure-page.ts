import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { placeOf } from '../bench/record.ts';
import { openBrowser } from './support/browser.ts';
import { furnishWatchedHome } from './support/furnish.ts';
import { startLivedInHome } from './support/lived-in-home.ts';
import { type LongTopicMeasured, measureLongTopic } from './support/measure-long-topic.ts';
import {
  adminCookies,
  type Language,
  lookOn,
  measureAlone,
  type PageMeasured,
} from './support/measure-pages.ts';
import { type PageToSee, pagesOf } from './support/page-list.ts';
import { longTopicTable, pagesTable, withPageTables } from './support/page-report.ts';

/** `npm run measure:page`: every page of a live home in both languages, and a topic of ten thousand entries. */
const options = new Command('measure:page')
  .description('Measures the page in Chromium; prints tables and writes bench/page.json')
  .option('--minutes <minutes>', 'how long each page is looked at for what moves in it', Number, 5)
  .option('--pages <names>', 'some pages, by a pattern of their names; none of them')
  .option('--languages <names>', 'en, zh or both', 'en,zh')
  .option('--together <count>', 'how many pages are looked at side by side', Number, 8)
  .option('--entries <count>', 'of the long topic; 0 leaves it out', Number, 10_000)
  .option('--record', 'writes the tables into docs/performance.md')
  .parse()
  .opts<{
    minutes: number;
    pages?: string;
    languages: string;
    together: number;
    entries: number;
    record?: true;
  }>();

const root = new URL('../../', import.meta.url);
const languages = options.languages.split(',') as Language[];
const pattern = new RegExp(options.pages ?? '.');
const browser = await openBrowser();
const measured: [PageToSee, PageMeasured][] = [];
let long: LongTopicMeasured | undefined;
try {
  if (options.entries > 0) {
    console.error(`a topic of ${options.entries} entries …`);
    long = await measureLongTopic(browser, options.entries);
  }
  if (options.pages !== 'none') await measureEveryPage();
} finally {
  await browser.close();
}

async function measureEveryPage(): Promise<void> {
  const home = await startLivedInHome(0.5);
  try {
    const places = await furnishWatchedHome(home);
    // As `npm start` leaves them.
    await home.setPace(undefined);
    const cookies = await adminCookies(browser, home);
    for (const page of pagesOf(places).filter(({ name }) => pattern.test(name)))
      for (const language of languages) {
        console.error(`${page.name} in ${language} …`);
        measured.push([page, await measureAlone(browser, home, page, language, cookies)]);
      }
    // Times come first: what moves is the same on a machine that has other things to do.
    for (let start = 0; start < measured.length; start += options.together) {
      const some = measured.slice(start, start + options.together);
      console.error(
        `${options.minutes} minutes at ${some.map(([, one]) => `${one.page}/${one.language}`).join(', ')} …`,
      );
      await lookOn(browser, home, some, options.minutes, cookies);
    }
  } finally {
    await home.close();
  }
}

const place = placeOf(new Date(), fileURLToPath(root));
const results = measured.map(([, result]) => result);
const tables = [
  `Measured on ${place.date}, commit ${place.commit}, on ${place.machine}, ${options.minutes} minutes a page; English / 中文.`,
  pagesTable(results),
  ...(long ? [longTopicTable(long)] : []),
].join('\n\n');
console.log(`\n${tables}\n`);
for (const { page, language, moved, largest_paint: what } of results)
  console.log(`${page}/${language}: largest ${what}; moved ${JSON.stringify(moved)}`);
const folder = fileURLToPath(new URL('bench/', root));
await mkdir(folder, { recursive: true });
await writeFile(
  `${folder}page.json`,
  `${JSON.stringify({ ...place, pages: results, long_topic: long }, undefined, 2)}\n`,
);
console.log(`written to ${folder}page.json`);
if (options.record) {
  const document = fileURLToPath(new URL('docs/performance.md', root));
  await writeFile(document, withPageTables(await readFile(document, 'utf8'), tables));
}
