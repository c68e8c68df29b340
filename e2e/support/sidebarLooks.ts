/**
 * Everything that a sidebar might change in a foreign page: globals, shared prototypes, the head, and the styles of all
 * other elements. Runs in the page.
 */
export function footprint() {
  const own = (value: object) =>
    Reflect.ownKeys(value).map((key) => {
      const { value: held } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      return `${String(key)} ${typeof held === 'function' ? String(held).length : ''}`;
    });
  const outside = [...document.querySelectorAll('html, body, body *')].filter(
    (element) => !element.closest('#sidebar') && !element.closest('#log'),
  );
  return {
    globals: Object.getOwnPropertyNames(window).sort(),
    prototypes: [Object, Array, Promise, EventTarget, Node, Element, HTMLElement, History, Document].map((each) =>
      own(each.prototype),
    ),
    head: [...document.head.children].map((element) => element.outerHTML),
    sheets: document.adoptedStyleSheets.length,
    attributes: [document.documentElement, document.body].map((element) =>
      [...element.attributes].map(({ name, value }) => `${name}=${value}`),
    ),
    styles: outside.map((element) => {
      const style = getComputedStyle(element);
      return [
        element.tagName,
        style.color,
        style.fontFamily,
        style.fontSize,
        style.display,
        style.letterSpacing,
        style.margin,
        style.padding,
        style.border,
        style.overflow,
      ].join(' ');
    }),
  };
}

/** Computed styles of every row of the menu and of everything in it, by the row's text. Runs in the page. */
export function rowStyles(menu: Element) {
  const names = [
    'color',
    'backgroundColor',
    'fontFamily',
    'fontSize',
    'fontWeight',
    'lineHeight',
    'letterSpacing',
    'wordSpacing',
    'textTransform',
    'textAlign',
    'textDecorationLine',
    'width',
    'height',
    'paddingTop',
    'paddingRight',
    'paddingBottom',
    'paddingLeft',
    'borderTopWidth',
    'borderTopStyle',
    'borderTopLeftRadius',
    'display',
    'boxSizing',
    'cursor',
    'opacity',
    'outlineStyle',
    'transitionDuration',
  ] as const;
  const rows = [...menu.querySelectorAll<HTMLElement>('ul a, ul button')].filter(
    (row) => row.getAttribute('aria-current') !== 'page',
  );
  return Object.fromEntries(
    rows.map((row) => [
      row.innerText.trim(),
      [row, ...row.querySelectorAll('*')].map((element) => {
        const style = getComputedStyle(element);
        // A foreign page does not have our fonts, so a label may need one more line.
        const isLabel = element.localName === 'span' && element.textContent !== '';
        const values = names.map((name) => (name === 'height' && isLabel ? '' : style[name]));
        return `${element.tagName} ${values.join('|')}`;
      }),
    ]),
  );
}
