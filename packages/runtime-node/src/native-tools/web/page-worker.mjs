import { isMainThread, parentPort, workerData } from 'node:worker_threads';

/** Address of this module as it was loaded, also in a bundle. It is plain JavaScript, because a worker has no compiler. */
export const pageWorker = import.meta.url;

/** Elements without text for a reader. */
const noise =
  'script,style,noscript,template,iframe,object,embed,svg,canvas,audio,video,form,button,input,select,textarea,dialog,nav,aside';
/** Smallest text of an element for the main content; a shorter one is no content of its own. */
const leastContent = 200;

/** Converts a page to Markdown. Links and images get absolute addresses. */
async function toMarkdown({ html, url }) {
  const [{ default: Turndown }, { default: domino }] = await Promise.all([
    import('turndown'),
    import('@mixmark-io/domino'),
  ]);
  const document = domino.createDocument(html, true);
  const title = (document.title ?? '').replace(/\s+/g, ' ').trim().slice(0, 500);
  for (const element of [...document.querySelectorAll(noise)]) element.remove();
  const base = document.querySelector('base[href]')?.getAttribute('href');
  const from = (base && URL.parse(base, url)?.href) || url;
  resolveAddresses(document, 'a', 'href', from);
  resolveAddresses(document, 'img', 'src', from);
  const content = ['main', 'article', '[role=main]']
    .map((selector) => document.querySelector(selector))
    .find((element) => (element?.textContent ?? '').trim().length >= leastContent);
  const root = content ?? document.body ?? document.documentElement;
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  const text = turndown.turndown(root).trim();
  return title === '' || text.startsWith(`# ${title}`) ? text : `# ${title}\n\n${text}`;
}

/** Replaces relative addresses, and removes those that are no web addresses, such as `javascript:` and `data:`. */
function resolveAddresses(document, name, attribute, from) {
  for (const element of [...document.querySelectorAll(`${name}[${attribute}]`)]) {
    const address = URL.parse(element.getAttribute(attribute), from);
    if (address?.protocol === 'http:' || address?.protocol === 'https:')
      element.setAttribute(attribute, address.href);
    else element.removeAttribute(attribute);
  }
}

/** Returns if robots.txt allows an address. */
async function isAllowed({ robots, robotsUrl, url, agent }) {
  const { default: robotsParser } = await import('robots-parser');
  return robotsParser(robotsUrl, robots).isAllowed(url, agent) !== false;
}

const tasks = { 'page.markdown': toMarkdown, 'page.robots': isAllowed };

if (!isMainThread && typeof workerData?.task === 'string' && Object.hasOwn(tasks, workerData.task))
  parentPort?.postMessage(await tasks[workerData.task](workerData));
