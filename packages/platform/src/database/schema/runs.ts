import { sql } from 'drizzle-orm';
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

/**
 * Runs that agents mirror. Ids are chosen on the agents' machines, so each agent has ids of its own: an agent that copies the id of
 * another one's run neither blocks nor replaces it (ADR 0055).
 */
export const runs = pgTable(
  'runs',
  {
    agentId: text('agent_id').notNull(),
    runId: text('run_id').notNull(),
    /** JSON text of the facts for lists, derived from the records. */
    facts: text('facts').notNull(),
    state: text('state', { enum: ['running', 'waiting', 'answered', 'failed', 'cancelled'] }).notNull(),
    code: text('code'),
    /** Name of the definition, and the beginning of the first message: a search finds both. */
    agentName: text('agent_name').notNull(),
    asked: text('asked').notNull(),
    tools: text('tools').array().notNull(),
    models: text('models').array().notNull(),
    parentRunId: text('parent_run_id'),
    traceId: text('trace_id').notNull(),
    /** `source` of every record. */
    source: text('source').notNull(),
    startedAt: moment('started_at').notNull(),
    nextSeq: integer('next_seq').notNull(),
    /** SHA-256 of the last record. */
    head: text('head').notNull(),
    /** Size of records and values in UTF-8. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    receivedAt: momentNow('received_at'),
    /** Time at which the texts were erased; the hashes remain. */
    erasedAt: moment('erased_at'),
    /** JSON text of the first record that contradicts a stored one; null without one. */
    conflict: text('conflict'),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.runId] }),
    index('runs_by_start').on(table.startedAt, table.agentId, table.runId),
    index('runs_by_id').on(table.runId),
    index('runs_by_trace').on(table.traceId),
    index('runs_by_parent').on(table.parentRunId).where(sql`parent_run_id is not null`),
    index('runs_by_age').on(table.receivedAt),
    index('runs_waiting').on(table.agentId).where(sql`state = 'waiting'`),
  ],
);

/** Records of mirrored runs, exactly as their agents sent them. */
export const runRecords = pgTable(
  'run_records',
  {
    agentId: text('agent_id').notNull(),
    runId: text('run_id').notNull(),
    seq: integer('seq').notNull(),
    sha256: text('sha256').notNull(),
    /** Null after an erasure. */
    text: text('text'),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.runId, table.seq] }),
    foreignKey({
      columns: [table.agentId, table.runId],
      foreignColumns: [runs.agentId, runs.runId],
    }).onDelete('cascade'),
  ],
);

/** Values above 32 kB, which lie next to the log and are named by records. */
export const runValues = pgTable(
  'run_values',
  {
    agentId: text('agent_id').notNull(),
    runId: text('run_id').notNull(),
    sha256: text('sha256').notNull(),
    /** JSON text of the value, because PostgreSQL cannot store a NUL. */
    text: text('text').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.runId, table.sha256] }),
    foreignKey({
      columns: [table.agentId, table.runId],
      foreignColumns: [runs.agentId, runs.runId],
    }).onDelete('cascade'),
  ],
);
