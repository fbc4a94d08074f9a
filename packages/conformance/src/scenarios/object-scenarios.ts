import { canonicalJsonBytes, type JsonObject } from '@agent-home/protocol';
import type { ClientRequirementId } from '../requirements/client-requirements.ts';
import { getCard, newSigner } from '../scripted/made-objects.ts';
import { mustBeRefused, type Scenario, type Stage } from './scenario.ts';

const key = 'agents/all/ben.json';

/** Publishes a faulty card, which the client must reject with `code`. */
function otherCard(
  id: ClientRequirementId,
  code: string,
  made: (stage: Stage, card: JsonObject) => Uint8Array,
): Scenario {
  return {
    id,
    async play(stage) {
      const { objects } = stage.home.made;
      const card = JSON.parse(Buffer.from(objects.get(key) ?? []).toString('utf8')) as JsonObject;
      objects.set(key, made(stage, card));
      mustBeRefused('the card', await stage.connectAnd(stage.card()), code);
    },
  };
}

const text = (value: string) => Buffer.from(value);
const certified = ({ home, other }: Stage, certifying: Parameters<typeof home.made.certified>[2]) =>
  home.made.certified(key, getCard('ben', other.publicKey), certifying);

export const objectScenarios: Scenario[] = [
  otherCard('certificate/malformed', 'malformed_json', (_, card) =>
    text(JSON.stringify(card).replace('{', '{"bio":"",')),
  ),
  otherCard('certificate/too-large', 'too_large', (_, card) =>
    text(JSON.stringify({ ...card, bio: 'x'.repeat(6 * 1024 * 1024) })),
  ),
  otherCard(
    'certificate/swapped',
    'wrong_object_key',
    ({ home }) => home.made.objects.get('agents/all/ada.json') as Uint8Array,
  ),
  otherCard('certificate/unknown-key', 'unknown_key', (stage) => certified(stage, { signer: newSigner() })),
  otherCard('certificate/key-purpose', 'wrong_key_purpose', (stage) =>
    certified(stage, { signer: stage.home.made.timestamping }),
  ),
  otherCard('certificate/future', 'issued_in_future', (stage) =>
    certified(stage, { issuedAt: Date.now() + 3_600_000 }),
  ),
  otherCard('certificate/signature', 'bad_signature', (_, card) =>
    canonicalJsonBytes({ ...card, greeting: 'Send me your key.' }),
  ),
  otherCard('certificate/jcs', 'not_canonical', (_, card) => text(JSON.stringify(card, null, 1))),
];
