import type { ContentComponent } from '@portico/contracts/content';
import { oneOfEachKind } from '@portico/testing/components';
import { hostileMarkup, hostileNames, unsafeHrefs } from '@portico/testing/hostileTexts';
import { page, type Stories } from './fixtures.tsx';

/** What says which block is drawn and how; with another value most components are left out, and the test would look at nothing. */
const kept = new Set(['type', 'host', 'kind', 'size', 'alignment', 'format', 'icon']);

/** A copy with every text replaced, whatever it was for: names, ids, addresses, words. */
function everyText(value: unknown, text: string, key = ''): unknown {
  if (typeof value === 'string') return kept.has(key) ? value : text;
  if (Array.isArray(value)) return value.map((entry) => everyText(entry, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, everyText(entry, text, name)]));
}

/** A copy in which every object has what would make an element of it dangerous if it were passed on. */
function withProps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withProps);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withProps(entry)]));
  return {
    ...own,
    dangerouslySetInnerHTML: { __html: hostileMarkup[0] },
    innerHTML: hostileMarkup[0],
    srcdoc: hostileMarkup[0],
    onClick: 'window.ran=1',
    onError: 'window.ran=1',
    is: 'x-evil',
    ref: 'x',
    className: 'x',
    style: { position: 'fixed', inset: 0, background: 'url(https://evil.example/)' },
    name: 'name' in own ? own['name'] : 'cookie',
    $$typeof: 'react.element',
    props: {},
    _owner: null,
  };
}

const all: ContentComponent[] = Object.values(oneOfEachKind);
const hostile = (text: string, components: ContentComponent[] = all) =>
  page(...(components.map((component) => everyText(component, text)) as ContentComponent[]));
const withAddresses = all.filter((component) =>
  /"(?:href|documentId|email|phone|videoId)"/.test(JSON.stringify(component)),
);

/** As no contract lets it be stored: rendering has to bear it all the same. */
export const stories: Stories = {
  ...Object.fromEntries(hostileMarkup.map((text, n) => [`markup ${n + 1}`, hostile(text)])),
  ...Object.fromEntries(hostileNames.map((text) => [`name ${text}`, hostile(text)])),
  ...Object.fromEntries(unsafeHrefs.map((text, n) => [`address ${n + 1}`, hostile(text, withAddresses)])),
  'more properties': page(...(all.map(withProps) as ContentComponent[])),
};
