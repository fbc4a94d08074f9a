// Loaded before a program (`node --require`): writes the milliseconds of each timer that it arms to TIMERS_FILE, a line each.
// One that goes on by itself (setInterval) is armed anew whenever it has run.
const { appendFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { promisify } = require('node:util');

const note = (milliseconds) => appendFileSync(process.env.TIMERS_FILE, `${Number(milliseconds) || 0}\n`);

const promised = require('node:timers/promises');
const whenOver = promised.setTimeout;
promised.setTimeout = (milliseconds, ...rest) => {
  note(milliseconds);
  return whenOver(milliseconds, ...rest);
};
const timers = require('node:timers');
for (const name of ['setTimeout', 'setInterval']) {
  const arm = globalThis[name];
  const noted = (work, milliseconds, ...rest) => {
    note(milliseconds);
    if (name === 'setTimeout') return arm(work, milliseconds, ...rest);
    const workAndNote = (...given) => {
      note(milliseconds);
      return work(...given);
    };
    return arm(workAndNote, milliseconds, ...rest);
  };
  if (name === 'setTimeout') Object.defineProperty(noted, promisify.custom, { value: promised.setTimeout });
  globalThis[name] = noted;
  timers[name] = noted;
}
syncBuiltinESMExports();
