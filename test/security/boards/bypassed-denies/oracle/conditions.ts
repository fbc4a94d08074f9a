import { Environment } from '@marcbachmann/cel-js';
import type { Action, CaseRule, CaseTool, Question } from '../case.ts';
import { isOpen } from './windows.ts';

export type Judged = 'holds' | 'does_not' | 'cannot_be_judged';

/** An independent implementation of CEL: conditions of the code are parsed and evaluated here as well. */
const cel = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });
const parsed = new Map<string, ReturnType<typeof cel.parse>>();

/** Judges all conditions of a rule in the documented order; the first one that fails ends it. */
export function judgeConditions(
  { effect, conditions }: CaseRule,
  asked: { question: Question; action: Action; tool: CaseTool | undefined },
): { holds: boolean; failed: boolean } {
  let failed = false;
  for (const judged of [
    () => byTime(conditions.notBefore, asked, (limit, now) => now >= limit),
    () => byTime(conditions.notAfter, asked, (limit, now) => now <= limit),
    () => byWindow(conditions.timeWindow, asked),
    () => byExpression(conditions.when, asked),
  ]) {
    const verdict = judged();
    if (verdict === 'does_not') return { holds: false, failed };
    if (verdict === 'holds') continue;
    failed = true;
    if (effect === 'allow') return { holds: false, failed };
  }
  return { holds: true, failed };
}

interface Asked {
  question: Question;
  action: Action;
  tool: CaseTool | undefined;
}

function byTime(
  limit: string | undefined,
  { question }: Asked,
  judge: (limit: number, now: number) => boolean,
): Judged {
  if (limit === undefined) return 'holds';
  const now = Date.parse(question.time);
  if (Number.isNaN(now)) return 'cannot_be_judged';
  return judge(Date.parse(limit), now) ? 'holds' : 'does_not';
}

function byWindow(window: CaseRule['conditions']['timeWindow'], { question }: Asked): Judged {
  if (window === undefined) return 'holds';
  const now = Date.parse(question.time);
  if (Number.isNaN(now)) return 'cannot_be_judged';
  return isOpen(window, now) ? 'holds' : 'does_not';
}

function byExpression(when: string | undefined, { question, action, tool }: Asked): Judged {
  if (when === undefined) return 'holds';
  const now = Date.parse(question.time);
  const facts = {
    action,
    agent: { name: question.agent, id: question.agentId },
    tool: tool?.name ?? '',
    arguments: tool ? question.arguments : {},
    risk: tool?.risk ?? '',
    provider: question.provider,
    tainted: question.tainted,
    origin: question.origin,
    calls: question.callsMade,
    scope: tool?.dataScope ?? {},
    session: question.session,
    ...(Number.isNaN(now) ? {} : { time: new Date(now) }),
  };
  try {
    const judge = parsed.get(when) ?? cel.parse(when);
    parsed.set(when, judge);
    const value: unknown = judge(facts);
    if (typeof value !== 'boolean') return 'cannot_be_judged';
    return value ? 'holds' : 'does_not';
  } catch {
    return 'cannot_be_judged';
  }
}
