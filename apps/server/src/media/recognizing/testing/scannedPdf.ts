import sharp from 'sharp';

/** A letter page at 150 dots per inch. */
const [WIDTH, HEIGHT] = [1275, 1650];
const PAPER = '#f4f2ec';
const NOISE = { type: 'gaussian', mean: 128, sigma: 22 } as const;

/** Text of 25 pixels as a picture. The portal blocks SVG files in its process, and so in tests. */
export const writtenText = (text: string) => ({ text: { text, font: 'serif 12', dpi: 150, rgba: true } }) as const;

/** A page as a scanner sees it: in columns, a little crooked, with noise, as a JPEG. */
async function scannedPage(columns: string[][], angle: number): Promise<Buffer> {
  const left = (column: number) => Math.round(100 + (column * (WIDTH - 160)) / columns.length);
  const texts = columns.map((lines, column) => ({
    input: writtenText(lines.join('\n')),
    left: left(column),
    top: 100,
  }));
  const paper = { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } as const;
  const straight = await sharp({ create: paper }).composite(texts).png().toBuffer();
  const noise = await sharp({ create: { ...paper, background: '#fff', noise: NOISE } })
    .png()
    .toBuffer();
  const crooked = await sharp(straight)
    .rotate(angle, { background: PAPER })
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .png()
    .toBuffer();
  return sharp(crooked)
    .composite([{ input: noise, blend: 'soft-light' }])
    .blur(0.6)
    .grayscale()
    .jpeg({ quality: 60 })
    .toBuffer();
}

/** A PDF of scanned pages, each of columns of lines. */
export async function scannedPdf(pages: string[][][], angleOf: (page: number) => number = () => 1): Promise<Buffer> {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const put = (part: string | Buffer) => {
    const bytes = Buffer.from(part as string, 'latin1');
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (number: number, ...content: Array<string | Buffer>) => {
    offsets[number] = length;
    put(`${number} 0 obj\n`);
    content.forEach(put);
    put('\nendobj\n');
  };
  put('%PDF-1.4\n');
  object(1, '<</Type/Catalog/Pages 2 0 R>>');
  object(2, `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, page) => `${3 + page * 3} 0 R`).join(' ')}]>>`);
  for (const [page, columns] of pages.entries()) {
    const number = 3 + page * 3;
    const picture = await scannedPage(columns, angleOf(page));
    const drawing = 'q 612 0 0 792 0 0 cm /Scan Do Q';
    object(
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</Scan ${number + 2} 0 R>>>>/Contents ${number + 1} 0 R>>`,
    );
    object(number + 1, `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`);
    object(
      number + 2,
      `<</Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode/Length ${picture.length}>>stream\n`,
      picture,
      '\nendstream',
    );
  }
  const start = length;
  const entries = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  put(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${entries.join('')}`);
  put(`trailer<</Size ${offsets.length}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`);
  return Buffer.concat(parts);
}
