import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { useAgentNames } from '../../read/agent-names.ts';
import { ActionDialog } from '../components/action-dialog.tsx';
import { collectFields } from '../components/office-action.ts';
import { AgentPicker } from '../components/pickers.tsx';
import { useTell } from '../components/results.tsx';
import { keyRotation, withdrawal } from './agent-actions.ts';

const ownActions = [keyRotation, withdrawal];

/** Actions of an owner on its own agents: a new key and withdrawal. The API checks the ownership. */
export function OwnAgents() {
  const { t } = useTranslation('office');
  const [agentId, setAgentId] = useState('');
  const [asked, setAsked] = useState<(typeof ownActions)[number]>();
  const tell = useTell();
  const getName = useAgentNames();
  return (
    <section className="stack-tight">
      <h2>{t('section.agents')}</h2>
      <div className="card stack-tight">
        <div className="office-field">
          <label htmlFor="own-agent">{t('field.agent_id.label')}</label>
          <AgentPicker id="own-agent" value={agentId} onChange={setAgentId} />
        </div>
        <p className="row">
          {ownActions.map((action) => (
            <button
              key={action.id}
              type="button"
              className={action.isIrreversible ? 'button button-danger' : 'button'}
              disabled={agentId === ''}
              onClick={() => setAsked(action)}
            >
              {t(`action.${action.id}`)}
            </button>
          ))}
        </p>
      </div>
      {asked ? (
        <ActionDialog
          title={t(`action.${asked.id}`)}
          quote={<AgentLink id={agentId} size={32} />}
          consequence={t(`consequence.${asked.id}`)}
          isIrreversible={asked.isIrreversible === true}
          act={t(`action.${asked.id}`)}
          fields={collectFields(asked, { agent_id: agentId })}
          change={(body) => asked.change({ agent_id: agentId }, body)}
          onDone={() => tell({ id: asked.id, name: getName(agentId), href: pagePaths.agent(agentId) })}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </section>
  );
}
