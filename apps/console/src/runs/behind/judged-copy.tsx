import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Code } from '../parts/code.tsx';
import { Judged, Refusal } from './judged.tsx';
import type { CommittedMessage } from './message-commitment.ts';
import { useBehindCheck } from './use-behind-check.ts';

/**
 * Judges the decisions of a copy again, in a worker, up to the last record that the copy had when this was opened: a run that
 * continues would start the work again with every record.
 */
export default function JudgedCopy({ of }: { of: CommittedMessage }) {
  const { t } = useTranslation('runs');
  const [opened] = useState(of);
  const { result } = useBehindCheck(opened, undefined, true);
  switch (result?.state) {
    case undefined:
      return (
        <p role="status" className="soft">
          {t('behind.verifying')}
        </p>
      );
    case 'matches':
      return <Judged {...result.judged} />;
    case 'differs':
      return <Refusal {...result.refusal} />;
    case 'not_shown':
      return (
        <p role="alert" className="notice notice-bad">
          {t('behind.copy_failed')} <Code text={result.code} />
        </p>
      );
  }
}
