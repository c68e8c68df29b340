/** Placeholder for the portal's own origin, which the contract does not know. */
const OWN = 'http://own.invalid';

/**
 * Whether a link may have this address: an http(s) URL with an explicit host and without user name or password, mailto,
 * tel, a path of the portal, or an anchor on the page. Uses the URL parser, so it agrees with browsers. Source: TRUST
 * X2.
 */
export function isSafeHref(href: string): boolean {
  if (/[\u0000-\u001f\u007f\\]/.test(href)) return false;
  if (href.startsWith('#')) return true;
  if (href.startsWith('/')) {
    const own = URL.parse(href, OWN);
    return own !== null && own.origin === OWN && !own.pathname.startsWith('//');
  }
  const url = URL.parse(href);
  if (url === null) return false;
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return true;
  return /^https?:\/\/[^/]/i.test(href) && url.username === '' && url.password === '';
}

/** Whether a text is the address of a page outside the portal. */
export const isWebAddress = (text: string): boolean => /^https?:/i.test(text) && isSafeHref(text);
