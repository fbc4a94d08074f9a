import type {
  ActRecord,
  AnswerRecord,
  CalmTime,
  DoorWord,
  Errand,
  Greed,
  Guess,
  Reception,
  RevocationRecord,
} from './hostile-records.ts';
import type { Moment } from './moment.ts';
import type {
  Attack,
  BlowRecord,
  EntryRecord,
  FeedAcknowledgement,
  FeedRead,
  FollowRecord,
  GrantRecord,
  MissingEntry,
  OpeningRecord,
  PutRecord,
  Sighting,
} from './records.ts';

/** Everything agents and watchers did and heard: what the home is held against. */
export class Journal {
  readonly grants: GrantRecord[] = [];
  readonly puts: PutRecord[] = [];
  readonly reads: FeedRead[] = [];
  readonly acknowledgements: FeedAcknowledgement[] = [];
  readonly follows: FollowRecord[] = [];
  readonly sightings: Sighting[] = [];
  readonly missingEntries: MissingEntry[] = [];
  /** Every entry that was read in the bucket while agents lived. */
  readonly entries: EntryRecord[] = [];
  readonly attacks: Attack[] = [];
  readonly openings: OpeningRecord[] = [];
  readonly blows: BlowRecord[] = [];
  readonly receptions: Reception[] = [];
  readonly acts: ActRecord[] = [];
  readonly guesses: Guess[] = [];
  readonly words: DoorWord[] = [];
  greed: Greed | undefined;
  readonly errands: Errand[] = [];
  readonly revocations: RevocationRecord[] = [];
  readonly answers: AnswerRecord[] = [];
  calm: CalmTime | undefined;
  /** When the hostile resident had nothing open any more. */
  goneAt: Moment | undefined;
  /** Agents without any grant: every object under their names is an intrusion. */
  readonly strangers = new Set<string>();
  #last = 0;

  nextId(): number {
    this.#last += 1;
    return this.#last;
  }
}
