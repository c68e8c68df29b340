/** Stands for the portal's own address, which the contract does not know. */
const OWN = 'http://own.invalid';

/**
 * Whether a link may have this address: http(s) with its host written out and no name or password before it, mailto,
 * tel, a path of the portal or a place on the page. Decided by what a browser's parser makes of it. Source: TRUST X2.
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
