import { Worker } from 'node:worker_threads';
import { ValidatorError, type ValidatorErrorCode } from './validator-error.ts';

/** What runs in the thread. It bounds what it hands over, and hands over none of what was thrown. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { address, name, output, value } = workerData;
const say = (message) => parentPort.postMessage(message);
const bounded = (given) => {
  if (typeof given !== 'object' || given === null) return given === true || given === false ? given : null;
  const { passed, errors } = given;
  if (errors === undefined) return { passed };
  if (!Array.isArray(errors)) return null;
  return { passed, errors: errors.slice(0, 20).map((each) => (typeof each === 'string' ? each.slice(0, 4096) : null)) };
};
(async () => {
  let validate;
  try {
    validate = (await import(address))[name];
  } catch {}
  if (typeof validate !== 'function') return say({ code: 'validator_not_loaded' });
  let given;
  try {
    given = await validate(output, value);
  } catch {
    return say({ code: 'validator_threw' });
  }
  try {
    say({ given: bounded(given) });
  } catch {
    say({ code: 'validator_nonsense' });
  }
})();
`;

const mostMemoryMb = 256;

export interface ThreadTask {
  /** A file's URL. */
  address: string;
  name: string;
  output: string;
  value: unknown;
}

/**
 * A validator in a thread of its own, which ends with its answer, its time or the run: one that goes round for ever holds up
 * nobody else, and what it prints – it may be what it was shown – is read by nobody.
 * @throws ValidatorError
 */
export async function judgeInThread(
  task: ThreadTask,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<unknown> {
  const worker = new Worker(program, {
    eval: true,
    workerData: task,
    execArgv: [],
    ...{ stdout: true, stderr: true },
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const fail = (code: ValidatorErrorCode) => reject(new ValidatorError(code));
      timer = setTimeout(fail, timeoutMs, 'validator_timeout');
      onAbort = () => fail('cancelled');
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) fail('cancelled');
      worker.once('message', (message: { code?: ValidatorErrorCode; given?: unknown }) =>
        message.code === undefined ? resolve(message.given) : fail(message.code),
      );
      worker.once('error', () => fail('validator_died'));
      worker.once('exit', () => fail('validator_died'));
    });
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener('abort', onAbort);
    // Nothing that it does later is heard, nor that it could not be ended.
    worker.removeAllListeners().on('error', () => undefined);
    await worker.terminate().catch(() => undefined);
  }
}
