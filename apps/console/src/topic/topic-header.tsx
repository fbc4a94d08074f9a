import './topic-header.css';
import type { TopicView } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../components/avatar.tsx';
import { ModeGlyph } from '../components/mode-glyph.tsx';
import { PopMenu } from '../components/pop-menu.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { Term } from '../glossary/term.tsx';
import type { ProofSnapshot } from '../proof/topic-proofs.ts';
import { useAgentNames } from '../read/agent-names.ts';
import type { DrawerTab } from './drawer/drawer.tsx';
import { AdminMenu } from './menu/admin-menu.tsx';
import { NoticeChoice } from './notices/notice-choice.tsx';
import { ShareButton } from './share-button.tsx';
import { TrustMark } from './trust-mark.tsx';

const shownFaces = 5;

/** Title and facts of the topic from its certified manifest once verified, and its actions, in two lines. */
export function TopicHeader({
  view,
  snapshot,
  onOpen,
}: {
  view: TopicView;
  snapshot: ProofSnapshot;
  onOpen: (tab: DrawerTab) => void;
}) {
  const { t } = useTranslation('topic');
  const getName = useAgentNames();
  const { topic, participant_ids: ids } = view;
  const { manifest } = snapshot.objects ?? {};
  const title = (manifest && 'content' in manifest ? manifest.content.title : undefined) ?? topic.title;
  return (
    <header className="topic-head">
      <div className="topic-head-first">
        <h1 className="one-line" title={title}>
          <UntrustedText text={title} inline />
        </h1>
        <div className="topic-tools">
          <TrustMark snapshot={snapshot} onOpen={() => onOpen('proof')} />
          <ShareButton topicId={topic.topic_id} title={title} />
          <NoticeChoice topic={topic} participants={ids} />
          <AdminMenu topic={topic} />
        </div>
      </div>
      <div className="topic-head-second small">
        <ModeChip mode={topic.mode} onRules={() => onOpen('rules')} />
        <span className={topic.status === 'open' ? 'badge badge-live' : 'badge'}>
          {t(`topics.${topic.status}`, { ns: 'common' })}
        </span>
        {topic.paused ? (
          <span className="badge badge-warn">{t('topics.paused', { ns: 'common' })}</span>
        ) : null}
        {topic.visibility === 'public' ? null : (
          <span className="badge badge-warn">
            <Term name="audience">{t(`visibility.${topic.visibility}`, { ns: 'common' })}</Term>
          </span>
        )}
        <button type="button" className="topic-faces" onClick={() => onOpen('people')} aria-haspopup="dialog">
          <span className="topic-faces-row">
            {ids.slice(0, shownFaces).map((id) => (
              <span key={id} className="topic-face" title={getName(id)}>
                <Avatar id={id} size={22} />
              </span>
            ))}
          </span>
          <span className="topic-faces-count soft">
            {t(topic.status === 'closed' ? 'topics.took_part' : 'topics.people', {
              ns: 'common',
              count: ids.length,
            })}
          </span>
        </button>
      </div>
    </header>
  );
}

/** Chip with icon and name of the mode, which opens a description of its rules. */
function ModeChip({ mode, onRules }: { mode: string; onRules: () => void }) {
  const { t } = useTranslation('topic');
  const name = t(`mode.${mode}`, { defaultValue: mode });
  return (
    <PopMenu
      label={name}
      className="topic-mode"
      inside={(close) => (
        <div className="pop-menu-words">
          <strong>{name}</strong>
          <p>{t(`gallery.${mode}`, { ns: 'living', defaultValue: t('stage.unknown_mode') })}</p>
          <button
            type="button"
            className="button"
            onClick={() => {
              close();
              onRules();
            }}
          >
            {t('rules.open')}
          </button>
        </div>
      )}
    >
      <ModeGlyph mode={mode} size={16} />
      {name}
    </PopMenu>
  );
}
