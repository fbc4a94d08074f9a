import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../../errors/command-errors.ts';
import type { BucketOptions } from '../compose/start-processes.ts';

export interface BucketFlags {
  /** File written by `keys hand-over`. */
  takeOver?: string;
  republish?: boolean;
}

export async function readBucketFlags({ takeOver, republish }: BucketFlags): Promise<BucketOptions> {
  if (takeOver === undefined) return { republish };
  const handOver = await readFile(takeOver, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError(
      'invalid_configuration',
      `--take-over ${takeOver} cannot be read: ${error.code}`,
    );
  });
  return { handOver, republish };
}
