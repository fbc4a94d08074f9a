import { shownText } from '@agent-home/protocol';
import { BatchError } from '../../errors/command-errors.ts';
import type { OpenAgent } from '../running/open-agent.ts';

/**
 * Requires a prompt for a batch agent: a file piped to it was meant as one prompt per line.
 * @throws BatchError `prompt_missing`
 */
export function requirePrompt(
  { definition }: Pick<OpenAgent, 'definition'>,
  { prompt }: { prompt?: string },
): void {
  if (definition.type !== 'batch' || prompt !== undefined) return;
  throw new BatchError(
    'prompt_missing',
    `agent ${shownText(definition.name)} is for batches: run agent-home agents batch ${shownText(definition.name)} --input FILE, or pass --prompt TEXT for one run`,
  );
}
