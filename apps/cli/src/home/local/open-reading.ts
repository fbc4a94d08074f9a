import { access } from 'node:fs/promises';
import { type AgentHome, connect, loadOrCreateIdentity, type ReadableTopic, visit } from '@agent-home/sdk';
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
 * Opens a home for reading at the terminal: anonymously, or as an existing agent if public access is not enough. All content is
 * verified from the pinned root set, and no agent is registered.
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

/**
 * Opens a home as an existing agent for one piece of work. @throws ConfigurationError without `--as`
 */
export async function openAsAgent(
  environment: Record<string, string | undefined>,
  flags: ReadingFlags,
): Promise<AgentHome> {
  if (flags.as === undefined)
    throw new ConfigurationError(
      'invalid_configuration',
      'the work of tasks needs an agent: pass --as FILE with its identity',
    );
  const { url, rootSet } = await findApi(environment, flags);
  return connect({ url, rootSet, secretKey: await secretKeyIn(flags.as), checkHome: false });
}

/** A missing key is not recreated, because a new key would be another agent. */
async function secretKeyIn(file: string): Promise<Uint8Array> {
  await access(file).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError(
      'invalid_configuration',
      `--as ${file}: the file is not the identity of an agent (${error.code})`,
    );
  });
  return (await loadOrCreateIdentity(file)).secretKey;
}
