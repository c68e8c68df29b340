import { render, screen } from '@testing-library/react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { PdfPages, type PdfPagesProps } from './PdfPages.tsx';

const pdf = {
  numPages: 2,
  getPage: () => Promise.resolve({ getTextContent: () => Promise.resolve({ items: [] }) }),
} as unknown as PDFDocumentProxy;

/** The viewer without its pages: nothing is as wide as a page here. */
const show = (own: Partial<PdfPagesProps>) =>
  render(
    <PdfPages
      title="Lease"
      pdf={pdf}
      firstSize={{ width: 612, height: 792 }}
      page={1}
      onPageChange={() => {}}
      {...own}
    />,
  );

test('the viewer says that the text of a PDF was recognized automatically [DOCS-016]', () => {
  show({ isRecognized: true });
  screen.getByText('Text recognized automatically');
});

test('the viewer says that search can’t find words in a PDF of pictures [DOCS-014]', () => {
  const { unmount } = show({ hasNoWords: true });
  screen.getByText('Search can’t find words in this file');
  unmount();
  show({});
  expect(screen.queryByText('Search can’t find words in this file')).toBeNull();
});

test('the find field has the words of a search hit [DOCS-015]', async () => {
  show({ find: 'surrender charge' });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Find in this document' });
  expect(field.value).toBe('surrender charge');
  expect(await screen.findByText('None')).toBeTruthy();
});
