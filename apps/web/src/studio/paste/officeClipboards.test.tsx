import type { ContentComponent } from '@portico/kinds/content';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { blocks, openEditor, setUpEditorTests } from '../testing/editorPage.ts';
import { fixture } from '../testing/pasted.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, header } from '../testing/studioItems.ts';
import { loadPasteReader } from './pasteReader.ts';

setUpEditorTests();
beforeEach(() => void loadPasteReader());

const rendering = () => new File(['x'], 'image.png', { type: 'image/png' });
const cells = 'Region\tQ1\tQ2\r\nEast\t1,204\t1,310\r\n';
const html = (body: string) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head>
<meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]-->
</head><body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->${body}<!--EndFragment--></body></html>`;
const wordPicture =
  html(`<p class=MsoNormal><span style='mso-no-proof:yes'><!--[if gte vml 1]><v:shape id="Picture_x0020_1">
<v:imagedata src="file:///C:/Users/ana/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img
width=200 height=100 src="file:///C:/Users/ana/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"><![endif]></span></p>`);
const wordText = html(`<h2>Year-end dates<o:p></o:p></h2><p class=MsoNormal>Send it by <b>Friday</b>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>First<o:p></o:p></p>`);

async function open(component: ContentComponent = { id: 'a', type: 'BodyText', body: { type: 'doc', content: [] } }) {
  openEditor(studioApi(aStudioItem({ draft: aDraft([component]) })));
  await waitFor(() => expect(blocks()).toHaveLength(1));
  return blocks()[0]!;
}

const paste = (target: Element, { html: markup = '', text = '', files = [rendering()] }) =>
  fireEvent.paste(target, {
    clipboardData: {
      getData: (type: string) => ({ 'text/html': markup, 'text/plain': text })[type] ?? '',
      types: ['text/plain', 'text/html', 'text/rtf', 'Files'],
      files,
    },
  });

/** Also behind a dialog, which hides the page from roles. */
const kinds = () =>
  [...document.querySelectorAll<HTMLElement>('[data-block-id]')].map((block) => block.dataset['kind']);
const pictureDialog = () => screen.findByRole('dialog', { name: 'Add a picture' });

describe('a clipboard that also holds a picture of what was copied', () => {
  test.each([
    ['Excel for Windows', fixture('excel.html'), cells],
    [
      'Excel behind a remote desktop that leaves the byte offsets in',
      `Version:1.0\r\nStartHTML:0000000105\r\nEndHTML:0000003021\r\nStartFragment:0000000901\r\nEndFragment:0000002981\r\nSourceURL:file:///C:/Rates.xlsx\r\n\r\n${fixture('excel.html')}`,
      cells,
    ],
    ['LibreOffice Calc', fixture('calc.html'), cells],
    ['Google Sheets', fixture('google-sheets.html'), cells],
  ])(
    'from %s becomes a table in an empty text and on a frame, without a picture [STUDIO-319]',
    async (_, markup, text) => {
      const frame = await open();
      paste(within(frame).getByRole('textbox'), { html: markup, text });
      await waitFor(() => expect(kinds()).toEqual(['Table']));
      paste(blocks()[0]!, { html: markup, text });
      await waitFor(() => expect(kinds()).toEqual(['Table', 'Table']));
      expect(document.body.textContent).not.toMatch(/StartHTML|Version:/);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  test('from Numbers, which adds no HTML, becomes a table [STUDIO-319]', async () => {
    const frame = await open();
    paste(frame, { text: cells });
    await waitFor(() => expect(kinds()).toContain('Table'));
  });

  test('from Word and Outlook becomes its components [STUDIO-319]', async () => {
    const frame = await open();
    paste(within(frame).getByRole('textbox'), {
      html: wordText,
      text: 'Year-end dates\r\nSend it by Friday.\r\n·\tFirst',
    });
    await waitFor(() => expect(kinds()).toEqual(['Header', 'BodyText', 'BulletedList']));
    paste(blocks()[2]!, { html: fixture('outlook.html'), text: 'Hi Ana,' });
    await waitFor(() => expect(kinds().length).toBeGreaterThan(4));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['a screenshot', {}],
    [
      'a picture copied in a browser',
      { html: '<meta charset="utf-8"><img src="https://example.com/a.png" alt="A lake"/>' },
    ],
    ['a picture copied in Word', { html: wordPicture, text: ' ' }],
    ['a picture file', { text: 'image.png' }],
    ['a picture with its address', { text: 'https://example.com/a.png' }],
  ])('is a picture if it is %s [STUDIO-319]', async (_, content) => {
    const frame = await open(header('a', 'First'));
    paste(frame, content);
    await pictureDialog();
    expect(kinds()).toEqual(['Header']);
  });
});
