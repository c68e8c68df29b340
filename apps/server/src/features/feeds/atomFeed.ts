/** One entry of an Atom feed; instants are ISO 8601. */
export interface AtomEntry {
  /** A permanent URI. */
  id: string;
  title: string;
  summary: string;
  link: string;
  publishedAt: string;
  updatedAt: string;
  author: string;
  categories: string[];
}

/** An Atom document (RFC 4287). All texts are plain text, escaped here. */
export function atomFeed(feed: {
  id: string;
  title: string;
  link: string;
  updatedAt: string;
  entries: AtomEntry[];
}): string {
  const entries = feed.entries.map((entry) =>
    [
      '<entry>',
      element('id', entry.id),
      element('title', entry.title),
      `<link rel="alternate" type="text/html" href="${escaped(entry.link)}"/>`,
      element('published', entry.publishedAt),
      element('updated', entry.updatedAt),
      `<author>${element('name', entry.author)}</author>`,
      ...entry.categories.map((category) => `<category term="${escaped(category)}"/>`),
      element('summary', entry.summary),
      '</entry>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', feed.id),
    element('title', feed.title),
    element('updated', feed.updatedAt),
    `<link rel="alternate" type="text/html" href="${escaped(feed.link)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

/** Escapes text and quoted attributes. Removes characters that XML 1.0 cannot represent. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
