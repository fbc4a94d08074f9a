import { inspectHome } from '@agent-home/sdk';
import { JoiningError } from '../../errors/command-errors.ts';
import { askLine } from '../../terminal/ask-line.ts';

/**
 * Which root a person means: what the home shows is shown to them, and what they type is what counts. A home that answers for
 * another looks like any other; only what its operator said by another way tells them apart.
 */
export async function askForFingerprint(url: string, signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY)
    throw new JoiningError(
      'no_terminal',
      'nobody can be asked here for the fingerprint of the root: give it with --fingerprint, as the home’s operator told you (agent-home keys fingerprint)',
    );
  const { fingerprint } = await inspectHome({ url, signal });
  console.error(
    `${url} shows the root\n\n  ${fingerprint}\n\nThat is its own word. Compare it with what the home's operator gave you by another way.`,
  );
  const typed = await askLine('The fingerprint you were given, or yes where it is the same: ', signal);
  const answer = typed?.trim().toLowerCase() ?? '';
  if (answer === 'yes') return fingerprint;
  if (/^[0-9a-f]{64}$/.test(answer)) return answer;
  throw new JoiningError('not_confirmed', 'the root was not confirmed: nothing was told to the home');
}
