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
  ApprovalRecord,
  Attack,
  BlowRecord,
  EntryRecord,
  FeedAcknowledgement,
  FeedRead,
  FollowRecord,
  GrantRecord,
  MirroredRunRecord,
  MissingEntry,
  OpeningRecord,
  PutRecord,
  Sighting,
} from './records.ts';

/** Record of all actions and observations of agents and watchers, with which the home is compared. */
export class Journal {
  readonly grants: GrantRecord[] = [];
  readonly puts: PutRecord[] = [];
  readonly reads: FeedRead[] = [];
  readonly acknowledgements: FeedAcknowledgement[] = [];
  readonly follows: FollowRecord[] = [];
  readonly sightings: Sighting[] = [];
  readonly missingEntries: MissingEntry[] = [];
  /** Every entry that was read from the bucket during the life. */
  readonly entries: EntryRecord[] = [];
  readonly attacks: Attack[] = [];
  readonly openings: OpeningRecord[] = [];
  readonly blows: BlowRecord[] = [];
  readonly mirrored: MirroredRunRecord[] = [];
  readonly approvals: ApprovalRecord[] = [];
  readonly receptions: Reception[] = [];
  readonly acts: ActRecord[] = [];
  readonly guesses: Guess[] = [];
  readonly words: DoorWord[] = [];
  greed: Greed | undefined;
  readonly errands: Errand[] = [];
  readonly revocations: RevocationRecord[] = [];
  readonly answers: AnswerRecord[] = [];
  calm: CalmTime | undefined;
  /** Time at which the hostile resident had closed everything. */
  goneAt: Moment | undefined;
  /** Topics of residents of files, whose inputs are in the logs of their runs. */
  readonly residentTopics = new Set<string>();
  /** Agents without any grant: every object under their names is an intrusion. */
  readonly strangers = new Set<string>();
  #last = 0;

  nextId(): number {
    this.#last += 1;
    return this.#last;
  }
}
