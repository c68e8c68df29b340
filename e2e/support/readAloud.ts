import type { Page } from '@playwright/test';

/** What a screen reader says about one part of a page: its role, and its name or text. */
interface Spoken {
  role: string;
  words: string;
  level?: number;
  depth: number;
}

/** Controls that are read together with the text of their label, which is before or after them. */
const labeled = new Set(['textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'switch', 'group', 'radiogroup']);
const controls = new Set(['link', 'button', 'tab', 'checkbox', 'radio', 'switch', 'combobox', 'searchbox', 'textbox']);

/** The page in reading order, one entry per part. */
async function readAloud(page: Page): Promise<Spoken[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n');
  return lines.flatMap((line) => {
    const [, indent = '', role = '', rest = ''] = /^( *)- '?([\w/]+):?(.*)$/.exec(line) ?? [];
    if (role === '' || role.startsWith('/')) return [];
    const name = /^ "((?:[^"\\]|\\.)*)"/.exec(rest)?.[1];
    const text = name ?? /^(?: \[[^\]]*\])*:? ?(.*)$/.exec(rest)?.[1] ?? '';
    const level = /\[level=(\d)\]/.exec(rest)?.[1];
    const words = text
      .replaceAll('\\"', '"')
      .replace(/^"(.*)"$/, '$1')
      .replaceAll("''", "'")
      .trim();
    return [{ role, words, depth: indent.length, ...(level === undefined ? {} : { level: Number(level) }) }];
  });
}

/** What would confuse someone who hears the page instead of seeing it. */
export async function readAloudProblems(page: Page): Promise<string[]> {
  const parts = await readAloud(page);
  const headings = parts.filter(({ role }) => role === 'heading');
  const firsts = headings.filter(({ level }) => level === 1).length;
  return [
    ...(firsts === 1 ? [] : [`${firsts} first-level headings`]),
    ...headings.flatMap(({ words, level = 1 }, index) =>
      index > 0 && level > (headings[index - 1]!.level ?? 1) + 1 ? [`heading skips to level ${level}: ${words}`] : [],
    ),
    ...parts.flatMap((part) => (controls.has(part.role) && part.words === '' ? [`no name: ${part.role}`] : [])),
    ...parts.flatMap(({ role, words }) =>
      /^[\s·•|/–—:…]+$/.test(words) ? [`only punctuation: ${role} ${words}`] : [],
    ),
    ...parts.flatMap(({ role, words }) =>
      controls.has(role) && /\p{L}\d+$|\s,|^(.{3,}?)[\s:,–-]+["“]?\1["”]?$/u.test(words)
        ? [`badly worded: ${role} ${words}`]
        : [],
    ),
    ...parts.flatMap((part, index) =>
      isSaidTwice(parts[index - 1], part) ? [`twice: ${part.role} ${part.words}`] : [],
    ),
  ];
}

/** Whether two consecutive parts have the same words; a part nested in one that it names does not count. */
function isSaidTwice(before: Spoken | undefined, part: Spoken): boolean {
  if (before === undefined || part.words === '' || part.depth > before.depth) return false;
  if (part.role === 'cell' || labeled.has(part.role) || labeled.has(before.role)) return false;
  return before.words.toLowerCase() === part.words.toLowerCase();
}
