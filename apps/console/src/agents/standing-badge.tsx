import type { AgentItem } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';

export function StandingBadge({ agent: { standing, online } }: { agent: AgentItem }) {
  const { t } = useTranslation();
  if (standing === 'withdrawn' || standing === 'suspended')
    return <span className="badge badge-bad">{t(`agents.${standing}`)}</span>;
  return (
    <span className={online ? 'badge badge-good' : 'badge'}>
      {t(online ? 'agents.online' : 'agents.offline')}
    </span>
  );
}
