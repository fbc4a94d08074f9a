// `npm run bench`: the first argument selects a measurement with its own program.
const programs: Record<string, string> = {
  growth: './growth/main.ts',
  page: '../../console/measure-page.ts',
  'feed-waiting': './feed-waiting.ts',
};

const [name = '', ...rest] = process.argv.slice(2);
const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
if (program === undefined) await import('./run-benches.ts');
else {
  process.argv.splice(2, process.argv.length, ...rest);
  await import(program);
}
