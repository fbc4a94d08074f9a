import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Preloaded into the test process and the processes it starts. Copies each run log written there to the folder
 * that the suite audits at its end. Tests and sources need no code for it.
 */
const observing = Symbol.for('agent-home observes the logs of runs');

if (!globalThis[observing]) {
  globalThis[observing] = true;
  const { openSync, writeSync, closeSync } = fs;
  /** Open logs by file descriptor: the path, and whether this process wrote to it. */
  const logs = new Map();
  fs.openSync = (path, flags, ...rest) => {
    const fd = openSync(path, flags, ...rest);
    const isLog = String(path).endsWith('/log.jsonl') && (flags === 'ax' || flags === 'a');
    if (isLog) logs.set(fd, { path: String(path), isWritten: false });
    return fd;
  };
  fs.writeSync = (fd, ...rest) => {
    const log = logs.get(fd);
    if (log) log.isWritten = true;
    return writeSync(fd, ...rest);
  };
  fs.closeSync = (fd) => {
    const log = logs.get(fd);
    logs.delete(fd);
    closeSync(fd);
    if (log?.isWritten) keep(log.path);
  };
  syncBuiltinESMExports();
  process.on('exit', () => {
    for (const { path, isWritten } of logs.values()) if (isWritten) keep(path);
  });
}

/** Replaces the earlier copy of a log: a process that resumes a run closes the log again. */
function keep(path) {
  const folder = process.env.RUN_LOGS_OF_TESTS;
  // Tests of the store alone write what is no run's.
  if (folder === undefined || path.includes('/agent-home-store-')) return;
  try {
    const values = join(dirname(path), 'values');
    const names = fs.existsSync(values)
      ? fs.readdirSync(values).filter((name) => /^[0-9a-f]{64}$/.test(name))
      : [];
    const copy = {
      path,
      process: process.pid,

      text: fs.readFileSync(path, 'utf8'),
      values: Object.fromEntries(names.map((name) => [name, fs.readFileSync(join(values, name), 'utf8')])),
    };
    const name = `${createHash('sha256').update(path).digest('hex')}.json`;
    const temporary = join(folder, `.${process.pid}-${name}`);
    fs.writeFileSync(temporary, JSON.stringify(copy));
    fs.renameSync(temporary, join(folder, name));
  } catch {
    // The test removes its folder while a process of its own still ends: there is nothing left to audit.
  }
}
