import { z } from 'zod';
import { rowSchema } from '../row-schema.ts';
import { graphRows } from './graph-rows.ts';
import { libraryRows } from './library-rows.ts';
import { teamRows } from './team-rows.ts';
import { terminalRows } from './terminal-rows.ts';

/** Thirty tasks of a week with Claude Code, OpenAI Agents JS or LangGraph. */
export const rows = z.array(rowSchema).parse([...terminalRows, ...teamRows, ...libraryRows, ...graphRows]);
