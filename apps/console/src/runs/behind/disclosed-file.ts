import { DisclosureError, parseDisclosure } from '@agent-home/agent-runtime/run-log';
import { CommittedLog, type CommittedRecords, type LogRefusal, toRefusal } from './committed-log.ts';
import type { CommittedMessage } from './message-commitment.ts';

/** Limit of a disclosed file, in bytes: a browser holds its text several times while it is verified. */
export const largestFileBytes = 64 * 1024 * 1024;

export type VerifiedFile = CommittedRecords | { refusal: LogRefusal };

/** Verifies a file of `runs export` against a message. The file is not sent anywhere. */
export async function verifyFile(file: Blob, message: CommittedMessage): Promise<VerifiedFile> {
  if (file.size > largestFileBytes)
    return {
      refusal: {
        code: 'file_too_large',
        detail: `the file has more than ${largestFileBytes} bytes: use runs verify`,
      },
    };
  const text = await readText(file);
  return text === undefined
    ? {
        refusal: {
          code: 'file_unreadable',
          detail: 'the file cannot be read as UTF-8 text: choose it again',
        },
      }
    : verifyText(text, message);
}

async function readText(file: Blob): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}

function verifyText(text: string, message: CommittedMessage): VerifiedFile {
  try {
    const { run_id, records, values } = parseDisclosure(text);
    if (run_id !== message.runId)
      throw new DisclosureError('other_run', `the message commits to run ${message.runId}, not to this one`);
    const log = new CommittedLog(message, (sha256) =>
      Object.hasOwn(values, sha256) ? values[sha256] : undefined,
    );
    for (const line of records) log.take(line);
    return log.finish();
  } catch (error) {
    return { refusal: toRefusal(error) };
  }
}
