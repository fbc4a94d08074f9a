/** An element as somebody would look for it in the sources. */
function nameOfElement(element) {
  const classes = String(element.getAttribute('class') ?? '').trim();
  const own = `${element.tagName.toLowerCase()}${classes ? `.${classes.replaceAll(/\s+/g, '.')}` : ''}`;
  return element.parentElement && !classes ? `${nameOfElement(element.parentElement)} > ${own}` : own;
}

function isDrawnElement(element) {
  return (
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('.visually-hidden, .skip-link, option') &&
    !isForReadersAlone(element)
  );
}

/** Cut away to nothing, as words are at widths that have no room for them, and still read out. */
function isForReadersAlone(element) {
  for (let around = element; around; around = around.parentElement)
    if (getComputedStyle(around).clipPath === 'inset(50%)') return true;
  return false;
}

/** Returns the fixed or sticky ancestor of an element, such as a bar: by design it covers other content. */
function getLayer(element) {
  for (let around = element; around; around = around.parentElement) {
    if (/^(fixed|sticky)$/.test(getComputedStyle(around).position)) return around;
  }
  return undefined;
}

/** Returns the part of a box that its ancestors do not clip. */
function cutBox(root, element, { left, top, right, bottom }) {
  const box = { left, top, right, bottom, isCutAside: false };
  for (let around = element; around; around = around.parentElement) {
    const style = getComputedStyle(around);
    const edge = around.getBoundingClientRect();
    if (style.overflowX !== 'visible') {
      box.isCutAside = true;
      box.left = Math.max(box.left, edge.left);
      box.right = Math.min(box.right, edge.right);
    }
    if (style.overflowY !== 'visible') {
      box.top = Math.max(box.top, edge.top);
      box.bottom = Math.min(box.bottom, edge.bottom);
    }
    if (around === root) break;
  }
  return box;
}

/** Texts, and whether one of them stands in a column of single letters. */
function addTexts(root, add, faults) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    const text = node.data.trim();
    if (!element || text === '' || !isDrawnElement(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
    const rows = new Set(rects.map((rect) => Math.round(rect.top))).size;
    if (rows >= 3 && text.length / rows < 4)
      faults.add(`a column of ${rows} rows: ${nameOfElement(element)} “${text}”`);
    for (const { left, top, right, bottom, height } of rects) {
      // A font's box is higher than its letters.
      const air = height * 0.22;
      const rect = { left, top: top + air, right, bottom: bottom - air };
      addCutLetters(element, rect, text.slice(0, 30), faults);
      add(element, rect, text.slice(0, 30));
    }
  }
}

/** Letters that a box cuts off although nothing says that more follows. Boxes that scroll may cut. */
function addCutLetters(element, rect, text, faults) {
  for (let around = element; around && around !== document.body; around = around.parentElement) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(around);
    if (
      /auto|scroll/.test(overflowX + overflowY) ||
      textOverflow === 'ellipsis' ||
      webkitLineClamp !== 'none'
    )
      return;
    const edge = around.getBoundingClientRect();
    const cutAside = overflowX === 'visible' ? 0 : Math.max(rect.right - edge.right, edge.left - rect.left);
    const cutBelow = overflowY === 'visible' ? 0 : Math.max(rect.bottom - edge.bottom, edge.top - rect.top);
    if (cutAside > 8 || cutBelow > 4) {
      faults.add(`cut without an ellipsis by ${nameOfElement(around)}: ${nameOfElement(element)} “${text}”`);
      return;
    }
  }
}

/** Headings of sections in which nothing follows. */
function addLoneHeadings(root, faults) {
  for (const heading of root.querySelectorAll('section h2, section h3, article > h2')) {
    const section = heading.closest('section, article');
    if (
      !isDrawnElement(heading) ||
      section.querySelector('button, input, select, textarea, img, svg, canvas')
    )
      continue;
    const words = [...section.children]
      .map((child) => child.innerText ?? '')
      .join('')
      .trim();
    if (words === heading.innerText.trim()) faults.add(`a heading with nothing below it: “${words}”`);
  }
}

/** Boxes that lie over each other. */
function addOverlaps(boxes, faults) {
  boxes.sort((one, other) => one.top - other.top);
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (other.top >= one.bottom - 2) break;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const isInside = one.element.contains(other.element) || other.element.contains(one.element);
      if (across > 2 && down > 2 && !isInside && one.layer === other.layer)
        faults.add(
          `${nameOfElement(one.element)} “${one.text}” lies over ${nameOfElement(other.element)} “${other.text}”`,
        );
    }
  });
}

/** Reports elements with content wider than themselves. */
function addSpills(root, width, faults) {
  const excess = document.documentElement.scrollWidth - width;
  if (excess > 0) faults.add(`the page is ${excess} px wider than its window`);
  for (const element of root.querySelectorAll(
    'dialog, [role=alertdialog], .card, .stage, .line-scroll, main',
  )) {
    const spill = element.scrollWidth - element.clientWidth;
    if (isDrawnElement(element) && spill > 1)
      faults.add(
        `${nameOfElement(element)} holds ${spill} px more than it is wide: ${nameOfElement(rightmostIn(element))}`,
      );
  }
}

/** Returns the innermost drawn element whose right edge is farthest right. */
function rightmostIn(root) {
  const getRight = (element) => element.getBoundingClientRect().right;
  let rightmost = root;
  for (const element of root.querySelectorAll('*'))
    if (isDrawnElement(element) && getRight(element) >= getRight(rightmost)) rightmost = element;
  return rightmost;
}

/** Runs in the browser: returns the layout faults, one line each. */
globalThis.findLayoutFaults = () => {
  const root = document.querySelector('dialog[open], [role=alertdialog]') ?? document.body;
  const boxes = [];
  const faults = new Set();
  const width = document.documentElement.clientWidth;

  const add = (element, rect, text) => {
    const box = cutBox(root, element, rect);
    if (box.right - box.left < 2 || box.bottom - box.top < 2) return;
    if (box.right > width + 1 || box.left < -1) faults.add(`outside the window: ${nameOfElement(element)}`);
    boxes.push({ ...box, element, text, layer: getLayer(element) });
  };

  addTexts(root, add, faults);
  // A drawing that others stand on lies under them by design.
  const solid =
    'button, input, select, textarea, img, svg:not([data-ground], [data-ground] svg), progress, hr';
  for (const element of root.querySelectorAll(solid)) {
    if (isDrawnElement(element)) add(element, element.getBoundingClientRect(), '');
  }

  addOverlaps(boxes, faults);
  addLoneHeadings(root, faults);
  addSpills(root, width, faults);
  return [...faults];
};
