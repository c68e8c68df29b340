import { createHash } from 'node:crypto';
import { buildComponents, highestHeading, type UnnamedComponent } from '@portico/authoring/conversion/buildComponents';
import type { Losses } from '@portico/authoring/conversion/dropped';
import { richBlocks, type Piece } from '@portico/authoring/conversion/pieces';
import { readMarkdown } from '@portico/authoring/conversion/readMarkdown';
import type { ComponentTree, ContentComponent } from '@portico/kinds/content';
import type { RichTextBlock } from '@portico/kinds/richText';

export interface ConvertedText {
  components: ComponentTree;
  /** What had to be left out, such as scripts, pictures and unsafe links. Empty for most texts. */
  notes: string[];
}

export interface MarkdownContext {
  /** The portal's path of an item of the collection, for links to `item:<id>`. */
  pathOf(externalId: string): string | undefined;
  /** Level of the highest heading of the whole text, if the markdown is only a part of it. */
  highestHeading?: number | undefined;
}

const NO_ITEMS: MarkdownContext = { pathOf: () => undefined };

/**
 * Markdown as content components, in the order of the text and with all of its words. Component ids derive from `scope`
 * (the item's id) and the component's content, so the same text always gets the same ids.
 */
export function componentTree(markdown: string, scope: string, context = NO_ITEMS): ConvertedText {
  const { losses, notes } = noted();
  const { components } = buildComponents(piecesOf(markdown, losses, context), {
    losses,
    highestHeading: context.highestHeading,
  });
  return { components: withIds(components, scope), notes };
}

/** Markdown as formatted text, for a component whose text can't contain others. */
export const markdownBlocks = (markdown: string, context: MarkdownContext): RichTextBlock[] =>
  richBlocks(piecesOf(markdown, noted().losses, context));

/** The level of the highest heading in all of these texts. */
export const highestHeadingIn = (texts: string[]): number | undefined =>
  highestHeading(texts.flatMap((text) => piecesOf(text, noted().losses, NO_ITEMS)));

const piecesOf = (markdown: string, losses: Losses, { pathOf }: MarkdownContext): Piece[] =>
  readMarkdown(markdown, losses, {
    addressOf: (href) => (href.startsWith('item:') ? pathOf(href.slice('item:'.length)) : href),
    hasPictures: false,
  });

/** Losses as lines for the report. */
function noted(): { losses: Losses; notes: string[] } {
  const notes: string[] = [];
  const note = (what: Parameters<Losses['add']>[0], count: number, detail: string): string => {
    switch (what) {
      case 'picture':
        return `picture left out: ${detail || 'without text'}`;
      case 'unsafeLink':
        return `link removed, its text kept: ${excerpt(detail)}`;
      case 'row':
        return `table rows left out: ${count}`;
      case 'column':
        return `table columns left out: ${count}`;
      case 'tooMuch':
        return 'the text is too long: its end is left out';
      default:
        return `HTML left out: ${excerpt(detail || what)}`;
    }
  };
  const add: Losses['add'] = (what, count = 1, detail = '') => {
    if (count > 0) notes.push(note(what, count, detail));
  };
  return { losses: { add }, notes };
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** Adds ids to components that have none. */
export function withIds(components: Array<UnnamedComponent | ContentComponent>, scope: string): ComponentTree {
  const seen = new Map<string, number>();
  return components.map((component) => {
    const content = `${scope}\n${JSON.stringify(component)}`;
    const times = seen.get(content) ?? 0;
    seen.set(content, times + 1);
    const id = `c${createHash('sha256').update(`${content}\n${times}`).digest('base64url').slice(0, 15)}`;
    return { id, ...component };
  });
}
