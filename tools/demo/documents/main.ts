import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../root.ts';
import { documentBlocks, type Block } from './documentText.ts';
import { handbookText } from './handbookText.ts';
import { writePdf } from './pdfFile.ts';
import { writeSlides } from './slidesFile.ts';
import { writeWord } from './wordFile.ts';
import { writeWorkbook } from './workbookFile.ts';

/*
 * Writes the documents of the demo from demo/texts/<format>/<name>.md to demo/files/<name>.<format>. Names as arguments
 * select some of them: node tools/demo/documents/main.ts privacy-notice
 */
const writers: Record<string, (blocks: Block[], path: string) => Promise<void>> = {
  pdf: writePdf,
  docx: writeWord,
  xlsx: writeWorkbook,
  pptx: writeSlides,
};

const chosen = process.argv.slice(2);
for (const [format, write] of Object.entries(writers)) {
  const folder = join(root, 'demo/texts', format);
  for (const file of readdirSync(folder)) {
    const name = file.replace(/\.md$/, '');
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const blocks = documentBlocks(handbookText(readFileSync(join(folder, file), 'utf8')));
    await write(blocks, join(root, 'demo/files', `${name}.${format}`));
    process.stdout.write(`${name}.${format}\n`);
  }
}
