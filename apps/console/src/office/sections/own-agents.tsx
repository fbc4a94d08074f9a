import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../parts/agent-link.tsx';
import { useAgentNames } from '../../read/agent-names.ts';
import { ActionDialog } from '../parts/action-dialog.tsx';
import { fieldsOf } from '../parts/office-action.ts';
import { AgentPicker } from '../parts/pickers.tsx';
import { useTell } from '../parts/results.tsx';
import { withdrawal } from './agent-actions.ts';

/** What an owner may do with an agent of its own: take it away for good. The API knows whose it is. */
export function OwnAgents() {
  const { t } = useTranslation('office');
  const [agentId, setAgentId] = useState('');
  const [isAsking, setAsking] = useState(false);
  const tell = useTell();
  const nameOf = useAgentNames();
  const action = t(`action.${withdrawal.id}`);
  return (
    <section className="stack-tight">
      <h2>{t('section.agents')}</h2>
      <div className="card stack-tight">
        <div className="office-field">
          <label htmlFor="own-agent">{t('field.agent_id.label')}</label>
          <AgentPicker id="own-agent" value={agentId} onChange={setAgentId} />
        </div>
        <p>
          <button
            type="button"
            className="button button-danger"
            disabled={agentId === ''}
            onClick={() => setAsking(true)}
          >
            {action}
          </button>
        </p>
      </div>
      {isAsking ? (
        <ActionDialog
          title={action}
          quote={<AgentLink id={agentId} size={32} />}
          consequence={t(`consequence.${withdrawal.id}`)}
          isIrreversible
          act={action}
          fields={fieldsOf(withdrawal, { agent_id: agentId })}
          change={(body) => withdrawal.change({ agent_id: agentId }, body)}
          onDone={() => tell({ id: withdrawal.id, name: nameOf(agentId), href: `/agents/${agentId}` })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </section>
  );
}
