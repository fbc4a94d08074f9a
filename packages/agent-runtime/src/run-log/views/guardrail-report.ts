import type { RecordData } from '../catalogue/catalogue.ts';
import type { GuardrailChecked, PinnedGuardrail } from '../catalogue/guardrail-types.ts';
import type { FollowedRecord } from '../record/run-record.ts';

/** Report of a run's guardrails (S3-98a), without any of the checked text. */
export interface GuardrailReport {
  run_id: string;
  agent: string;
  /** `open` if the run has not ended yet. */
  status: 'answered' | 'failed' | 'cancelled' | 'open';
  code?: string;
  message?: string;
  guardrails: {
    name: string;
    policy: 'reject' | 'repair';
    kind: 'schema' | 'custom';
    checks: number;
    violations: number;
  }[];
  /** Number of repairs that were requested from the model. */
  repairs: number;
  /** Checks in execution order. */
  checks: (GuardrailChecked & { seq: number; time: string })[];
}

export function guardrailReport(records: readonly FollowedRecord[]): GuardrailReport {
  const [first] = records;
  const started = first?.data as unknown as RecordData<'run.started'> | undefined;
  const last = records.at(-1);
  const ended = last?.type === 'run.ended' ? (last.data as unknown as RecordData<'run.ended'>) : undefined;
  const checks = records
    .filter(({ type }) => type === 'guardrail.checked')
    .map(({ data, seq, time }) => ({ seq, time, ...(data as unknown as GuardrailChecked) }));
  const repairs = records.filter(
    ({ type, data }) => type === 'model.requested' && data.purpose === 'repair_output',
  ).length;
  return {
    run_id: first?.correlationId ?? '',
    agent: started?.agent ?? '',
    status: ended?.status ?? 'open',
    ...(ended?.code === undefined ? {} : { code: ended.code }),
    ...(ended?.message === undefined ? {} : { message: ended.message }),
    guardrails: (started?.guardrails ?? []).map((guardrail) => counted(guardrail, checks)),
    repairs,
    checks,
  };
}

function counted({ name, policy, schema }: PinnedGuardrail, checks: GuardrailReport['checks']) {
  const own = checks.filter((check) => check.name === name);
  return {
    name,
    policy,
    kind: schema === undefined ? ('custom' as const) : ('schema' as const),
    checks: own.length,
    violations: own.filter(({ passed }) => !passed).length,
  };
}
