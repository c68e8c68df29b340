import type { Page } from '@playwright/test';

/** The widths at which boxes are measured: small and usual phones, a tablet, laptops, a large screen. */
export const boxWidths = [320, 390, 820, 1366, 1440, 1920] as const;

/**
 * What readers can't read in the part of the page that `within` selects: texts in a column narrower than twelve
 * characters, texts cut off without an ellipsis, texts over other texts, icons that touch words, and a page that
 * scrolls sideways. Each as a sentence for a failure message.
 */
export function boxFaults(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate((selector) => {
    const MIN_CHARACTERS = 12;
    /** In pixels; layout rounds to fractions of them. */
    const TOLERANCE = 1.5;
    const MIN_ICON_GAP = 3;

    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    interface Block {
      element: Element;
      text: string;
      /** One per line, as laid out and after clipping. */
      lines: { box: Box; visible: Box }[];
    }

    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element): CSSStyleDeclaration => {
      const known = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, known);
      return known;
    };
    const upward = function* (start: Element): Generator<Element> {
      for (let element: Element | null = start; element; element = element.parentElement) yield element;
    };
    const find = (start: Element, matches: (element: Element) => boolean): Element | undefined => {
      for (const element of upward(start)) if (matches(element)) return element;
      return undefined;
    };
    const nameOf = (element: Element): string =>
      `${element.localName}.${[...element.classList].map((name) => name.replace(/^_/, '')).join('.')}`;
    const quoted = (text: string): string => `“${text.length > 50 ? `${text.slice(0, 50)}…` : text}”`;
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      find(element, (one) => styleOf(one).clipPath !== 'none' || one.hasAttribute('inert')) !== undefined;
    /** Pop-ups, sticky bars and what is under them may share space. */
    const layerOf = (element: Element) =>
      find(element, (one) => ['fixed', 'sticky'].includes(styleOf(one).position)) ?? document.body;
    const isCut = ({ box, visible }: Block['lines'][number]): boolean =>
      visible.right - visible.left < box.right - box.left - 1;
    const overlap = (one: Box, other: Box) => ({
      x: Math.min(one.right, other.right) - Math.max(one.left, other.left),
      y: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    });

    /** What the ancestors of a text leave visible of a line, and the first that cuts it off without saying so. */
    function clip(block: Element, line: Box): { visible: Box; culprit: Element | undefined } {
      const visible = { ...line };
      let culprit: Element | undefined;
      const scrolls = { x: false, y: false };
      let position = 'static';
      for (const element of upward(block)) {
        const style = styleOf(element);
        const isEscaped = position === 'fixed' || (position === 'absolute' && style.position === 'static');
        if (!isEscaped) {
          const bounds = element.getBoundingClientRect();
          const left = bounds.left + element.clientLeft;
          const top = bounds.top + element.clientTop;
          const box = { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight };
          const isClamped = style.webkitLineClamp !== 'none';
          const hasEllipsis =
            element === block && style.textOverflow === 'ellipsis' && !/flex|grid/.test(style.display);
          if (style.overflowX !== 'visible' && element.clientWidth > 0) {
            scrolls.x ||= /auto|scroll/.test(style.overflowX);
            const isCut = line.left < box.left - TOLERANCE || line.right > box.right + TOLERANCE;
            if (isCut && !scrolls.x && !hasEllipsis) culprit ??= element;
            visible.left = Math.max(visible.left, box.left);
            visible.right = Math.min(visible.right, box.right);
            if (hasEllipsis) scrolls.x = true;
          }
          if (style.overflowY !== 'visible' && element.clientHeight > 0) {
            scrolls.y ||= /auto|scroll/.test(style.overflowY);
            const height = line.bottom - line.top;
            const isCut = line.top < box.top - height / 4 || line.bottom > box.bottom + height / 4;
            if (isCut && !scrolls.y && !isClamped) culprit ??= element;
            visible.top = Math.max(visible.top, box.top);
            visible.bottom = Math.min(visible.bottom, box.bottom);
            if (isClamped) scrolls.y = true;
          }
          position = style.position === 'static' ? 'static' : style.position;
        }
        if (element === document.body || style.position === 'fixed') break;
      }
      return { visible, culprit };
    }

    /** The width that a block leaves for its text, without its padding and whatever is beside the text. */
    function roomOf({ element }: Block): number {
      const style = styleOf(element);
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (!/flex/.test(style.display) || style.flexDirection.startsWith('column')) return room;
      const beside = [...element.children].filter((child) => !/absolute|fixed/.test(styleOf(child).position));
      return beside.reduce((left, child) => left - child.getBoundingClientRect().width, room);
    }

    const faults: string[] = [];
    const blocks = new Map<Element, Block>();
    const root = document.querySelector(selector);
    if (!root) return [`nothing matches ${selector}`];

    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = (node.textContent ?? '').replaceAll(/\s+/g, ' ');
      if (!parent || text.trim() === '' || parent.closest('select, script, style, noscript, svg') || isHidden(parent))
        continue;
      const element = find(parent, (one) => !/^(?:inline|contents)$/.test(styleOf(one).display))!;
      const block = blocks.get(element) ?? { element, text: '', lines: [] };
      blocks.set(element, block);
      block.text = `${block.text}${text}`.trimStart();
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        if (right - left < 1) continue;
        const { visible, culprit } = clip(element, { left, top, right, bottom });
        block.lines.push({ box: { left, top, right, bottom }, visible });
        if (culprit)
          faults.push(
            `${quoted(text.trim())} is cut off without an ellipsis by ${nameOf(culprit)} (in ${nameOf(element)})`,
          );
      }
    }

    for (const block of blocks.values()) {
      const text = block.text.trim();
      const isWhole = new Set(block.lines.map(({ box }) => Math.round(box.top))).size === 1 && !block.lines.some(isCut);
      if (text === '' || isWhole) continue;
      const width = block.lines.reduce((sum, { box }) => sum + box.right - box.left, 0);
      const needed = Math.min(width, (width / text.length) * MIN_CHARACTERS);
      const room = roomOf(block);
      if (room < needed - TOLERANCE)
        faults.push(`${quoted(text)} has ${Math.round(room)} of ${Math.round(needed)} px in ${nameOf(block.element)}`);
    }

    const all = [...blocks.values()].flatMap(({ element, text, lines }) =>
      lines
        .filter(({ visible }) => visible.right > visible.left && visible.bottom > visible.top)
        .map(({ visible }) => ({ element, text, box: visible, layer: layerOf(element) })),
    );
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) {
        if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element))
          continue;
        const { x, y } = overlap(one.box, other.box);
        // The boxes of tight lines overlap a little without their letters meeting.
        const height = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
        if (x > 2 && y > height / 3) faults.push(`${quoted(one.text)} lies over ${quoted(other.text)}`);
      }
    }

    for (const icon of root.querySelectorAll('svg')) {
      if (isHidden(icon)) continue;
      const box = icon.getBoundingClientRect();
      if (box.width === 0 || box.width > 64) continue;
      const layer = layerOf(icon);
      for (const { element, box: line, text, layer: other } of all) {
        if (layer !== other || find(element, (one) => styleOf(one).position === 'absolute')) continue;
        const { x, y } = overlap(box, line);
        if (y > 4 && x > -MIN_ICON_GAP && x < MIN_ICON_GAP)
          faults.push(`an icon of ${nameOf(icon.parentElement!)} touches ${quoted(text)} (${(-x).toFixed(1)} px)`);
      }
    }

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth - clientWidth} px too wide`);
    return [...new Set(faults)];
  }, within);
}
