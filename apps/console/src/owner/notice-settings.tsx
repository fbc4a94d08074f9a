import './notice-settings.css';
import type { OwnAgent } from '@agent-home/http-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentName } from '../components/agent-name.tsx';
import { chooseApprovals, tellsOfApprovals } from '../notices/approval-notices.ts';
import { canNotify, chooseAgent, chosenAgents } from '../notices/turn-notices.ts';

/** Choice of the notifications about an owner's agents; none by default. */
export function NoticeSettings({ agents }: { agents: readonly OwnAgent[] }) {
  const { t } = useTranslation('mine');
  const [chosen, setChosen] = useState(chosenAgents);
  const [approvals, setApprovals] = useState(tellsOfApprovals);
  const [isDenied, setDenied] = useState(canNotify && Notification.permission === 'denied');
  const look = () => setDenied(Notification.permission === 'denied');
  const speakers = agents.filter(({ has_card: hasCard }) => hasCard);
  return (
    <section className="card stack-tight" aria-labelledby="notices-title">
      <h2 id="notices-title">{t('notices.title')}</h2>
      <p className="small soft">{t(canNotify ? 'notices.about' : 'notices.impossible')}</p>
      {isDenied ? (
        <div role="status" className="notice small">
          {t('notices.denied')}
        </div>
      ) : null}
      <fieldset className="notice-choices" disabled={!canNotify}>
        <legend className="small soft">{t('notices.turn')}</legend>
        <div className="notice-choice-rows">
          {speakers.map(({ agent_id: id }) => (
            <label key={id} className="notice-choice-row">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) =>
                  void chooseAgent(id, event.target.checked).then((now) => {
                    setChosen(now);
                    look();
                  })
                }
              />
              <AgentName id={id} />
            </label>
          ))}
        </div>
      </fieldset>
      <label className="notice-choice-row">
        <input
          type="checkbox"
          disabled={!canNotify}
          checked={approvals}
          onChange={(event) =>
            void chooseApprovals(event.target.checked).then((now) => {
              setApprovals(now);
              look();
            })
          }
        />
        {t('notices.approvals')}
      </label>
    </section>
  );
}
