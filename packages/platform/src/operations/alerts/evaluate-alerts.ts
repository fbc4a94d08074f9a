import type { AlertKind, DeliveredAlert } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { lastSigns, later, presentAgents } from '../../reading/views/present-agents.ts';
import { failedRunsOfFailing } from '../../registry/health/failing-agents.ts';
import { remedyFor } from '../../registry/health/failure-remedies.ts';

type Rules = typeof tables.alertRules.$inferSelect;

/** Most agents of one kind that one evaluation of one set of rules reports. */
const mostAgents = 500;

interface Found {
  agentId: string;
  kind: AlertKind;
  facts: DeliveredAlert['facts'];
}

/**
 * Raises an alert for each agent that newly meets the rules of its owner or of the home, and clears those that no longer do. An
 * agent that meets a rule again within an hour is not reported again, so that one that changes often floods no receiver (spec
 * agent-health "Alerts").
 * @param runningSince start of the worker: after an outage of the home, agents need time to give a sign before they count as silent
 */
export async function evaluateAlerts(platform: Platform, runningSince: Date): Promise<void> {
  const graceMs = platform.config.onlineSeconds * 1_000;
  const seesSilence = platform.now().getTime() - runningSince.getTime() >= graceMs;
  const allRules = await platform.database.select().from(tables.alertRules);
  for (const rules of allRules) await evaluate(platform, rules, seesSilence);
}

async function evaluate(platform: Platform, rules: Rules, seesSilence: boolean): Promise<void> {
  const found = await Promise.all([
    findFailing(platform, rules),
    seesSilence ? findSilent(platform, rules) : [],
    findExpensive(platform, rules),
  ]);
  // Agents beyond the limit are unknown, so no alert of that kind is cleared.
  const complete = kinds.filter(
    (kind, index) => (found[index]?.length ?? 0) < mostAgents && (kind !== 'silent' || seesSilence),
  );
  await platform.database.transaction(async (transaction) => {
    // The owner may change or delete the rules meanwhile.
    const [current] = await transaction.execute(
      sql`select 1 from ${tables.alertRules} where scope = ${rules.scope} and changed_at = ${rules.changedAt.toISOString()}::timestamptz
          for update`,
    );
    if (current === undefined) return;
    const all = found.flat();
    await clear(transaction, platform, { rules, complete, found: all });
    for (const one of await raise(transaction, platform, { rules, found: all }))
      await recordAct(transaction, {
        now: platform.now,
        act: {
          actor: { kind: 'local', id: 'alerts', role: 'home' },
          action: 'alert.raise',
          target: `agents/${one.agent_id}`,
          details: { kind: one.kind, alert_id: one.alert_id, ...(rules.scope && { owner_id: rules.scope }) },
        },
      });
  });
}

const kinds: readonly AlertKind[] = ['failing', 'silent', 'expensive'];

/** Selects admitted agents of the rules' owner, or of the home. */
function agentsOf({ scope }: Rules) {
  const { agentHealth, agents } = tables;
  return sql`${agentHealth} as health join ${agents} as agent using (agent_id)
    where agent.standing = 'admitted' ${scope === '' ? sql`` : sql`and agent.owner_id = ${scope}`}`;
}

async function findFailing({ database }: Platform, rules: Rules): Promise<Found[]> {
  if (!rules.failing) return [];
  const rows = await database.execute<{
    agent_id: string;
    code: string | null;
    failed_runs: number;
    since: string;
  }>(
    sql`select agent_id, health.code, health.failed_runs, health.failed_since::text as since from ${agentsOf(rules)}
          and health.failed_runs >= ${failedRunsOfFailing} order by agent_id limit ${mostAgents}`,
  );
  return rows.map(({ agent_id: agentId, code, failed_runs, since }) => ({
    agentId,
    kind: 'failing',
    facts: {
      code: code ?? 'other',
      failed_runs,
      since: new Date(since).toISOString(),
      remedy: remedyFor(code ?? 'other'),
    },
  }));
}

/** Finds agents that mirrored runs before, without a record, message or heartbeat since. */
async function findSilent(platform: Platform, rules: Rules): Promise<Found[]> {
  if (rules.silentMinutes === null) return [];
  const { database } = platform;
  const now = platform.now();
  const before = new Date(now.getTime() - rules.silentMinutes * 60_000);
  const rows = await database.execute<{ agent_id: string; at: string }>(
    sql`select agent_id, health.last_record_at::text as at from ${agentsOf(rules)}
          and health.last_record_at < ${before.toISOString()}::timestamptz order by agent_id limit ${mostAgents}`,
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ agent_id }) => agent_id);
  const [present, signs] = await Promise.all([
    presentAgents(platform, now),
    lastSigns(database, { role: 'admin' }, ids),
  ]);
  return rows.flatMap(({ agent_id: agentId, at }) => {
    const seen = [present.get(agentId), signs.get(agentId)].reduce<string>(
      (latest, sign) => (sign === undefined ? latest : later(latest, sign)),
      new Date(at).toISOString(),
    );
    return Date.parse(seen) < before.getTime()
      ? [{ agentId, kind: 'silent' as const, facts: { last_sign_at: seen } }]
      : [];
  });
}

async function findExpensive({ database, now }: Platform, rules: Rules): Promise<Found[]> {
  const { tokensADay, costADay } = rules;
  if (tokensADay === null && costADay === null) return [];
  const day = now().toISOString().slice(0, 10);
  const rows = await database.execute<{ agent_id: string; tokens: string; cost: number }>(
    sql`select agent_id, health.day_tokens::text as tokens, health.day_cost as cost from ${agentsOf(rules)}
          and health.day = ${day}
          and (health.day_tokens > ${tokensADay}::bigint or health.day_cost > ${costADay}::double precision)
        order by agent_id limit ${mostAgents}`,
  );
  return rows.map(({ agent_id: agentId, tokens, cost }) => ({
    agentId,
    kind: 'expensive',
    facts: { day, tokens: Number(tokens), cost },
  }));
}

interface Evaluated {
  rules: Rules;
  found: readonly Found[];
}

async function clear(
  transaction: Executor,
  { now }: Platform,
  { rules: { scope }, complete, found }: Evaluated & { complete: readonly AlertKind[] },
): Promise<void> {
  const still = jsonParameter(found.map(({ agentId, kind }) => ({ agent_id: agentId, kind })));
  await transaction.execute(
    sql`update ${tables.agentAlerts} as alert set cleared_at = ${now().toISOString()}::timestamptz, next_attempt_at = null,
          mail_next_attempt_at = null
        where alert.scope = ${scope} and alert.cleared_at is null
          and alert.kind in (select json_array_elements_text(${jsonParameter(complete)}::json))
          and not exists (select 1 from json_to_recordset(${still}::json) as still(agent_id text, kind text)
            where still.agent_id = alert.agent_id and still.kind = alert.kind)`,
  );
}

/** Stores new alerts and returns them. */
async function raise(
  transaction: Executor,
  { now, randomBytes }: Platform,
  { rules: { scope }, found }: Evaluated,
) {
  const at = now().toISOString();
  const rows = jsonParameter(
    found.map(({ agentId, kind, facts }) => ({
      agent_id: agentId,
      kind,
      alert_id: randomId('alert', randomBytes),
      facts: JSON.stringify(facts),
    })),
  );
  return transaction.execute<{ agent_id: string; kind: AlertKind; alert_id: string }>(
    sql`insert into ${tables.agentAlerts} as known (scope, agent_id, kind, alert_id, facts, raised_at, next_attempt_at, mail_next_attempt_at)
        select ${scope}, one.agent_id, one.kind, one.alert_id, one.facts, ${at}::timestamptz, ${at}::timestamptz,
          ${at}::timestamptz
        from json_to_recordset(${rows}::json) as one(agent_id text, kind text, alert_id text, facts text)
        on conflict (scope, agent_id, kind) do update set
          alert_id = excluded.alert_id, facts = excluded.facts, raised_at = excluded.raised_at, cleared_at = null,
          delivered_at = null, attempts = 0, next_attempt_at = excluded.next_attempt_at, failure = null,
          mail_delivered_at = null, mail_attempts = 0, mail_next_attempt_at = excluded.mail_next_attempt_at,
          mail_failure = null
        where known.cleared_at < ${at}::timestamptz - interval '1 hour'
        returning agent_id, kind, alert_id`,
  );
}
