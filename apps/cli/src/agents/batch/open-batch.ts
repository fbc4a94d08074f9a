import { shownText } from '@agent-home/protocol';
import { BatchError } from '../../errors/command-errors.ts';
import { jsonLine } from '../../terminal/json-document.ts';
import type { OpenAgent } from '../running/open-agent.ts';
import { BatchFiles } from './batch-files.ts';
import { newBatchId } from './batch-ids.ts';
import { BatchReport } from './batch-report.ts';
import type { BatchKeeper } from './batch-result.ts';
import type { LineTable } from './line-table.ts';

export interface OpenBatch {
  report: BatchReport;
  keeper: BatchKeeper;
  /** State of a resumed batch. */
  known?: LineTable;
  /** Printer if no file receives the results. */
  printer?: ResultPrinter;
}

export interface FoundBatch {
  id: string;
  /** Opens the batch once no other process works on it. Only this method creates or truncates files. @throws BatchError */
  open(): Promise<OpenBatch>;
}

interface BatchPlace {
  output?: string;
  resume: boolean;
  format: 'table' | 'json';
}

/**
 * Returns a new batch, or the existing one of an output.
 * @throws BatchError
 */
export async function findBatch(
  { definition, sha256 }: Pick<OpenAgent, 'definition' | 'sha256'>,
  { output, resume, format }: BatchPlace,
): Promise<FoundBatch> {
  const { name: agent } = definition;
  if (output !== undefined && resume) return resumeBatch(output, { agent, sha256 });
  if (resume)
    throw new BatchError('invalid_arguments', '--resume needs the --output of the batch to continue');
  const id = newBatchId();
  return {
    id,
    async open() {
      if (output === undefined) return printed({ batch: id, agent }, format);
      const keeper = BatchFiles.create(output, { format: 1, batch: id, agent, definition_sha256: sha256 });
      return { keeper, report: new BatchReport({ batch: id, agent, output }) };
    },
  };
}

function printed(about: { batch: string; agent: string }, format: BatchPlace['format']): OpenBatch {
  const print = (text: string) => void process.stdout.write(text);
  const printer = format === 'json' ? documentPrinter(print) : linePrinter(print);
  return { printer, keeper: printer, report: new BatchReport(about) };
}

async function resumeBatch(
  output: string,
  { agent, sha256 }: { agent: string; sha256: string },
): Promise<FoundBatch> {
  const files = await BatchFiles.open(output);
  const { batch, agent: whose, definition_sha256: before } = files.start;
  if (whose !== agent)
    throw new BatchError(
      'batch_of_another',
      `the batch in ${shownText(output)} belongs to the agent ${shownText(whose)}: pass another --output`,
    );
  return {
    id: batch,
    async open() {
      if (before !== sha256)
        console.error(
          'agent-home: the file of the agent changed since the batch began: the remaining lines use the new one [definition_changed]',
        );
      const report = new BatchReport({ batch, agent, output });
      await files.readEntries((ended) => report.addEarlier(ended));
      return { keeper: files, known: files.lines, report };
    },
  };
}

/** Prints results as they finish if no file receives them. Nothing is stored, so such a batch cannot be resumed. */
interface ResultPrinter extends BatchKeeper {
  /** Prints the report of the whole batch after the last result. */
  finish(report: object): void;
}

/** Prints each result as a line; the report goes to standard error. */
function linePrinter(print: (text: string) => void): ResultPrinter {
  return {
    begin: () => undefined,
    end: (result) => print(`${jsonLine(result)}\n`),
    finish: () => undefined,
    close: () => undefined,
  };
}

/** Prints one document piece by piece: the results, then the report. It holds one result at a time in memory. */
function documentPrinter(print: (text: string) => void): ResultPrinter {
  let before = '{\n"results": [';
  return {
    begin: () => undefined,
    end: (result) => {
      print(`${before}\n${jsonLine(result)}`);
      before = ',';
    },
    finish: (report) => print(`${before === ',' ? '' : before}],\n${jsonLine(report).slice(1)}\n`),
    close: () => undefined,
  };
}
