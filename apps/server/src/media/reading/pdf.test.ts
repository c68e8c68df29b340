import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { pdfLines, pdfOf, pdfPage, pdfStream } from '../../testing/files/pdfFile.ts';
import { readTestFile } from '../../testing/files/readTestFile.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { ROOT } from '../../locations.ts';

const shared = sharedPortal();
let files = 0;

/** The lines of text that are found in the first page of the file. */
async function linesOf(bytes: Buffer): Promise<string[]> {
  const { state, texts } = await readTestFile(shared(), bytes, `words-${(files += 1)}.pdf`);
  expect(state).toBe('Read');
  return texts[0]?.text.split('\n') ?? [];
}

const form = (content: string, entries = '') =>
  pdfStream(
    content,
    `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> ${entries}`,
  );
const word = (x: number, y: number, text: string) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET`;

test('text in form objects is separated from the text around it, and one word in two of them is whole [FILE-041]', async () => {
  const bytes = pdfPage(
    `${word(72, 720, 'Rulebook for tellers')} /Seal Do /Left Do /Right Do ${word(72, 300, 'Last line')}`,
    {
      resources: '/XObject << /Seal 6 0 R /Left 7 0 R /Right 8 0 R >>',
      objects: [form(word(400, 760, 'Superseded')), form(word(72, 500, 'Custo')), form(word(104.69, 500, 'dian'))],
    },
  );
  expect(await linesOf(bytes)).toEqual(['Rulebook for tellers', 'Superseded', 'Custodian', 'Last line']);
});

test('pieces of text that jump to the left, up or into a margin are separate words [FILE-041]', async () => {
  const content = `BT /F1 12 Tf 300 700 Td (Premium) Tj -200 0 Td (Deductible) Tj 0 60 Td (Overview) Tj ET
    BT /F1 12 Tf 0 1 -1 0 40 300 Tm (Sidenote) Tj ET`;
  expect((await linesOf(pdfPage(content))).join(' ')).toBe('Premium Deductible Overview Sidenote');
});

test('words drawn twice to look bold count once, and separately drawn accents belong to their letter [FILE-041]', async () => {
  const twice = `${word(72, 700, 'Surrender')} ${word(72.4, 700, 'Surrender')}`;
  const letters = ['F', 'e', 'e'].map(
    (letter, index) => word(200 + index * 7, 700, letter) + word(200.3 + index * 7, 700, letter),
  );
  const accent = `BT /F1 12 Tf 72 650 Td (Caf) Tj (\\264) Tj -0.6 0 Td ET BT /F1 12 Tf 90.5 650 Td (e) Tj ET`;
  expect(await linesOf(pdfPage(`${twice} ${letters.join(' ')} ${accent}`))).toEqual(['Surrender Fee', 'Café']);
});

test('words split at a line end are found whole, and compounds keep their hyphen [FILE-042]', async () => {
  const lines = await linesOf(
    pdfPage(
      pdfLines(
        'A fidu-',
        'ciary reviews each short-',
        'term loan, the non-',
        'spouse heirs and the roll-',
        'over of a Smith-',
        'Jones account with its state-of-the-',
        'art controls and DISCLO-',
        'SURES.',
      ),
    ),
  );
  expect(lines.join(' ')).toBe(
    'A fiduciary reviews each short-term loan, the nonspouse non-spouse heirs and the rollover roll-over of a Smith-Jones account with its state-of-the-art controls and DISCLOSURES.',
  );
});

test('the other words of a page decide how a split word is written [FILE-042]', async () => {
  const lines = await linesOf(
    pdfPage(pdfLines('Our paymaster and the paylink team:', 'ask pay-', 'link, or key-', 'note, our key-note.')),
  );
  expect(lines.join(' ')).toBe('Our paymaster and the paylink team: ask paylink, or key-note, our key-note.');
});

test('words with a soft hyphen are whole, at a line end and within a line [FILE-042]', async () => {
  const map =
    '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <7E> <00AD> endbfchar endcmap end';
  const parts = {
    objects: [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 7 0 R >>',
      pdfStream(map),
    ],
    resources: '/Font << /F1 6 0 R >>',
  };
  const text = (hyphen: string) =>
    pdfLines(`Deduct${hyphen}`, `ible amounts and bene${hyphen}ficiaries of the long${hyphen}`, 'term rider');
  for (const bytes of [pdfPage(text('~'), parts), pdfPage(text('\\255'))])
    expect((await linesOf(bytes)).join(' ')).toBe(
      'Deductible amounts and beneficiaries of the longterm long-term rider',
    );
});

test('a hyphen of Unicode (U+2010) is found as the hyphen of the keyboard [FILE-042]', async () => {
  const map =
    '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <2D> <2010> endbfchar endcmap end';
  const bytes = pdfPage('BT /F2 12 Tf 16 TL 72 700 Td (W-9 and year-end) Tj T* (state-) Tj T* (ment) Tj ET', {
    objects: [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 7 0 R >>',
      pdfStream(map),
    ],
    resources: '/Font << /F1 5 0 R /F2 6 0 R >>',
  });
  expect((await linesOf(bytes)).join(' ')).toBe('W-9 and year-end statement');
});

test('replacement text of marked content and of structure elements takes the place of what is drawn [FILE-043]', async () => {
  const inline = `BT /F1 12 Tf 72 720 Td /Span << /ActualText (affiliate) >> BDC (a\\001liate) Tj EMC ( rules) Tj ET`;
  const named = `BT /F1 40 Tf 72 660 Td /Span /Cap BDC (H) Tj /F1 12 Tf 1 0 0 1 110 670 Tm (ardship loans) Tj EMC ET`;
  const layout = `BT /F1 12 Tf 72 600 Td (The trus) Tj /Span << /ActualText () >> BDC (-) Tj EMC 0 -16 Td (tee signs) Tj ET`;
  const picture = `/Span << /ActualText (Northgate) >> BDC 72 550 20 20 re f EMC`;
  const tagged = `/P << /MCID 0 >> BDC BT /F1 12 Tf 72 500 Td (1\\0572) Tj ET EMC ${word(120, 500, 'share')}`;
  const bytes = pdfPage(`${inline} ${named} ${layout} ${picture} ${tagged}`, {
    resources: '/Properties << /Cap 6 0 R >>',
    page: '/StructParents 0',
    catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 7 0 R',
    objects: [
      '<< /ActualText <FEFF00480061007200640073006800690070> >>',
      '<< /Type /StructTreeRoot /K [8 0 R] /ParentTree 9 0 R >>',
      '<< /Type /StructElem /S /P /P 7 0 R /Pg 3 0 R /K [0] /ActualText (one half) >>',
      '<< /Nums [0 [8 0 R]] >>',
    ],
  });
  expect((await linesOf(bytes)).join(' ')).toBe('affiliate rules Hardship The trustee signs Northgate one half share');
});

test('a soft hyphen that is only replacement text, or an empty replacement, divides no word [FILE-043]', async () => {
  const hidden = '/Span << /ActualText <FEFF00AD> >> BDC EMC';
  const empty = '/Span << /ActualText () >> BDC EMC';
  const content = `BT /F1 12 Tf 72 700 Td (Care) Tj ${hidden} (giver leave, owner) Tj ${empty} (ship and fees) Tj ET`;
  expect(await linesOf(pdfPage(content))).toEqual(['Caregiver leave, ownership and fees']);
});

test('ligatures are found as letters [FILE-043]', async () => {
  const bytes = pdfPage('BT /F2 12 Tf 72 700 Td (O\\001ce bene\\002ts) Tj ET', {
    objects: [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /ffi /fi] >> >>',
    ],
    resources: '/Font << /F2 6 0 R >>',
  });
  expect(await linesOf(bytes)).toEqual(['Office benefits']);
});

test('layers that are off are not found, the others are, also in form objects [FILE-044]', async () => {
  const content = `/OC /Draft BDC ${word(72, 700, 'Withdrawn clause')} EMC /OC /Final BDC ${word(72, 650, 'Valid clause')} EMC /Hidden Do ${word(72, 500, 'Always')}`;
  const bytes = pdfPage(content, {
    resources: '/Properties << /Draft 6 0 R /Final 7 0 R >> /XObject << /Hidden 8 0 R >>',
    catalog: '/OCProperties << /OCGs [6 0 R 7 0 R] /D << /OFF [6 0 R] >> >>',
    objects: [
      '<< /Type /OCG /Name (Draft) >>',
      '<< /Type /OCG /Name (Final) >>',
      form(word(72, 600, 'Old seal'), '/OC 6 0 R'),
    ],
  });
  expect(await linesOf(bytes)).toEqual(['Valid clause', 'Always']);
});

test('invisible text over a scanned picture is found [FILE-044]', async () => {
  expect(await linesOf(pdfPage('BT 3 Tr /F1 12 Tf 72 700 Td (Recognized letter) Tj ET'))).toEqual([
    'Recognized letter',
  ]);
});

test('values of form fields are found, with and without an appearance, as they are shown [FILE-045]', async () => {
  const widget = (entries: string, flags = 4) =>
    `<< /Type /Annot /Subtype /Widget /F ${flags} /P 3 0 R /DA (/F1 12 Tf 0 g) ${entries} >>`;
  const bytes = pdfPage(pdfLines('Transfer form'), {
    page: '/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R]',
    catalog:
      '/AcroForm << /Fields [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R] /DR << /Font << /F1 5 0 R >> >> /DA (/F1 12 Tf 0 g) >>',
    objects: [
      widget('/FT /Tx /T (heir) /V (Clementine Ashdown) /Rect [100 600 300 620]'),
      widget('/FT /Tx /T (sum) /V (48250) /Rect [100 570 300 590] /AP << /N 12 0 R >>'),
      widget(
        '/FT /Ch /Ff 131072 /T (pace) /Opt [[(q) (Every quarter)] [(m) (Every month)]] /V (m) /Rect [100 540 300 560]',
      ),
      widget('/FT /Tx /Ff 8192 /T (pin) /V (opensesame) /Rect [100 510 300 530]'),
      widget('/FT /Tx /T (gone) /V (Concealed) /Rect [100 480 300 500]', 2),
      widget('/FT /Btn /T (box) /V /Yes /AS /Yes /Rect [100 450 110 460]'),
      form('/Tx BMC BT /F1 12 Tf 2 5 Td ($48,250.00) Tj ET EMC'),
    ],
  });
  expect(await linesOf(bytes)).toEqual(['Transfer form', 'Clementine Ashdown', '48250', '$48,250.00', 'Every month']);
});

test('text typed onto a page, stamps and notes are found [FILE-045]', async () => {
  const note = (entries: string) => `<< /Type /Annot /F 4 /Rect [100 600 300 620] /P 3 0 R ${entries} >>`;
  const bytes = pdfPage(pdfLines('Letter'), {
    page: '/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]',
    objects: [
      note('/Subtype /FreeText /IT /FreeTextTypewriter /Contents (Ottoline Pryce) /DA (/F1 12 Tf 0 g)'),
      note('/Subtype /Text /Contents (Ask the underwriter) /T (Author name) /Popup 10 0 R'),
      note('/Subtype /Highlight /QuadPoints [72 700 90 700 72 712 90 712] /Contents (Check this clause)'),
      note('/Subtype /Stamp /AP << /N 11 0 R >>'),
      note('/Subtype /Popup /Parent 7 0 R'),
      form(word(10, 10, 'Notarized')),
    ],
  });
  expect(await linesOf(bytes)).toEqual([
    'Letter',
    'Ottoline Pryce',
    'Ask the underwriter',
    'Check this clause',
    'Notarized',
  ]);
});

const xdp = (template: string, data: string) =>
  `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">${template}</template><xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data>${data}</xfa:data></xfa:datasets></xdp:xdp>`;
const waiting = pdfLines('Please wait...', 'Your viewer may not be able to display this type of document.');

test('an XFA form is found by its captions, texts, choices and values instead of the request to wait [FILE-046]', async () => {
  const template = `<subform name="form"><draw><value><text>Notice of windstorm loss</text></value></draw>
    <field name="F"><caption><value><exData contentType="text/html"><body xmlns="http://www.w3.org/1999/xhtml"><p>Insured <span>par</span>ty</p><p>Address</p></body></exData></value></caption>
      <event activity="click"><script>xfa.host.messageBox("secretscript");</script></event><items><text>Barn</text><text>Greenhouse</text></items><items save="1" presence="hidden"><text>codeone</text></items></field>
    <draw presence="hidden"><value><text>Unshown</text></value></draw></subform>`;
  const bytes = pdfPage(waiting, {
    catalog:
      '/NeedsRendering true /AcroForm << /Fields [] /XFA [(preamble) 6 0 R (template) 7 0 R (datasets) 8 0 R (postamble) 9 0 R] >>',
    objects: [
      pdfStream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">'),
      pdfStream(`<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">${template}</template>`),
      pdfStream(
        '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form><F>Tobias Wrenfield</F></form></xfa:data></xfa:datasets>',
      ),
      pdfStream('</xdp:xdp>'),
    ],
  });
  expect(await linesOf(bytes)).toEqual([
    'Notice of windstorm loss',
    'Insured party',
    'Address',
    'Barn',
    'Greenhouse',
    'Tobias Wrenfield',
  ]);
});

test('a form with fixed pages keeps their words [FILE-046]', async () => {
  const template = '<subform><draw><value><text>Request for a loan against a policy</text></value></draw></subform>';
  const bytes = pdfPage(pdfLines('Request for a loan against a policy', 'Page one'), {
    catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>',
    objects: [pdfStream(xdp(template, ''))],
  });
  expect(await linesOf(bytes)).toEqual(['Request for a loan against a policy', 'Page one']);
});

test('a damaged page does not hide the words of the others [FILE-041]', async () => {
  const page = (contents: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Resources << /Font << /F1 4 0 R >> >> >>`;
  const bytes = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>',
    page('5 0 R'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    pdfStream(pdfLines('First page')),
    '[ /NotAPage ]',
  ]);
  const { state, texts } = await readTestFile(shared(), bytes, 'half.pdf');
  expect([state, texts]).toEqual(['Read', [{ page: 1, text: 'First page' }]]);
});

test.each([
  ['a web page', '<!DOCTYPE html><script>alert(1)</script>'],
  ['an archive', 'PK\u0003\u0004'],
  ['a picture', 'GIF89a/*'],
  ['a program', '#!/bin/sh\n'],
  ['a program for a printer', '%!PS-Adobe-3.0\n'],
  ['1,025 blanks', ' '.repeat(1025)],
])('a PDF that begins with %s is rejected [FILE-040]', async (_name, prefix) => {
  const bytes = Buffer.concat([Buffer.from(prefix, 'latin1'), pdfPage(pdfLines('Letter'))]);
  await expect(readTestFile(shared(), bytes, 'letter.pdf')).rejects.toThrow('its content is something else');
});

test.each([
  ['line breaks', '\r\n\r\n'],
  ['a byte order mark', '\u00ef\u00bb\u00bf'],
  ['1,024 blanks', ' '.repeat(1024)],
  ['the lines of a mail', 'Content-Type: application/pdf\r\n\r\n'],
  ['the instructions of a print shop', '%%JOB: LETTERS\n%%PAPER: A4 (white), 2 sheets\n'],
])('a PDF that begins with %s is read [FILE-040]', async (_name, prefix) => {
  const bytes = Buffer.concat([Buffer.from(prefix, 'latin1'), pdfPage(pdfLines('Gateway letter'))]);
  expect(await linesOf(bytes)).toEqual(['Gateway letter']);
});

test('search reads PDF files with the same pdf.js that shows them [FILE-089]', () => {
  const [server, web] = ['server', 'web'].map((app) => {
    const own = createRequire(new URL(`apps/${app}/package.json`, ROOT));
    return own.resolve('pdfjs-dist/package.json');
  });
  expect(server).toBe(web);
});
