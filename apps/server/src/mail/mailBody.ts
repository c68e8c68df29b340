import type { Config } from '../config.ts';
import { visibleText } from './visibleText.ts';

/** A part of an email, as plain text without any markup. */
export type MailBlock =
  /** One or more lines. */
  | { text: string }
  /** Lines such as "When: Monday". A value that is an address of the web becomes a link. */
  | { facts: Array<[label: string, value: string]> }
  /** An item of the portal with the address of its page. */
  | { title: string; text: string; href: string };

/**
 * The plain and the HTML part of an email, with the same content: a greeting, the blocks, and the name of the portal.
 * The HTML has no pictures and loads nothing.
 */
export function mailBody(
  { PRODUCT_NAME, PUBLIC_URL }: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL'>,
  { name, subject, blocks }: { name: string; subject: string; blocks: MailBlock[] },
): { text: string; html: string } {
  const greeting: MailBlock = { text: name ? `Hello ${name},` : 'Hello,' };
  const all = [greeting, ...blocks];
  return {
    text: `${[...all.map((block) => visibleText(textOf(block))), `${PRODUCT_NAME}\n${PUBLIC_URL}`].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-size:20px;font-weight:600">${escaped(PRODUCT_NAME)}</p>
${all.map(htmlOf).join('\n')}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8888;font-size:14px">${escaped(PRODUCT_NAME)}<br>${link(PUBLIC_URL)}</p>
</div>
</body>
</html>
`,
  };
}

function textOf(block: MailBlock): string {
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  if ('title' in block) return [block.title, block.text, block.href].filter(Boolean).join('\n');
  return block.text;
}

function htmlOf(block: MailBlock): string {
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  if ('facts' in block)
    return paragraph(
      block.facts.map(([label, value]) => `<strong>${escaped(label)}:</strong> ${link(value)}`).join('<br>\n'),
    );
  if ('title' in block) {
    const title = `<a href="${escaped(block.href)}"><strong>${escaped(block.title)}</strong></a>`;
    return paragraph(block.text === '' ? title : `${title}<br>\n${lines(block.text)}`);
  }
  return paragraph(lines(block.text));
}

const lines = (text: string): string => escaped(text).replace(/\r\n|[\r\n\u2028\u2029]/g, '<br>\n');

const link = (value: string): string =>
  /^https?:\/\/\S+$/.test(value) ? `<a href="${escaped(value)}">${escaped(value)}</a>` : lines(value);

function escaped(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
