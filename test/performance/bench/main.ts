// `npm run bench`: a measurement with a program of its own is named by the first argument.
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
