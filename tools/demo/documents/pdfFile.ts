import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../root.ts';
import { findBrowser } from '../../tests/browser.ts';
import { escapeXml, hasHeader, plainRuns, type Block, type Run } from './documentText.ts';

const STYLE = `
@page { size: Letter; margin: 22mm 20mm 20mm;
  @top-left { content: 'Quillhaven Advisory Group'; font: 600 8.5pt 'Liberation Sans', Arial, sans-serif; color: #1f4e5f; }
  @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); font: 8.5pt 'Liberation Sans', Arial, sans-serif; color: #5b6770; } }
body { font: 10.5pt/1.5 'Liberation Sans', Arial, sans-serif; color: #1d2a33; }
h1 { font-size: 24pt; line-height: 1.15; margin: 0 0 2mm; color: #123845; }
h1 + p { color: #5b6770; margin: 0 0 8mm; padding-bottom: 4mm; border-bottom: 1.2pt solid #c8a24a; }
h2 { font-size: 14pt; margin: 8mm 0 2mm; color: #1f4e5f; break-after: avoid; }
h3 { font-size: 11.5pt; margin: 5mm 0 1mm; break-after: avoid; }
h4 { font-size: 10.5pt; margin: 4mm 0 1mm; break-after: avoid; }
p { margin: 0 0 3mm; } li { margin-bottom: 1mm; }
table { width: 100%; border-collapse: collapse; margin: 2mm 0 5mm; font-size: 9.5pt; }
th { text-align: left; background: #e9f0f2; color: #123845; }
th, td { border: .6pt solid #b9c5ca; padding: 1.8mm 2.2mm; vertical-align: top; height: 5mm; }
tr { break-inside: avoid; } td.label { width: 38%; }
blockquote { margin: 3mm 0; padding: 2mm 4mm; border-left: 2pt solid #c8a24a; background: #fbf7ec; break-inside: avoid; }
img { display: block; width: 100%; max-height: 95mm; object-fit: cover; margin: 3mm 0 5mm; border-radius: 2mm; }
hr { border: 0; border-top: .6pt solid #b9c5ca; margin: 6mm 0; }
.chapters h2 { break-before: page; }`;

/** Prints blocks to a PDF with the browser that also runs the tests. */
export async function writePdf(blocks: Block[], path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-document-'));
  try {
    const page = join(folder, 'page.html');
    await writeFile(page, html(blocks));
    const browser = spawn(
      await findBrowser(),
      ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(folder, 'profile')}`].concat([
        '--no-pdf-header-footer',
        `--print-to-pdf=${path}`,
        pathToFileURL(page).href,
      ]),
      { stdio: 'ignore' },
    );
    const [code] = (await once(browser, 'exit')) as [number];
    if (code !== 0) throw new Error(`The browser could not print ${path}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function html(blocks: Block[]): string {
  const title = blocks.find((block) => block.kind === 'heading');
  const chapters = blocks.filter((block) => block.kind === 'heading' && block.level === 2).length;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title ? escapeXml(plainRuns(title.runs)) : ''}</title><style>${STYLE}</style><body${chapters > 25 ? ' class="chapters"' : ''}>${blocks.map(blockHtml).join('\n')}</body></html>`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${runsHtml(block.runs)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${runsHtml(block.runs)}</p>`;
    case 'quote':
      return `<blockquote>${runsHtml(block.runs)}</blockquote>`;
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${runsHtml(item)}</li>`).join('')}</${tag}>`;
    }
    case 'table':
      return tableHtml(block.rows);
    case 'picture':
      return `<img src="${pathToFileURL(join(root, 'demo/texts/pdf', block.file)).href}" alt="${escapeXml(block.alt)}">`;
    case 'rule':
      return '<hr>';
  }
}

function tableHtml(rows: Run[][][]): string {
  const [header = [], ...body] = rows;
  const head = hasHeader(rows)
    ? `<thead><tr>${header.map((cell) => `<th>${runsHtml(cell)}</th>`).join('')}</tr></thead>`
    : '';
  const isForm = header.length === 2 && body.every(([, answer]) => plainRuns(answer ?? []) === '');
  const row = (cells: Run[][]) =>
    `<tr>${cells.map((cell, index) => `<td${isForm && index === 0 ? ' class="label"' : ''}>${runsHtml(cell)}</td>`).join('')}</tr>`;
  return `<table>${head}<tbody>${body.map(row).join('')}</tbody></table>`;
}

const runsHtml = (runs: Run[]): string =>
  runs
    .map(({ text, bold, italic }) => {
      const words = italic ? `<em>${escapeXml(text)}</em>` : escapeXml(text);
      return bold ? `<strong>${words}</strong>` : words;
    })
    .join('');
