import { jsonLine } from '../terminal/json-document.ts';
import type { BatchKeeper } from './batch-result.ts';

/** Results as they finish, where no file takes them. Nothing is kept: nobody can go on with such a batch. */
export interface ResultPrinter extends BatchKeeper {
  /** What the whole batch came to, after the last of them. */
  finish(report: object): void;
}

/** A line each; the report is for people and goes elsewhere. */
export function linePrinter(print: (text: string) => void): ResultPrinter {
  return {
    begin: () => undefined,
    end: (result) => print(`${jsonLine(result)}\n`),
    finish: () => undefined,
    close: () => undefined,
  };
}

/** Members of the one document that is printed, in which the report follows them: no more of it than a result is ever held. */
export function documentPrinter(print: (text: string) => void): ResultPrinter {
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
