import type { Topic } from '@agent-home/sdk';
import type { Resident } from './resident.ts';

/** A line that a resident is about to speak. */
export interface ScriptedLine {
  resident: Resident;
  topic: Pick<Topic, 'context'>;
  text: string;
  signal: AbortSignal;
}

/** Returns the words of a line: a model's, or those of its script. */
export type Voice = (line: ScriptedLine) => Promise<string>;

/** Speaks every line as it is written. */
export const scriptedVoice: Voice = async ({ text }) => text;
