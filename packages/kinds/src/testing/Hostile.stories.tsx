import type { ContentComponent } from '../content.ts';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { hostileMarkup, hostileNames, unsafeHrefs } from '@portico/testing/hostileTexts';
import { page } from './fixtures.tsx';

/**
 * Fields that select the block and its appearance: with another value most components would be skipped, and nothing
 * tested.
 */
const structural = new Set(['type', 'host', 'kind', 'size', 'alignment', 'format', 'icon']);

/** A copy with every text replaced: names, ids, addresses and other texts. */
function everyText(value: unknown, text: string, key = ''): unknown {
  if (typeof value === 'string') return structural.has(key) ? value : text;
  if (Array.isArray(value)) return value.map((entry) => everyText(entry, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, everyText(entry, text, name)]));
}

/** A copy in which every object also has properties that would be dangerous on an element. */
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
const withAddresses = all.filter((component) =>
  /"(?:href|documentId|email|phone|videoId)"/.test(JSON.stringify(component)),
);

/** One section per hostile text, each containing all components with every text replaced by it. */
const sections = (texts: readonly string[], components: ContentComponent[]) =>
  texts.map((text, n) => (
    <section key={text} data-case={n + 1}>
      {page(...(components.map((component) => everyText(component, text)) as ContentComponent[]))}
    </section>
  ));

/** Content that the contract rejects. Rendering must handle it anyway. */
export default { title: 'Hostile content' };

export const Markup = () => sections(hostileMarkup, all);

export const Names = () => sections(hostileNames, all);

export const Addresses = () => sections(unsafeHrefs, withAddresses);

export const MoreProperties = () => page(...(all.map(withProps) as ContentComponent[]));
