import type {
  DagPiece,
  RecordsPiece,
  RunPage,
  SpansPiece,
  StepsPiece,
} from '@agent-home/agent-runtime/run-log';
import type { RunsSource } from '../parts/runs-source.ts';
import type { BehindResult, FromBehindWorker, ToBehindWorker, ViewPart } from './behind-messages.ts';
import type { CommittedMessage } from './message-commitment.ts';

type AnyPiece = Extract<FromBehindWorker, { type: 'piece' }>['piece'];

/** Main-thread side of the worker: one verification, and then the views of the verified file. */
export class BehindCheck {
  readonly #worker = new Worker(new URL('./behind-worker.ts', import.meta.url), { type: 'module' });
  readonly #pending = new Map<number, (piece: AnyPiece) => void>();
  #last = 0;

  /** @param file undefined for the home's copy of the run */
  constructor(message: CommittedMessage, file: File | undefined, onResult: (result: BehindResult) => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromBehindWorker>) => {
      if (data.type === 'result') return onResult(data.result);
      this.#pending.get(data.id)?.(data.piece);
      this.#pending.delete(data.id);
    });
    // Its script did not load, or a file needs more memory than the browser gives.
    this.#worker.addEventListener('error', () => onResult({ state: 'not_shown', code: 'no_worker' }));
    this.#send(file ? { type: 'file', message, file } : { type: 'copy', message });
  }

  /** Returns the verified run of the file for the components that show runs. */
  source(run: RunPage): RunsSource {
    const values = { agents: [], tools: [], models: [], codes: [] };
    return {
      place: 'file',
      list: async () => ({ runs: [run], total: 1, unread: 0, values }),
      run: async () => run,
      steps: (_, from) => this.#view<StepsPiece>('steps', from),
      spans: (_, from) => this.#view<SpansPiece>('spans', from),
      nodes: (_, from) => this.#view<DagPiece>('nodes', from),
      records: (_, from) => this.#view<RecordsPiece>('records', from),
    };
  }

  close(): void {
    this.#worker.terminate();
  }

  /** The caller names the type that the worker returns for the part. */
  #view<Piece extends AnyPiece>(part: ViewPart, from: number): Promise<Piece> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#pending.set(id, (piece) => resolve(piece as Piece));
      this.#send({ type: 'view', id, part, from });
    });
  }

  #send(message: ToBehindWorker): void {
    this.#worker.postMessage(message);
  }
}
