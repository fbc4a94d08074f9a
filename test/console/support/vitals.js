/**
 * Runs in the browser from the page's start: collects waiting times and disturbances as the browser counts
 * them, in `vitals`. Plain script: helpers that a compiler adds to functions do not exist in a page.
 */
globalThis.vitals = {
  /** When the largest thing so far was drawn, and what that is. No press has been made before. */
  largest: { at: 0, what: '' },
  /** The worst five seconds, as Core Web Vitals count, and every shift added up; by what moved. */
  shift: { worst: 0, all: 0, by: {} },
  /** Duration until the next paint, by the browser's number of the press. */
  presses: {},
  longTasks: [],
  firstLineAt: 0,
  verifiedAt: 0,
};

function nameOfNode(node) {
  const element = node?.nodeType === 1 ? node : node?.parentElement;
  if (!element) return 'something that is gone';
  const named = element.closest('[class]');
  return named
    ? `${named.tagName.toLowerCase()}.${String(named.getAttribute('class')).trim().split(/\s+/)[0]}`
    : element.tagName.toLowerCase();
}

function observe(type, heard, options = {}) {
  new PerformanceObserver((list) => list.getEntries().forEach(heard)).observe({
    type,
    buffered: true,
    ...options,
  });
}

observe('largest-contentful-paint', ({ startTime, element, size }) => {
  vitals.largest = { at: startTime, what: `${nameOfNode(element)}, ${size} px²` };
});

const five = { first: 0, last: -9_999, sum: 0 };
observe('layout-shift', ({ value, hadRecentInput, startTime, sources }) => {
  if (hadRecentInput) return;
  const isLater = startTime - five.last > 1_000 || startTime - five.first > 5_000;
  if (isLater) Object.assign(five, { first: startTime, sum: 0 });
  five.last = startTime;
  five.sum += value;
  vitals.shift.worst = Math.max(vitals.shift.worst, five.sum);
  vitals.shift.all += value;
  const what = nameOfNode(sources?.[0]?.node);
  vitals.shift.by[what] = (vitals.shift.by[what] ?? 0) + value;
});

observe(
  'event',
  ({ interactionId, duration, name }) => {
    if (!interactionId) return;
    const before = vitals.presses[interactionId];
    if (!before || before.ms < duration) vitals.presses[interactionId] = { ms: duration, name };
  },
  { durationThreshold: 16 },
);

observe('longtask', ({ duration, startTime }) => {
  vitals.longTasks.push({ at: Math.round(startTime), ms: Math.round(duration) });
});

function watchTopic() {
  if (vitals.firstLineAt === 0 && document.querySelector('.line-scroll [data-sequence]'))
    requestAnimationFrame(() => {
      vitals.firstLineAt ||= performance.now();
    });
  if (vitals.verifiedAt === 0 && document.querySelector('[data-progress=done]'))
    vitals.verifiedAt = performance.now();
  if (vitals.verifiedAt !== 0) watching.disconnect();
}
const watching = new MutationObserver(watchTopic);
if (location.pathname.startsWith('/topics/'))
  watching.observe(document, { subtree: true, childList: true, attributeFilter: ['data-progress'] });
