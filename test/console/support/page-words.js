/**
 * Runs in the browser: returns all visible and spoken texts apart from those of agents. Plain script: helpers
 * that a compiler adds to functions do not exist in a page.
 */
const writtenByAgents = '.untrusted, [data-agent-name], pre, blockquote, [data-written]';
const spokenAttributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext'];

function whereIs(element) {
  const named = element.closest('[class]') ?? element;
  const name = String(named.getAttribute('class') ?? '')
    .trim()
    .split(/\s+/)[0];
  return `${named.tagName.toLowerCase()}${name ? `.${name}` : ''}`;
}

/** An id behind a name: what is shown is the name. */
function isBehind(element, title) {
  const shown = (element.textContent ?? '').trim();
  return /^[a-z0-9][\w-]*$/.test(title) && shown !== '' && shown !== title;
}

globalThis.wordsOnPage = () => {
  const words = [];
  const add = (text, element, kind) => {
    const trimmed = text.replaceAll(/\s+/g, ' ').trim();
    if (trimmed !== '') words.push({ text: trimmed, where: whereIs(element), kind });
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!element || element.closest(`script, style, ${writtenByAgents}`)) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) && !element.closest('option')) continue;
    add(node.data, element, element.closest('code, .mono') ? 'code' : 'text');
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('pre')) continue;
    for (const name of spokenAttributes) {
      const value = element.getAttribute(name);
      // The attribute identifies an agent by its id, which no other agent has.
      const isWhich =
        name === 'title' &&
        (element.matches('[data-agent-name], [data-agent-name] *') || isBehind(element, value));
      if (value && !isWhich) add(value, element, 'attribute');
    }
  }
  add(document.title, document.body, 'attribute');
  return words;
};

/** The names that agents are drawn by: id, and what stands there. */
globalThis.namesOnPage = () =>
  [...document.querySelectorAll('[data-agent-name]')].map((one) => [
    one.getAttribute('data-agent-name') ?? '',
    (one.textContent ?? '').trim(),
  ]);
