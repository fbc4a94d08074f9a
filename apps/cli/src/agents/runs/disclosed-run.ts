import { readFileSync, statSync } from 'node:fs';
import type { StoredLog } from '@agent-home/agent-runtime';
import {
  DisclosureError,
  parseDisclosure,
  type RunDisclosure,
  type RunStarted,
  requireCommitment,
  type VerifiedMessage,
  verifyMessage,
} from '@agent-home/agent-runtime/run-log';
import { type RootSet, rootSetSchema, shownText } from '@agent-home/protocol';
import { RunCommandError } from '../../errors/command-errors.ts';
import type { ReadRun } from './read-run.ts';

/** Limit of a file for `runs verify`, in bytes. */
const mostBytes = 256 * 1024 * 1024;

/** Returns the log of a file that `runs export` wrote. @throws RunCommandError `file_unreadable`, `not_a_disclosure` */
export function readDisclosed(file: string): { disclosure: RunDisclosure; log: StoredLog } {
  const disclosure = withPlainDisclosure(() => parseDisclosure(readText(file)));
  const { records, values } = disclosure;
  return {
    disclosure,
    log: {
      lines: records,
      tornBytes: 0,
      value: (sha256) => (Object.hasOwn(values, sha256) ? values[sha256] : undefined),
      isAuthentic: () => false,
    },
  };
}

export interface MessageFlags {
  /** `--message`: ledger entry of a message. */
  message?: string;
  /** `--root`: pinned root set. */
  root?: string;
  /** `--keys`: `platform/keys.json` of the home. */
  keys?: string;
}

/**
 * Verifies that a message commits to a log, by its ledger entry, the keys of the home and the pinned root.
 * @throws RunCommandError
 */
export function verifyMessageOf(
  { records, hashes }: Pick<ReadRun, 'records' | 'hashes'>,
  { message, root, keys }: MessageFlags,
  disclosedKeys: string | undefined,
): VerifiedMessage | undefined {
  if (message === undefined) return undefined;
  if (root === undefined)
    throw new RunCommandError('invalid_value', '--message needs the root set of the home: pass --root FILE');
  const pinned = readRootSet(root);
  const [entry, platformKeys] = [readText(message), keys === undefined ? disclosedKeys : readText(keys)];
  const { run_id: runId, identity } = (records[0]?.data ?? {}) as unknown as Partial<RunStarted>;
  return withPlainDisclosure(() => {
    const verified = verifyMessage({ text: entry, platformKeys, root: pinned, now: new Date() });
    requireCommitment(verified, { runId: runId ?? '', agentId: identity?.agent_id, hashes });
    return verified;
  });
}

function readRootSet(file: string): RootSet {
  const text = readText(file);
  try {
    return rootSetSchema.parse(JSON.parse(text)) as RootSet;
  } catch (error) {
    throw new RunCommandError(
      'invalid_root_set',
      `${shownText(file)} is not a root set: get keys/root.json from the operator of the home`,
      { cause: error },
    );
  }
}

function readText(file: string): string {
  try {
    if (statSync(file).size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code = 'it is not UTF-8 text' } = error as NodeJS.ErrnoException;
    const reason = error instanceof Error && error.message.startsWith('it has') ? error.message : code;
    throw new RunCommandError('file_unreadable', `${shownText(file)} cannot be read: ${reason}`, {
      cause: error,
    });
  }
}

function withPlainDisclosure<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DisclosureError)) throw error;
    throw new RunCommandError(error.code, shownText(error.message), { cause: error });
  }
}
