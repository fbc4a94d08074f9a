import { shownText } from '@agent-home/protocol';
import { BatchError } from '../../errors/command-errors.ts';
import type { OpenAgent } from '../running/open-agent.ts';

/**
 * An agent for batches is told one thing where that is typed; a file that is piped in was meant line by line.
 * @throws BatchError `prompt_missing`
 */
export function requirePrompt(
  { definition }: Pick<OpenAgent, 'definition'>,
  { prompt }: { prompt?: string },
): void {
  if (definition.type !== 'batch' || prompt !== undefined) return;
  throw new BatchError(
    'prompt_missing',
    `agent ${shownText(definition.name)} is for batches: agent-home agents batch ${shownText(definition.name)} --input FILE, or --prompt TEXT for one run`,
  );
}
