/** Appended to the bundle by the build: all style sheets of the sidebar as one text, adapted to a shadow tree. */
declare function porticoSidebarStyles(): string;

let sheet: CSSStyleSheet | undefined;

/**
 * Shared by all sidebars of this copy. Constructed style sheets need no exception in the host's content security
 * policy.
 */
function sidebarStyles(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    if (typeof porticoSidebarStyles === 'function') sheet.replaceSync(porticoSidebarStyles());
  }
  return sheet;
}

const DEFAULT_FONT_PX = 16;

/**
 * Creates a shadow tree on `host` with the sidebar's styles and returns the element to render into. The outer of two
 * wrappers resets inherited styles; the inner one sets the design system's properties. A rem is the reader's font size
 * in the browser, whatever the page sets on its root element.
 */
export function createShadowTree(host: HTMLElement): { root: ShadowRoot; mount: HTMLElement } {
  // Open, so that focus and accessibility tools can look inside.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sidebarStyles()];
  const blank = document.createElement('div');
  blank.dataset['porticoBlank'] = '';
  const mount = document.createElement('div');
  mount.dataset['porticoRoot'] = '';
  blank.append(mount);
  root.replaceChildren(blank);
  const fontPx = Number.parseFloat(getComputedStyle(blank).fontSize) || DEFAULT_FONT_PX;
  mount.style.setProperty('--portico-rem', `${fontPx}px`);
  return { root, mount };
}
