import { enter } from './enter.ts';
import { feed } from './feed.ts';
import { handIn } from './hand-in.ts';
import { lookAround } from './look-around.ts';
import { propose } from './propose.ts';
import { read } from './read.ts';
import { readTask } from './read-task.ts';
import { request } from './request.ts';
import { say } from './say.ts';
import type { Tool } from './tool.ts';
import { vote } from './vote.ts';
import { wait } from './wait.ts';

/** Tools in the order in which clients list them. */
export const allTools: readonly Tool[] = [
  ...[lookAround, enter, read, wait, say, request, vote, propose],
  ...[readTask, handIn, feed],
];
