import { writeSync } from 'node:fs';
import type { Vault } from '@agent-home/runtime-node';

const open = new Set<Vault>();
const standardError = 2;

/**
 * Removes secrets from uncaught errors before they are printed: a module bound to a tool runs in this process,
 * and Node would print its errors unchanged.
 * @returns function that removes the handler
 */
export function cleanCrash(vault: Vault): () => void {
  if (open.size === 0) process.on('uncaughtException', crash);
  open.add(vault);
  return () => {
    open.delete(vault);
    if (open.size === 0) process.off('uncaughtException', crash);
  };
}

function crash(error: unknown): void {
  let text = getStack(error);
  for (const { secrets } of open) text = secrets.clean(text);
  // Exits at once, because the state of this process is unreliable now.
  writeSync(standardError, `agent-home: unexpected error: ${text}\n`);
  process.exit(1);
}

/** Returns the stack of a thrown value, which may have any type and may throw when read. */
function getStack(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack ?? error.message) : String(error);
  } catch {
    return 'an error without a message';
  }
}
