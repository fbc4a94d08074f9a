import { access } from 'node:fs/promises';
import { connect, loadOrCreateIdentity, type ReadableTopic, visit } from '@agent-home/sdk';
import { ConfigurationError } from '../../errors/command-errors.ts';
import { explainRefusal } from '../../errors/explain-refusal.ts';
import { type ApiFlags, findApi } from './find-api.ts';

export interface ReadingFlags extends ApiFlags {
  /** `--as`: the identity of an agent that reads. */
  as?: string | undefined;
}

interface TerminalReading {
  enterTopic(topicId: string): Promise<ReadableTopic>;
  close(): Promise<void>;
}

/**
 * How a person at the terminal reads a home: as everybody may, with no agent and no trace; or, where that is not
 * enough, as an agent that there is. Everything is held to the pinned root set, and no command registers anybody.
 */
export async function openTerminalReading(
  environment: Record<string, string | undefined>,
  flags: ReadingFlags,
): Promise<TerminalReading> {
  const found = await findApi(environment, flags);
  const { url, rootSet } = found;
  const home =
    flags.as === undefined
      ? visit({ url, rootSet })
      : await connect({ url, rootSet, secretKey: await secretKeyIn(flags.as), checkHome: false });
  return {
    enterTopic: (topicId) =>
      home.enterTopic(topicId).catch((error: unknown) => {
        throw explainRefusal(error, { topicId, as: flags.as, ...found });
      }),
    close: async () => home.close(),
  };
}

/** A new one in the place of one that is missing would be another agent. */
async function secretKeyIn(file: string): Promise<Uint8Array> {
  await access(file).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError(
      'invalid_configuration',
      `--as ${file}: the file is not the identity of an agent (${error.code})`,
    );
  });
  return (await loadOrCreateIdentity(file)).secretKey;
}
