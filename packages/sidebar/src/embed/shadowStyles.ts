/** Written to the end of the bundle by the build: all style sheets of the sidebar as one text, made for a shadow tree. */
declare function porticoSidebarStyles(): string;

let sheet: CSSStyleSheet | undefined;

/** One sheet for all sidebars of this copy. A sheet made by script needs no exception in the host's content security policy. */
function sidebarStyles(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    if (typeof porticoSidebarStyles === 'function') sheet.replaceSync(porticoSidebarStyles());
  }
  return sheet;
}

const DEFAULT_FONT_PX = 16;

/**
 * A shadow tree on `host` with the sidebar's styles, and the element to render into. Nothing of the page's styles reaches in: the
 * outer of two wrappers takes back all that would be inherited, the inner one carries the design system's properties. A rem is
 * what the person has set as size of text in the browser, whatever the page does to its root element.
 */
export function createShadowTree(host: HTMLElement): { root: ShadowRoot; place: HTMLElement } {
  // Open, because focus and accessibility tools have to look into it.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sidebarStyles()];
  const blank = document.createElement('div');
  blank.dataset['porticoBlank'] = '';
  const place = document.createElement('div');
  place.dataset['porticoRoot'] = '';
  blank.append(place);
  root.replaceChildren(blank);
  const fontPx = Number.parseFloat(getComputedStyle(blank).fontSize) || DEFAULT_FONT_PX;
  place.style.setProperty('--portico-rem', `${fontPx}px`);
  return { root, place };
}
