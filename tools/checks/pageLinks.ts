import { posix } from 'node:path';
import { readText } from './repositoryFiles.ts';

interface PageLink {
  /** The file or folder, relative to the root; the page itself for a link within it. */
  target: string;
  /** The part after `#`, if there is one. */
  anchor: string | undefined;
}

/** The links of a page in Markdown to files, folders and headings of the repository. `path` is relative to the root. */
export function linksOf(path: string, text: string): PageLink[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, file = '', anchor]) => ({
    target: file === '' ? path : posix.join(posix.dirname(path), decodeURIComponent(file)).replace(/\/$/, ''),
    anchor,
  }));
}

/** The anchors of a page's headings, as GitHub makes them; the second of a name ends in `-1`. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replaceAll(/\]\([^)]*\)/g, '');
    const slug = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The links of these pages that lead nowhere, as `page -> target`. */
export function deadLinks(pages: readonly string[], exists: (path: string) => boolean): string[] {
  return pages.flatMap((page) =>
    linksOf(page, readText(page))
      .filter(
        ({ target, anchor }) =>
          !exists(target) ||
          (anchor !== undefined && target.endsWith('.md') && !anchorsOf(readText(target)).has(anchor)),
      )
      .map(({ target, anchor }) => `${page} -> ${target}${anchor === undefined ? '' : `#${anchor}`}`),
  );
}
