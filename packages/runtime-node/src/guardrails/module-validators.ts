import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Settings } from '@agent-home/definition';
import { sha256Hex } from '@agent-home/protocol';
import type { OutputValidators } from '@agent-home/runtime';
import { moduleAddress } from '../bindings/module-binding.ts';
import { ValidatorError } from './validator-error.ts';
import { judgeInProcess } from './validator-process.ts';

/** With the start of a process on a machine that has much to do. */
const usualTimeoutMs = 10_000;

interface Found {
  address: string;
  name: string;
  /** Of the file as it was when these were put together: what was trusted is what runs. */
  sha256: string | undefined;
}

/**
 * The validators of the settings, functions of modules that `agents trust` has pinned. They are given the output and the same as
 * JSON; undefined where it is none.
 * @param folder where modules are found, and where they run
 */
export function moduleValidators(
  settings: Settings['validators'],
  folder: string,
  { environment, timeoutMs = usualTimeoutMs }: { environment: NodeJS.ProcessEnv; timeoutMs?: number },
): OutputValidators {
  const all = new Map(
    Object.entries(settings).map(([name, { module, export: exported = 'default' }]) => {
      const address = addressOf(module, folder);
      return [name, address === undefined ? undefined : { address, name: exported, sha256: hashOf(address) }];
    }),
  );
  return {
    async judge({ guardrail, output, value }, { signal }) {
      if (!all.has(guardrail)) throw new ValidatorError('validator_missing');
      const found: Found | undefined = all.get(guardrail);
      if (!found || found.sha256 === undefined) throw new ValidatorError('validator_not_loaded');
      const { address, name, sha256 } = found;
      if (hashOf(address) !== sha256) throw new ValidatorError('validator_changed');
      const task = { address, name, output, value };
      return judgeInProcess(task, { folder, environment, signal, timeoutMs });
    },
  };
}

function addressOf(module: string, folder: string): string | undefined {
  try {
    return moduleAddress(module, folder);
  } catch {
    return undefined;
  }
}

function hashOf(address: string): string | undefined {
  try {
    return sha256Hex(readFileSync(fileURLToPath(address)));
  } catch {
    return undefined;
  }
}
