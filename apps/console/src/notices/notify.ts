import { navigate } from 'wouter/use-browser-location';
import { canNotify } from './turn-notices.ts';

/**
 * Tells something by the browser, once for each tag in whichever tab, and to nobody who looks at the page already. A press
 * leads to where it is about.
 */
export function notify({ tag, title, body, href }: Record<'tag' | 'title' | 'body' | 'href', string>): void {
  if (!canNotify || Notification.permission !== 'granted' || !document.hidden) return;
  const notice = new Notification(title, { body, tag, icon: '/favicon.svg' });
  notice.onclick = () => {
    window.focus();
    navigate(href);
    notice.close();
  };
}
