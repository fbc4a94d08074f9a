import './drawer.css';
import type { TopicView } from '@agent-home/http-contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/icon.tsx';
import type { ProofSnapshot } from '../../proof/topic-proofs.ts';
import type { ReplayedStanding } from '../../proof/types.ts';
import type { ModeView } from '../modes/mode-view.ts';
import { Participants } from './participants.tsx';
import { Rules } from './rules.tsx';
import { TopicSummary } from './topic-summary.tsx';
import { TrustFacts } from './trust-facts.tsx';

export type DrawerTab = 'stage' | 'people' | 'rules' | 'proof';
const tabs: readonly DrawerTab[] = ['stage', 'people', 'rules', 'proof'];

/** Shows all of a topic except its messages: next to them on a wide screen, as a sheet over them on a phone. */
export function Drawer({
  tab,
  view,
  snapshot,
  standing,
  modeView,
  isPast,
  onTab,
  onClose,
}: {
  tab: DrawerTab;
  view: TopicView;
  snapshot: ProofSnapshot;
  standing: ReplayedStanding | undefined;
  modeView: ModeView;
  isPast: boolean;
  onTab: (tab: DrawerTab) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('topic');
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    first.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const { manifest, summary } = snapshot.objects ?? {};
  const content = manifest && 'content' in manifest ? manifest.content : undefined;
  return (
    <aside
      className="drawer"
      aria-label={t('drawer.label')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="drawer-head">
        <div role="tablist" aria-label={t('drawer.label')} className="drawer-tabs">
          {tabs.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`drawer-${one}`}
              aria-selected={tab === one}
              aria-controls="drawer-panel"
              className="drawer-tab"
              onClick={() => onTab(one)}
            >
              {t(`drawer.${one}`)}
            </button>
          ))}
        </div>
        <button ref={first} type="button" className="button button-quiet" onClick={onClose}>
          <Icon name="close" size={18} />
          <span className="visually-hidden">{t('drawer.close')}</span>
        </button>
      </div>
      <div
        id="drawer-panel"
        role="tabpanel"
        aria-labelledby={`drawer-${tab}`}
        className="drawer-panel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
      >
        {tab === 'stage' ? (
          <>
            {standing ? (
              <modeView.Header
                standing={standing}
                entries={snapshot.entries}
                proofs={snapshot.proofs}
                isPast={isPast}
              />
            ) : (
              <p className="soft">{t('stage.unknown_mode')}</p>
            )}
            {summary && !isPast ? <TopicSummary summary={summary} /> : null}
          </>
        ) : null}
        {tab === 'people' ? <Participants view={view} snapshot={snapshot} /> : null}
        {tab === 'rules' ? <Rules mode={view.topic.mode} standing={standing} content={content} /> : null}
        {tab === 'proof' ? <TrustFacts snapshot={snapshot} /> : null}
      </div>
    </aside>
  );
}
