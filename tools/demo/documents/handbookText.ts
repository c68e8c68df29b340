import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { withDatesWritten } from '../../content-import/dates/datedTexts.ts';
import { root } from '../../root.ts';

const Part = z.looseObject({ type: z.string(), title: z.optional(z.string()), body: z.optional(z.string()) });
const Guide = z.object({
  title: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  image: z.optional(z.string()),
  body: z.union([z.string(), z.array(z.union([z.string(), Part]))]),
});

/** Replaces `{{resources: A, B}}` in a text by the guides in these categories, one chapter each. */
export function handbookText(text: string): string {
  return text.replace(/\{\{resources: ([^}]+)\}\}/, (_, names: string) => {
    const categories = names.split(',').map((name) => name.trim());
    return readGuides()
      .filter((guide) => guide.categories.some((name) => categories.includes(name)))
      .toSorted((one, other) => one.title.localeCompare(other.title))
      .map(({ title, description, image, body }) => {
        const picture = image ? `![](../../images/${image.replace('img-', '')}.jpg)\n\n` : '';
        return `## ${title}\n\n*${description}*\n\n${picture}${asMarkdown(body)}`;
      })
      .join('\n\n');
  });
}

function readGuides(): Array<z.infer<typeof Guide>> {
  const lines = readFileSync(join(root, 'demo/resources.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => withDatesWritten(z.parse(Guide, JSON.parse(line)), undefined));
}

/** The guide for print: headings one level lower, callouts as quotations, expandable sections with a heading. */
function asMarkdown(body: z.infer<typeof Guide>['body']): string {
  if (typeof body === 'string') return body.replaceAll(/^(#+) /gm, '#$1 ');
  return body
    .map((part) => {
      if (typeof part === 'string') return asMarkdown(part);
      const title = part.title ? `**${part.title}.** ` : '';
      if (part.type === 'Callout' || part.type === 'Quote') return `> ${title}${part.body ?? ''}`;
      const { data: nested } = z.safeParse(z.object({ components: Guide.shape.body }), part);
      return nested ? `#### ${part.title ?? ''}\n\n${asMarkdown(nested.components)}` : '';
    })
    .join('\n\n');
}
