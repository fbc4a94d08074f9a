import type { Script } from '../performers/speak-lines.ts';

/** Something that is played line by line. */
export interface ScriptPiece extends Script {
  /** Of the topic; in both languages where that reads well. */
  title: string;
}
