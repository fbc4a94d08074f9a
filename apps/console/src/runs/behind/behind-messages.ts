import type { JudgedDecisions } from '@agent-home/agent-runtime/replay';
import type {
  DagPiece,
  RecordsPiece,
  RunPage,
  SpansPiece,
  StepsPiece,
} from '@agent-home/agent-runtime/run-log';
import type { LogRefusal, WithheldRecord } from './committed-log.ts';
import type { CommittedMessage } from './message-commitment.ts';

export type ViewPart = 'steps' | 'spans' | 'nodes' | 'records';

/** Message to the worker. */
export type ToBehindWorker =
  | { type: 'copy'; message: CommittedMessage }
  | { type: 'file'; message: CommittedMessage; file: File }
  | { type: 'view'; id: number; part: ViewPart; from: number };

/** Result of a verification. */
export type BehindResult =
  /** `run`: the verified part of a file. `later`: number of records after the committed one. `withheld`: records that lack values. */
  | { state: 'matches'; run?: RunPage; later: number; withheld: WithheldRecord[]; judged: JudgedDecisions }
  | { state: 'differs'; refusal: LogRefusal }
  /** The home shows no such run to this viewer, or does not respond. */
  | { state: 'not_shown'; code: string };

/** Message of the worker. */
export type FromBehindWorker =
  | { type: 'result'; result: BehindResult }
  | { type: 'piece'; id: number; piece: StepsPiece | SpansPiece | DagPiece | RecordsPiece };
