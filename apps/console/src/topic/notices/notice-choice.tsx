import './notice-choice.css';
import type { TopicItem } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/icon.tsx';
import { PopMenu } from '../../components/pop-menu.tsx';
import { canNotify, chooseAgent, chosenAgents, notifyOfTurn } from '../../notices/turn-notices.ts';
import { useAgentNames } from '../../read/agent-names.ts';

/** Choice of the agents whose turns the browser announces while another tab is open; none by default. */
export function NoticeChoice({ topic, participants }: { topic: TopicItem; participants: readonly string[] }) {
  const { t } = useTranslation('topic');
  const getName = useAgentNames();
  const [chosen, setChosen] = useState(chosenAgents);
  const { turn, title } = topic;
  const isTold = turn != null && chosen.includes(turn.agent_id);
  const words = isTold ? t('notices.turn', { agent: getName(turn.agent_id) }) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once a turn, in the words of that moment
  useEffect(() => {
    if (isTold) notifyOfTurn(`${topic.topic_id}/${turn.turn_id}`, words, shownText(title));
  }, [isTold, turn?.turn_id]);
  if (!canNotify || turn === undefined || topic.status === 'closed' || participants.length === 0) return null;
  return (
    <PopMenu
      label={t('notices.label')}
      title={t('notices.label')}
      inside={() => (
        <fieldset className="pop-menu-words notice-choice">
          <legend className="small soft">{t('notices.of')}</legend>
          {participants.map((id) => (
            <label key={id} className="row">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) => void chooseAgent(id, event.target.checked).then(setChosen)}
              />
              {getName(id)}
            </label>
          ))}
        </fieldset>
      )}
    >
      <Icon name="bell" size={18} />
      <span className="visually-hidden">{t('notices.label')}</span>
    </PopMenu>
  );
}
