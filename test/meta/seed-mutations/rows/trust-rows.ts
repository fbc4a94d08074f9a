import { addImport, insertAfter, insertBefore, replace } from '../../source-mutations/changes.ts';
import { inSdk, mutation, type SeedMutation, type SeedMutations } from '../seed-mutation.ts';

/** Verified reads and the cache of cards. */
export const trustRows: SeedMutations = {
  '10.1': believesUnsigned('task_manifest', 'An agent accepts an unsigned task manifest.'),
  '13.3': believesUnsigned('topic_manifest', 'An agent accepts an unsigned topic manifest.'),
  '15.1': mutation(
    'A valid card is not cached.',
    inSdk('CardCache.#fetch', replace('generation === this.#generation', 'generation !== this.#generation')),
  ),
  '15.1b': mutation(
    'A valid card is rejected.',
    inSdk(
      'VerifiedReader.#verify',
      insertAfter(
        'checkFloor(floor, verified, key);',
        "if (kind === 'agent_card') throw new VerificationError('bad_signature', key, 'no card is good enough');",
      ),
      addImport('VerificationError', '@agent-home/protocol'),
    ),
  ),
  '15.2': believesUnsigned('agent_card', 'An agent accepts an unsigned card.'),
  '18.1': mutation(
    'Every card is read from the store instead of the cache.',
    inSdk('AgentHome.card', replace('this.#parts.cards.card(agentId)', 'this.#parts.cards.refresh(agentId)')),
  ),
  '18.2': mutation(
    'The cache evicts nothing.',
    inSdk(
      'CardCache.constructor',
      replace('options.maxCards ?? 1000', 'Math.max(options.maxCards ?? 1000, 1000)'),
    ),
  ),
};

function believesUnsigned(kind: string, breaks: string): SeedMutation {
  const unverified = `if (kind === '${kind}') return { object: JSON.parse(new TextDecoder().decode(bytes)) } as Verified<Kind>;`;
  return mutation(
    breaks,
    inSdk('VerifiedReader.#verify', insertBefore('try { … } catch (…) { … }', unverified)),
  );
}
