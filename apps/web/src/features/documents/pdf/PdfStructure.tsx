import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';

/** An element of the structure. The types of pdf.js leave `alt` out. */
interface Tree {
  role: string;
  alt?: string;
  scope?: string;
  colSpan?: number;
  rowSpan?: number;
  children: Part[];
}
type Part = Tree | { type: string; id: string };

/** Types of structure elements as roles; others only group. Source: ISO 32000-1, 14.8.4; WAI-ARIA 1.2. */
const roles: Readonly<Record<string, string>> = {
  P: 'paragraph',
  BlockQuote: 'blockquote',
  L: 'list',
  LI: 'listitem',
  Table: 'table',
  THead: 'rowgroup',
  TBody: 'rowgroup',
  TFoot: 'rowgroup',
  TR: 'row',
  TD: 'cell',
  Caption: 'caption',
};

/** Headings of a file come below the title of its preview. */
const LEVELS_ABOVE = 2;
const MAX_LEVEL = 6;

interface PdfStructureProps {
  page: PDFPageProxy;
  /** Ids of the marked parts of the text layer. */
  textIds: ReadonlySet<string>;
}

/**
 * The structure of a tagged file for screen readers: headings, lists, tables and descriptions of pictures. The text
 * comes from the text layer. Renders nothing for untagged files.
 */
export function PdfStructure({ page, textIds }: PdfStructureProps) {
  const [tree, setTree] = useState<Tree | null>(null);
  useEffect(() => {
    let isCanceled = false;
    (page.getStructTree() as Promise<Tree | null>).then(
      (found) => !isCanceled && setTree(found),
      // The text layer is still there.
      () => undefined,
    );
    return () => {
      isCanceled = true;
    };
  }, [page]);
  if (!tree) return null;
  return <VisuallyHidden>{partsOf(tree, textIds)}</VisuallyHidden>;
}

/** Lists and tables have no text of their own, only whitespace between their items. */
const containers: ReadonlySet<string> = new Set(['L', 'Table', 'THead', 'TBody', 'TFoot', 'TR']);

const partsOf = ({ role, children }: Tree, textIds: ReadonlySet<string>) =>
  children
    .filter((part) => 'children' in part || !containers.has(role))
    .map((part, index) => <StructurePart key={index} part={part} textIds={textIds} />);

function StructurePart({ part, textIds }: { part: Part; textIds: ReadonlySet<string> }) {
  if (!('children' in part)) return textIds.has(part.id) ? <span aria-owns={part.id} /> : null;
  if (!hasContent(part, textIds)) return null;
  const { alt, colSpan, rowSpan } = part;
  return (
    <span
      {...roleOf(part)}
      aria-label={isPicture(part) ? alt : undefined}
      aria-colspan={colSpan}
      aria-rowspan={rowSpan}
    >
      {partsOf(part, textIds)}
    </span>
  );
}

const isPicture = ({ role, alt }: Tree): boolean => (role === 'Figure' || role === 'Formula') && alt !== undefined;

/** A list or table without items would be invalid; its items can be on other pages. */
const hasContent = (part: Part, textIds: ReadonlySet<string>): boolean =>
  'children' in part
    ? isPicture(part) || part.children.some((child) => hasContent(child, textIds))
    : textIds.has(part.id);

function roleOf(part: Tree): { role?: string; 'aria-level'?: number } {
  const { role, scope } = part;
  if (isPicture(part)) return { role: 'img' };
  if (role === 'TH') return { role: scope === 'Row' ? 'rowheader' : 'columnheader' };
  const [, level] = /^H([1-6]?)$/.exec(role) ?? [];
  if (level !== undefined)
    return { role: 'heading', 'aria-level': Math.min((Number(level) || 1) + LEVELS_ABOVE, MAX_LEVEL) };
  // A file may call an element `constructor`.
  return Object.hasOwn(roles, role) ? { role: roles[role]! } : {};
}
