import { readFile } from 'node:fs/promises';
import type { Moment } from '../journal/moment.ts';

/** Measurements of one process of the home since the previous ones. */
export interface Reading {
  at: Moment;
  /** `api` or `worker`. */
  process: string;
  pid: number;
  rssBytes: number;
  /** Handles that keep the process alive, by kind. */
  handles: Record<string, number>;
  /** Slow turns of its event loop, by processor time and by the clock. */
  stalls: { at: Moment; busyMs: number; lateMs: number }[];
  /** Responses of 500 and above; deliberate ones contain a retry time. */
  answers: { at: Moment; status: number; isDeliberate: boolean; path: string }[];
}

/** Reads the measurements of all processes of a home in the order written; a killed process may leave half a line. */
export async function readReadings(file: string): Promise<Reading[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Reading];
    } catch {
      return [];
    }
  });
}
