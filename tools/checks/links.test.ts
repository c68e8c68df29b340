import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';

const views = repositoryFiles().filter(
  (path) =>
    /^(?:apps\/web|packages\/(?:sidebar|kinds))\/src\/.*\.tsx?$/.test(path) &&
    !/\.(?:test|stories)\.tsx?$|\/testing\//.test(path),
);

/** Elements that follow whatever address they get. `PortalLink` and `ContentLink` check theirs. */
const RAW_LINK = /<(?:a|LinkButton)\b(?:=>|[^>])*?\bhref=(?:"[^"]*"|\{(?<value>(?:[^{}]|\{[^{}]*\})*)\})/g;
const RAW_OPENING = /\b(?:window\.open|location\.(?:assign|replace))\((?<value>[^,)]+)/g;
/** Addresses that the code makes itself. */
const OWN_ADDRESS =
  /^(?:`[#/]|(?:'|")[#/]|(?:documentUrl|documentVersionUrl|formFileUrl|eventCalendarUrl|receiptUrl|proofExportPath|auditExportPath)\(|links\.toPortal\(|SIGN_OUT_PATH)/;

/** Files with a raw link to an address from data, and the proof that it passes `isSafeHref`. */
const checked: Record<string, RegExp> = {
  'apps/web/src/kit/PortalLink.tsx': /if \(!isSafeHref\(href\)\)/,
  'apps/web/src/features/documents/pdf/PdfLinks.tsx': /&& isSafeHref\(url\)/,
  'apps/web/src/studio/preview/PreviewFrame.tsx': /if \(isSafeHref\(href\)\) window\.open/,
  'packages/kinds/src/page/ContentLink.tsx': /if \(!isSafeHref\(href\)\)/,
  // The address comes from applicationCards.ts.
  'packages/sidebar/src/features/applications/ApplicationList.tsx': /card: \{ name, accessLevel, href \}/,
  // Each caller of `renderLink` checks its address: see the next test.
  'packages/sidebar/src/embed/EmbeddedSidebar.tsx': /renderLink/,
  // The pages of the sign-in go to addresses of the provider's configuration.
  'apps/web/src/sign-in/browser.ts': /assign: \(address: string\)/,
};

function rawAddresses(text: string): string[] {
  return [...text.matchAll(RAW_LINK), ...text.matchAll(RAW_OPENING)].flatMap(({ groups }) => {
    const value = groups?.['value']?.trim();
    return value === undefined || OWN_ADDRESS.test(value) ? [] : [value];
  });
}

test('a link to an address from data checks that it is allowed [X2]', () => {
  const raw = views.filter((path) => rawAddresses(readText(path)).length > 0);
  expect(raw.filter((path) => !(path in checked))).toEqual([]);
  for (const [path, proof] of Object.entries(checked)) {
    expect(raw, `${path} has no raw link any more`).toContain(path);
    expect(readText(path), path).toMatch(proof);
  }
});

test('the sidebar lets hosts render only addresses that are allowed or its own [X2]', () => {
  const callers = views.filter(
    (path) => path.startsWith('packages/sidebar/') && /\brenderLink\(\{/.test(readText(path)),
  );
  expect(callers.length).toBeGreaterThan(3);
  const own = new Set(['packages/sidebar/src/features/notifications/NotificationPanel.tsx']);
  for (const path of callers.filter((each) => !own.has(each))) expect(readText(path), path).toMatch(/isSafeHref\(/);
});

test('a raw link is recognized in all of its forms [X2]', () => {
  for (const text of [
    '<a href={task.source.path}>x</a>',
    '<a\n className={x}\n onClick={() => go()}\n href={link.href}\n/>',
    '<LinkButton size="small" href={link?.href ?? ""}>',
    'window.open(link.href, "_blank")',
    'location.assign(href)',
  ])
    expect(rawAddresses(text), text).toHaveLength(1);
  for (const text of ['<a href="#main">', '<a href={`#${anchor}`}>', "<LinkButton href={documentUrl(id, 'download')}>"])
    expect(rawAddresses(text), text).toEqual([]);
});
