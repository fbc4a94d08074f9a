import './judged.css';
import type { JudgedDecisions } from '@agent-home/agent-runtime/replay';
import { useTranslation } from 'react-i18next';
import { Code } from '../parts/code.tsx';
import type { LogRefusal } from './committed-log.ts';

/** Decisions that this browser has judged again by the rules in the log. */
export function Judged({ total, equal, differs, unknown }: JudgedDecisions) {
  const { t } = useTranslation('runs');
  const equalOf = t('behind.judged', { equal, count: total });
  if (differs)
    return (
      <div role="alert" className="notice notice-bad" data-judged="differs">
        {t(`behind.judged_${differs.code === 'wrong_decision' ? 'wrong' : 'unequal'}`, { seq: differs.seq })}{' '}
        <code data-written="">{differs.code}</code> <span className="small">{equalOf}</span>
      </div>
    );
  return (
    <p className="small soft" data-judged={unknown ? 'part' : 'equal'}>
      {equalOf} {unknown ? t('behind.judged_unknown', { seq: unknown.seq }) : null}
    </p>
  );
}

/** Reason why a log is not the expected one. */
export function Refusal({ code, detail }: LogRefusal) {
  const { t } = useTranslation('runs');
  return (
    <div role="alert" className="notice notice-bad">
      {t('behind.differs')} {t([`behind.code.${code}`, 'behind.code.other'])} <code>{code}</code>
      <span className="small soft judged-detail">
        <Code text={detail} soft />
      </span>
    </div>
  );
}
