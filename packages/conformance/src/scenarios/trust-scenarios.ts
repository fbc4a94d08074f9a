import { getRootSet, newSigner } from '../scripted/made-objects.ts';
import { mustBeDone, mustBeRefused, type Scenario } from './scenario.ts';

const card = 'agents/all/ben.json';

export const trustScenarios: Scenario[] = [
  {
    id: 'trust/other-root',
    async play(stage) {
      const root = newSigner();
      stage.home.made.publishKeys({ by: root, rootSet: getRootSet(root) });
      mustBeRefused('a home of another root', await stage.connectAnd(stage.card()), 'untrusted_root');
    },
  },
  {
    id: 'trust/root-signatures',
    async play(stage) {
      stage.home.made.publishKeys({ by: newSigner() });
      mustBeRefused('a list that no root signed', await stage.connectAnd(stage.card()), 'bad_signature');
    },
  },
  {
    id: 'trust/unknown-purpose',
    async play(stage) {
      const { made } = stage.home;
      const key = {
        key_id: made.registry.keyId,
        public_key: made.registry.publicKey,
        purpose: 'everything',
        valid_from: '2020-01-01T00:00:00.000Z',
        valid_until: '2099-01-01T00:00:00.000Z',
      };
      made.publishKeys({ change: { keys: [key] } });
      mustBeRefused('a purpose that nobody knows', await stage.connectAnd(stage.card()), 'invalid_schema');
    },
  },
  {
    id: 'trust/outdated-keys',
    async play(stage) {
      stage.home.made.publishTimestamp({ sha256: '0'.repeat(64) });
      mustBeRefused('a list that is not named', await stage.connectAnd(stage.card()), 'outdated_keys');
    },
  },
  {
    id: 'readers/frozen',
    async play(stage) {
      stage.home.made.publishTimestamp({ ageMs: 3_660_000 });
      mustBeRefused('a home of an hour ago', await stage.connectAnd(stage.card()), 'stale');
    },
  },
  {
    id: 'readers/rollback',
    async play(stage) {
      stage.topic.publish({ stateVersion: 9 });
      mustBeDone('a topic', await stage.connectAnd(stage.reading()));
      stage.topic.publish({ stateVersion: 8 });
      mustBeRefused('an older state', await stage.client.ask(stage.reading()), 'rollback');
    },
  },
  {
    id: 'readers/rollback-restarted',
    async play(stage) {
      const { made } = stage.home;
      const old = made.objects.get(card) as Uint8Array;
      made.publishCard('ben', stage.other.publicKey, { version: 2, name: 'Ben' });
      mustBeDone('the second version', await stage.connectAnd(stage.card()));
      await stage.client.stop();
      made.objects.set(card, old);
      mustBeRefused('the first version', await stage.connectAnd(stage.card()), 'rollback');
    },
  },
  {
    id: 'readers/equivocation',
    async play(stage) {
      mustBeDone('a card', await stage.connectAnd(stage.card()));
      await stage.client.stop();
      stage.home.made.publishCard('ben', newSigner().publicKey);
      mustBeRefused('another first version', await stage.connectAnd(stage.card()), 'equivocation');
    },
  },
  {
    id: 'readers/heads-floor',
    async play(stage) {
      stage.home.heads = { [card]: { version: 2, sha256: '0'.repeat(64) } };
      mustBeRefused('less than the newest version', await stage.connectAnd(stage.card()), 'rollback');
    },
  },
  {
    id: 'readers/heads-content',
    async play(stage) {
      stage.home.heads = { [card]: { version: 1, sha256: '0'.repeat(64) } };
      mustBeRefused('another content than the named', await stage.connectAnd(stage.card()), 'head_mismatch');
    },
  },
];
