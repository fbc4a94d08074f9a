import { navigate } from 'wouter/use-browser-location';
import { canNotify } from './turn-notices.ts';

/** Shows a notification, once per tag in any tab, and not while the tab is visible. A click opens its subject. */
export function notify({ tag, title, body, href }: Record<'tag' | 'title' | 'body' | 'href', string>): void {
  if (!canNotify || Notification.permission !== 'granted' || !document.hidden) return;
  const notice = new Notification(title, { body, tag, icon: '/favicon.svg' });
  notice.onclick = () => {
    window.focus();
    navigate(href);
    notice.close();
  };
}
