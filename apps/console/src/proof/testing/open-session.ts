import type { CertifiedText, LedgerChanges, TrustAnswer } from '@agent-home/http-contract';
import type { LedgerHead } from '@agent-home/protocol';
import type { KeptSlices } from '../kept-slices.ts';
import { ProofSession } from '../proof-session.ts';
import type { TrustMemory } from '../trust.ts';
import type { Alarm, EntryProof, EntryView, ProofProgress, ReplayedStanding } from '../types.ts';
import type { FromWorker, TopicObjects } from '../worker-messages.ts';
import { asOf, getLedger, objectAt, trustAnswer } from './published-home.ts';

/** Responses of an honest or dishonest home. */
interface HomeAnswers {
  ledger: CertifiedText[];
  published?: number;
  trust?: TrustAnswer;
  state?: string | undefined;
  objects?: Record<string, string>;
  manifest?: string;
  summary?: string;
  changed?: LedgerChanges['changed'] | 'no answer';
}

/** Opens a session as a page does, over the published home with a test's changes. */
export function openedSession(
  topicId: string,
  changed: Partial<HomeAnswers> & {
    memory?: unknown;
    seen?: LedgerHead;
    pageSize?: number;
    now?: Date;
    kept?: KeptSlices;
  } = {},
) {
  const told: FromWorker[] = [];
  const asked: number[] = [];
  const read: string[] = [];
  const answers: HomeAnswers = { ledger: changed.ledger ?? getLedger(topicId), ...changed };
  const session = new ProofSession(
    { type: 'open', topicId, memory: changed.memory, seen: changed.seen },
    {
      readTrust: async () => answers.trust ?? trustAnswer(),
      readLedger: async (_, after, limit) => {
        asked.push(after);
        const size = Math.min(limit, changed.pageSize ?? limit);
        const entries = answers.ledger.slice(after, after + size);
        return { entries, published_sequence: answers.published ?? answers.ledger.length };
      },
      readChanges: async () => {
        if (answers.changed === 'no answer') throw new TypeError('Failed to fetch');
        return { changed: answers.changed ?? [] };
      },
      ...(changed.kept ? { kept: changed.kept } : {}),
      readObject: async (key) => {
        read.push(key);
        return answers.objects?.[key] ?? textOrNothing(key);
      },
      now: () => changed.now ?? asOf,
      post: (message) => told.push(structuredClone(message)),
      breathe: async () => {},
    },
  );
  const of = <Type extends FromWorker['type']>(type: Type) =>
    told.filter((message): message is Extract<FromWorker, { type: Type }> => message.type === type);
  const state = 'state' in changed ? changed.state : textOrNothing(`topics/${topicId}/state.json`);
  const summary = changed.summary ?? textOrNothing(`topics/${topicId}/summary.json`);
  return {
    session,
    told,
    asked,
    read,
    answers,
    refresh: (): Promise<void> =>
      session.refresh({
        manifest: changed.manifest ?? objectAt(`topics/${topicId}/manifest.json`).text,
        ...(state === undefined ? {} : { state }),
        ...(summary === undefined ? {} : { summary }),
      }),
    entries: (): EntryView[] => of('entries').flatMap(({ entries }) => entries),
    proofs: (): EntryProof[] => [
      ...new Map(
        of('proofs').flatMap(({ proofs }) => proofs.map((proof) => [proof.sequence, proof])),
      ).values(),
    ],
    standing: (): ReplayedStanding | undefined => of('standing').at(-1)?.standing,
    progress: (): ProofProgress | undefined => of('progress').at(-1)?.progress,
    alarms: (): Alarm[] => of('alarms').at(-1)?.alarms ?? [],
    problems: (): (string | undefined)[] => of('problem').map(({ code }) => code),
    objects: (): TopicObjects | undefined => of('objects').at(-1)?.objects,
    memory: (): TrustMemory | undefined => of('trust').at(-1)?.memory,
    trust: () => of('trust').at(-1)?.trust,
  };
}

function textOrNothing(key: string): string | undefined {
  try {
    return objectAt(key).text;
  } catch {
    return undefined;
  }
}
