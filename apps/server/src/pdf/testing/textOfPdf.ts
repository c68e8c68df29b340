import { openPdf } from '../../media/reading/pdf/engine.ts';

interface StructureNode {
  role: string;
  children?: StructureNode[];
}

/** The words of a PDF as pdf.js finds them, page by page with single spaces, with its metadata and tags. */
export async function textOfPdf(bytes: Uint8Array) {
  const document = await openPdf(new Uint8Array(bytes));
  const [{ info }, words, tags] = [await document.getMetadata(), [] as string[], [] as string[]];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items, lang } = await page.getTextContent();
    if (number === 1) tags.push(lang ?? '');
    words.push(...items.map((item) => ('str' in item ? item.str : '')));
    collect((await page.getStructTree()) as StructureNode, tags);
  }
  const [language = '', ...roles] = tags;
  const text = words.join(' ').replaceAll(/\s+/g, ' ');
  return { text, info: info as { Title?: string; Author?: string }, language, roles, pages: document.numPages };
}

function collect({ role, children = [] }: StructureNode, roles: string[]): void {
  if (role !== undefined) roles.push(role);
  for (const child of children) collect(child, roles);
}
