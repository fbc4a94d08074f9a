import { join } from 'node:path';
import {
  homeSetSchema,
  RegistryError,
  type VerifiedSet,
  verifyHomeSet,
} from '@agent-home/runtime-node/definitions';
import { readPrivate, writePrivate } from '../../state/private-files.ts';
import { machineState } from '../../state/project-state.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const largestSet = 64 * 1024 ** 2;

/** Folder of the sets of homes that the user trusts. No tool of an agent reads or writes it. */
function keptFolder(environment: Environment): string {
  return join(machineState(environment), 'home-sets');
}

/** Keeps a set that the user trusts. Its runs can then be resumed without the home. */
export function keepSet(environment: Environment, { sha256, source }: VerifiedSet): void {
  writePrivate(keptFolder(environment), `${sha256}.json`, JSON.stringify(source));
}

/** Returns a set that the user trusts; undefined without one. A changed file is another set, which is not trusted. */
export function readKeptSet(environment: Environment, sha256: string): VerifiedSet | undefined {
  const text = readPrivate(keptFolder(environment), `${sha256}.json`, largestSet);
  if (text === undefined) return undefined;
  const source = homeSetSchema.safeParse(parseJson(text));
  if (!source.success) return undefined;
  try {
    const set = verifyHomeSet(source.data);
    return set.sha256 === sha256 ? set : undefined;
  } catch (error) {
    if (error instanceof RegistryError) return undefined;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
