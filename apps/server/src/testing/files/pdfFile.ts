/** A PDF with one page per text; `pages` can list many. Its cross-reference table is correct. */
export function pdfFile(pages: string[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_text, index) => `${4 + index * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const content = `BT /F1 12 Tf 72 700 Td (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  const chunks = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let at = chunks[0]!.length;
  for (const [index, object] of objects.entries()) {
    const chunk = `${index + 1} 0 obj\n${object}\nendobj\n`;
    offsets.push(at);
    chunks.push(chunk);
    at += chunk.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  chunks.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
  );
  return Buffer.from(chunks.join(''), 'latin1');
}
