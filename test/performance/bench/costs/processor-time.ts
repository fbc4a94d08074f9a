import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Processor time as measured by the system, in seconds; `undefined` if the system does not report it. */
export interface ProcessorTimes {
  /** Time of a process with all its children, ended ones included. */
  ofTree(processId: number): number;
  /** Returns the time of a single process. */
  ofProcess(processId: number): number;
}

interface Times {
  parent: number;
  own: number;
  /** Time of children that ended and were waited for. */
  ended: number;
}

/** Linux reports it in /proc. Other systems return undefined, because their values would omit ended processes. */
export function readProcessorTimes(): ProcessorTimes | undefined {
  const ticks = ticksPerSecond();
  if (ticks === undefined) return undefined;
  const all = new Map<number, Times>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const times = readTimes(name);
    if (times) all.set(Number(name), times);
  }
  const childrenOf = new Map<number, number[]>();
  for (const [id, { parent }] of all) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), id]);
  const tree = (id: number): number => {
    const times = all.get(id);
    if (!times) return 0;
    return (childrenOf.get(id) ?? []).reduce((sum, child) => sum + tree(child), times.own + times.ended);
  };
  return {
    ofTree: (id) => tree(id) / ticks,
    ofProcess: (id) => (all.get(id)?.own ?? 0) / ticks,
  };
}

/** A process may end between being listed and being read. */
function readTimes(id: string): Times | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in parentheses may itself contain spaces and parentheses, so fields are counted from its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) };
}

let known: { ticks: number | undefined } | undefined;

export function ticksPerSecond(): number | undefined {
  known ??= { ticks: process.platform === 'linux' ? askTicks() : undefined };
  return known.ticks;
}

function askTicks(): number | undefined {
  try {
    const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
    return ticks > 0 ? ticks : undefined;
  } catch {
    return undefined;
  }
}
