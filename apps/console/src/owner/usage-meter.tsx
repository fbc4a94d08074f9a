import './usage-meter.css';
import type { UsedOfAllowed } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { describeBytes } from './bytes.ts';

/** Used share of the storage limit, as a bar and as text. */
export function UsageMeter({ usage: { used, allowed }, label }: { usage: UsedOfAllowed; label: string }) {
  const { t, i18n } = useTranslation('mine');
  const size = (bytes: number) => describeBytes(bytes, i18n.language);
  const number = (one: number) => one.toLocaleString(i18n.language);
  const inSize = t('limits.of', { used: size(used.bytes), allowed: size(allowed.bytes) });
  const isEmpty = used.bytes === 0 && used.objects === 0;
  const inNumber = t('limits.pieces', {
    used: number(used.objects),
    of: number(allowed.objects),
    count: allowed.objects,
  });
  return (
    <div className="usage">
      <span className="usage-words">
        {label}: {inSize}, {inNumber}
      </span>
      {isEmpty ? null : (
        <>
          <Bar share={used.bytes / allowed.bytes} name={`${label}: ${inSize}`} />
          <Bar share={used.objects / allowed.objects} name={`${label}: ${inNumber}`} />
        </>
      )}
    </div>
  );
}

function Bar({ share, name }: { share: number; name: string }) {
  return (
    <meter
      className="usage-bar"
      min={0}
      max={1}
      high={0.9}
      optimum={0}
      value={Math.min(1, share)}
      aria-label={name}
    />
  );
}
