import type { Page } from 'playwright-core';

/** Waits until a page is complete: no request is pending and no entry waits for verification. */
export async function settled(page: Page, withinMs?: number): Promise<void> {
  const quiet = page.locator('main:not(:has(p[role=status]:not(.new-lines), [data-proof=checking]))');
  await quiet.waitFor(withinMs === undefined ? {} : { timeout: withinMs });
}

/** A page of the web UI, with the element to wait for before the check. */
export interface PageToSee {
  name: string;
  path: string;
  /** Selector or text that shows that it has loaded. */
  ready: string;
  admin?: boolean;
}

export function collectPages(places: {
  topicIds: string[];
  agentId: string;
  circleId: string;
  taskId: string;
}): PageToSee[] {
  return [
    { name: 'living-room', path: '/', ready: '[data-topic]' },
    { name: 'topics', path: '/topics', ready: '[data-topic]' },
    ...places.topicIds.map((id) => ({
      name: `topic-${id.replace(/-\d+$/, '')}`,
      path: `/topics/${id}`,
      ready: '[data-sequence]',
    })),
    { name: 'agents', path: '/agents', ready: '[data-agent]' },
    { name: 'agent', path: `/agents/${places.agentId}`, ready: '.facts' },
    { name: 'circles', path: '/circles', ready: '.card' },
    { name: 'circle', path: `/circles/${places.circleId}`, ready: 'h2' },
    { name: 'tasks', path: '/tasks', ready: '.card' },
    { name: 'task', path: `/tasks/${places.taskId}`, ready: 'h2' },
    { name: 'bring-agent', path: `/join?key=ed25519-${'0'.repeat(32)}`, ready: '.stations' },
    { name: 'search', path: '/search?q=a', ready: 'h2' },
    { name: 'mine', path: '/mine', ready: '[data-own-agent]', admin: true },
    { name: 'glossary', path: '/glossary', ready: '.glossary-word' },
    { name: 'sign-in', path: '/sign-in', ready: '#token' },
    { name: 'nothing', path: '/nothing-here', ready: 'h1' },
    { name: 'office-overview', path: '/office', ready: '.office-queues', admin: true },
    ...[
      'topics',
      'acts',
      'users',
      'sessions',
      'new-topic',
      'new-circle',
      'new-task',
      'agents',
      'admissions',
      'approvals',
      'rules',
      'proposals',
      'circles',
      'tasks',
      'people',
      'audit',
      'events',
      'keys',
      'health',
    ].map((section) => ({
      name: `office-${section}`,
      path: `/office/${section}`,
      ready: '.office h2',
      admin: true,
    })),
  ];
}
