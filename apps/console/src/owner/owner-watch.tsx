import type { OwnerHome } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useTabCount } from '../layout/page-title.ts';
import { tellsOfApprovals } from '../notices/approval-notices.ts';
import { notify } from '../notices/notify.ts';
import { chosenAgents } from '../notices/turn-notices.ts';
import { useAgentNames } from '../read/agent-names.ts';
import { listNotificationTargets, type NotificationTarget, Told } from './notification-targets.ts';
import { ownerHomeQuery } from './owner-home-query.ts';
import { waitingCount } from './unread-messages.ts';
import { keptVisit, onVisit } from './visits.ts';

/** Counts pending items in the tab and shows chosen notifications while an owner is signed in. */
export default function OwnerWatch({ who }: { who: string }) {
  const { data: home } = useQuery(ownerHomeQuery(who));
  const read = useSyncExternalStore(onVisit, () => keptVisit(who)?.read);
  useTabCount(home ? waitingCount(home, read) : 0);
  return home ? <Teller home={home} /> : null;
}

function Teller({ home }: { home: OwnerHome }) {
  const { t } = useTranslation('mine');
  const getName = useAgentNames();
  const [told] = useState(() => new Told());
  const tell = useRef<(one: NotificationTarget) => void>(undefined);
  tell.current = ({ tag, kind, agentId, about, href }) =>
    notify({
      tag,
      href,
      title: t(kind === 'turn' ? 'notices.turn_title' : 'notices.waiting_title', { agent: getName(agentId) }),
      body: shownText(about),
    });
  useEffect(() => {
    const agents = chosenAgents();
    const isWanted = ({ kind, agentId }: NotificationTarget) =>
      kind === 'turn' ? agents.includes(agentId) : tellsOfApprovals();
    for (const one of told.findNew(listNotificationTargets(home), isWanted)) tell.current?.(one);
  }, [home, told]);
  return null;
}
