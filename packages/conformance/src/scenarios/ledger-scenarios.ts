import { type JsonObject, signAuthored } from '@agent-home/protocol';
import { newSigner } from '../scripted/made-objects.ts';
import { MadeTopic } from '../scripted/made-topic.ts';
import { mustBeDone, mustBeRefused, mustHold, type Scenario, type Stage } from './scenario.ts';

const otherHash = '0'.repeat(64);

/** Codes by which SDKs report an inconsistent history. */
const broken = ['broken_chain', 'head_mismatch', 'equivocation', 'rollback'];

async function lineBy(stage: Stage, agentId: string): Promise<string | undefined> {
  const outcome = await stage.connectAnd(stage.reading());
  // A client that refuses the whole topic has not accepted the line.
  if ('refused' in outcome) return undefined;
  return outcome.done.lines.findLast((line) => line.agent_id === agentId)?.signature ?? 'not shown';
}

export const ledgerScenarios: Scenario[] = [
  {
    id: 'ledger/previous',
    async play(stage) {
      const entry = stage.topic.entries[2];
      if (entry) entry.header = { ...entry.header, previous: otherHash };
      stage.topic.publish();
      mustBeRefused('a broken chain', await stage.connectAnd(stage.reading()), 'broken_chain');
    },
  },
  {
    id: 'ledger/commitment',
    async play(stage) {
      const entry = stage.topic.entries[1];
      const line = signAuthored(stage.topic.message('ben', 'm000001', 'I resign.'), stage.other);
      if (entry) entry.body = { ...entry.body, text: JSON.stringify(line) };
      stage.topic.publish();
      mustBeRefused('another body', await stage.connectAnd(stage.reading()), 'broken_chain');
    },
  },
  {
    id: 'ledger/head',
    async play(stage) {
      stage.topic.publish({ head: otherHash });
      mustBeRefused('another head', await stage.connectAnd(stage.reading()), ...broken);
    },
  },
  {
    id: 'ledger/swapped',
    async play(stage) {
      const { objects } = stage.home.made;
      objects.set(stage.topic.getKey(2), objects.get(stage.topic.getKey(3)) as Uint8Array);
      mustBeRefused('an entry elsewhere', await stage.connectAnd(stage.reading()), 'wrong_object_key');
    },
  },
  {
    id: 'ledger/second-history',
    async play(stage) {
      mustBeDone('the first history', await stage.connectAnd(stage.reading()));
      const other = new MadeTopic(stage.home.made);
      for (const text of ['Good evening, all.', 'I never said that.', 'Nobody did.'])
        other.line('ben', stage.other, text);
      other.publish();
      mustBeRefused('a second history', await stage.client.ask(stage.reading()), ...broken);
    },
  },
  {
    id: 'ledger/forged-author',
    async play(stage) {
      stage.topic.line('ben', newSigner(), 'I owe you a million.');
      const stolen = signAuthored(stage.topic.message('ben', 'm000009', 'A million.'), stage.other);
      stage.topic.addLine('ben', { ...stolen, content: { text: 'Two millions.' } } as JsonObject);
      stage.topic.publish();
      const shown = await lineBy(stage, 'ben');
      mustHold(shown === undefined || shown === 'invalid', `a forged line is shown as ${shown}`);
    },
  },
  {
    id: 'ledger/unsigned',
    async play(stage) {
      stage.topic.line('ben', undefined, 'Unsigned.');
      stage.topic.publish();
      const shown = await lineBy(stage, 'ben');
      mustHold(shown === 'absent', `a line without a signature is shown as ${shown ?? 'refused'}`);
    },
  },
];
