import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OutputValidators } from '@agent-home/agent-runtime';
import type { Settings } from '@agent-home/agent-runtime/definition';
import { sha256Hex } from '@agent-home/protocol';
import { moduleAddress } from '../bindings/module-binding.ts';
import type { PlaceOf, ProgramPlace } from '../processes/program-place.ts';
import { ProjectChangedError } from '../processes/project-changed-error.ts';
import { ValidatorError } from './validator-error.ts';
import { judgeInProcess } from './validator-process.ts';

/** Includes the start of a process on a busy machine. */
const usualTimeoutMs = 10_000;

interface Found {
  address: string;
  name: string;
  /** Hash of the file when the validators were created, so that only the trusted file runs. */
  sha256: string | undefined;
  place: ProgramPlace;
}

/**
 * Returns the validators of the settings, functions of modules pinned by `agents trust`. They receive the output as text and as
 * parsed JSON, undefined if it is not JSON.
 * @param placeOf returns where the module of a validator is found and runs
 */
export function moduleValidators(
  settings: Settings['validators'],
  placeOf: PlaceOf,
  { timeoutMs = usualTimeoutMs }: { timeoutMs?: number } = {},
): OutputValidators {
  const all = new Map(
    Object.entries(settings).map(([name, { module, export: exported = 'default' }]) => {
      const place = placeOf(name);
      const address = getAddress(module, place.folder);
      const found = address && { address, name: exported, sha256: computeHash(address), place };
      return [name, found || undefined];
    }),
  );
  return {
    async judge({ guardrail, output, value }, { signal }) {
      if (!all.has(guardrail)) throw new ValidatorError('validator_missing');
      const found: Found | undefined = all.get(guardrail);
      if (!found || found.sha256 === undefined) throw new ValidatorError('validator_not_loaded');
      const { address, name, sha256, place } = found;
      if (computeHash(address) !== sha256 || hasChanged(place)) throw new ValidatorError('validator_changed');
      const task = { address, name, output, value };
      return judgeInProcess(task, { place, signal, timeoutMs });
    },
  };
}

function hasChanged(place: ProgramPlace): boolean {
  try {
    place.beforeStart();
    return false;
  } catch (error) {
    if (error instanceof ProjectChangedError) return true;
    throw error;
  }
}

function getAddress(module: string, folder: string): string | undefined {
  try {
    return moduleAddress(module, folder);
  } catch {
    return undefined;
  }
}

function computeHash(address: string): string | undefined {
  try {
    return sha256Hex(readFileSync(fileURLToPath(address)));
  } catch {
    return undefined;
  }
}
