import { randomUUID } from 'node:crypto';
import type { ProgramPlace } from '../processes/program-place.ts';
import { runCommand } from '../processes/run-command.ts';
import { ValidatorError, type ValidatorErrorCode, validatorErrorCodes } from './validator-error.ts';

/**
 * Code that runs in the process. Output of the module is discarded. The response follows a given marker, is limited in size, and
 * contains no exception text.
 */
const program = `
const { readFileSync, writeSync } = require('node:fs');
const { address, name, output, value, mark } = JSON.parse(readFileSync(0, 'utf8'));
const say = (message) => {
  const bytes = Buffer.from(mark + JSON.stringify(message));
  for (let at = 0; at < bytes.length; ) {
    try { at += writeSync(1, bytes, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
  }
  process.exit(0);
};
process.stdout.write = process.stderr.write = () => true;
const bounded = (given) => {
  if (typeof given !== 'object' || given === null) return given === true || given === false ? given : null;
  const { passed, errors } = given;
  if (errors === undefined) return { passed: passed === true || passed === false ? passed : null };
  if (!Array.isArray(errors)) return null;
  const lines = errors.slice(0, 20).map((each) => (typeof each === 'string' ? each.slice(0, 1024) : null));
  return { passed: passed === true || passed === false ? passed : null, errors: lines };
};
process.on('uncaughtException', () => say({ code: 'validator_threw' }));
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
  let kept = null;
  try {
    kept = bounded(given);
  } catch {}
  say({ given: kept });
})();
`;

const mostMemoryMb = 128;
const mostBytes = 512 * 1024;

export interface ValidatorTask {
  /** A file's URL. */
  address: string;
  name: string;
  output: string;
  /** Undefined if the output is not JSON. */
  value: unknown;
}

/**
 * Runs a validator in its own process, which ends with its response, its timeout or the run. An endless loop or exhausted memory
 * affects only that process.
 * @throws ValidatorError
 */
export async function judgeInProcess(
  task: ValidatorTask,
  { place, signal, timeoutMs }: { place: ProgramPlace; signal: AbortSignal; timeoutMs: number },
): Promise<unknown> {
  const mark = `${randomUUID()} `;
  const { ended, output } = await runCommand({
    program: process.execPath,
    arguments: [`--max-old-space-size=${mostMemoryMb}`, '-e', program],
    folder: place.folder,
    environment: place.environment,
    timeoutMs,
    signal,
    input: JSON.stringify({ ...task, mark }),
    maximumBytes: mostBytes,
    errorsApart: true,
  });
  if (ended === 'timed_out') throw new ValidatorError('validator_timeout');
  if (ended === 'cancelled') throw new ValidatorError('cancelled');
  const at = output.lastIndexOf(mark);
  const { code, given } = at < 0 ? { code: 'validator_died' } : read(output.slice(at + mark.length));
  if (code !== undefined) throw new ValidatorError(knownCode(code));
  return given;
}

function read(text: string): { code?: unknown; given?: unknown } {
  try {
    return JSON.parse(text);
  } catch {
    return { code: 'validator_nonsense' };
  }
}

function knownCode(code: unknown): ValidatorErrorCode {
  return validatorErrorCodes.find((known) => known === code) ?? 'validator_nonsense';
}
