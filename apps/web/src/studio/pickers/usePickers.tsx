import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { usePreload } from '@portico/ui/usePreload';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { usePicturePicker } from './usePicturePicker.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { PickedDocument, Pickers } from '../Pickers.ts';
import type { UploadedFor } from './startDocument.ts';
import { LinkPicker } from './LinkPicker.tsx';

const loadDocumentPicker = async () => ({ default: (await import('./DocumentPicker.tsx')).DocumentPicker });
const DocumentPicker = lazyInBackground(loadDocumentPicker);

type Open =
  | { kind: 'link'; done: (href: string | undefined) => void }
  | { kind: 'document'; done: (document: PickedDocument | undefined) => void };

/** The dialogs for choosing pictures, documents and link targets for the item of a session. */
export function usePickers(session: DraftSession): { pickers: Pickers; element: ReactNode } {
  const pictures = usePicturePicker();
  usePreload(loadDocumentPicker);
  const [open, setOpen] = useState<Open | null>(null);
  const { pick } = pictures;
  const pickers = useMemo<Pickers>(
    () => ({
      picture: () => withFocusReturn(() => pick()),
      link: () => withFocusReturn(() => new Promise((done) => setOpen({ kind: 'link', done }))),
      document: () => withFocusReturn(() => new Promise((done) => setOpen({ kind: 'document', done }))),
    }),
    [pick],
  );
  const element = (
    <>
      {pictures.element}
      {open?.kind === 'link' && (
        <LinkPicker
          onDone={(href) => {
            open.done(href);
            setOpen(null);
          }}
        />
      )}
      {open?.kind === 'document' && (
        <Suspense fallback={null}>
          <DocumentPicker
            item={uploadedFor(session)}
            onDone={(document) => {
              open.done(document);
              setOpen(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
  return { pickers, element };
}

const uploadedFor = (session: DraftSession): UploadedFor => {
  const { item, view } = session.getState()!;
  return { kind: item.kind, fields: view.fields };
};

/** How long to wait for a dialog to close. */
const MAX_FRAMES = 120;

/**
 * Opens a dialog and returns its result. A dialog returns focus to the button that opened it; if the result removes
 * that button, focus moves to the component that contained it.
 */
async function withFocusReturn<Result>(openDialog: () => Promise<Result>): Promise<Result> {
  const opener = document.activeElement;
  const frame = opener?.closest<HTMLElement>('[data-block-id]');
  const result = await openDialog();
  if (opener && frame) whenClosed(() => !opener.isConnected && frame.focus());
  return result;
}

function whenClosed(callback: () => void, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role=dialog]') && frames > 0) whenClosed(callback, frames - 1);
    else if (document.activeElement === document.body) callback();
  });
}
