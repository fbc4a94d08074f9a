// Loaded before a program (`node --require`): writes a line to TIMERS_FILE for each timer that is armed: time, milliseconds
// and caller. A repeating timer (setInterval) and a re-armed one (refresh) are noted each time.
const { appendFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { promisify } = require('node:util');

const getCaller = (stack) =>
  stack
    .split('\n')
    .slice(3, 6)
    .map((line) => line.trim())
    .join(' ');
const note = (milliseconds) => {
  const line = [Math.round(performance.now()), Number(milliseconds) || 0, getCaller(new Error().stack)];
  appendFileSync(process.env.TIMERS_FILE, `${line.join(' ')}\n`);
};

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
const any = setTimeout(() => undefined, 0);
clearTimeout(any);
const timer = Object.getPrototypeOf(any);
const { refresh } = timer;
timer.refresh = function () {
  // One that has been cleared has less than none.
  if (this._idleTimeout >= 0) note(this._idleTimeout);
  return refresh.call(this);
};
syncBuiltinESMExports();
