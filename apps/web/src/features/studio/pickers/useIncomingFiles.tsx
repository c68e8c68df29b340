import { hasRoomFor } from '@portico/authoring/applyChange';
import { newComponent } from '@portico/authoring/newComponent';
import { findComponent } from '@portico/authoring/tree/find';
import type { ContentComponent } from '@portico/contracts/content';
import type { Place } from '@portico/contracts/studio/draft';
import { showToast } from '@portico/ui/toasts';
import { useCallback, type ReactNode } from 'react';
import { t } from '../../../locale/text.ts';
import { usePicturePicker } from '../item/usePicturePicker.tsx';
import type { PastedComponents } from '../paste/componentsFromClipboard.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { isPicture, pictureOfDataUrl } from '../uploads.ts';
import { useFileUploader } from './useFileUploader.tsx';

export interface IncomingFiles {
  /**
   * Files that were dropped or pasted at a place: each picture becomes a component there, the others become entries of
   * the Files component `listId`, or of a new one.
   */
  bringFiles: (files: File[], place: Place, listId?: string) => Promise<void>;
  /** Pictures of pasted text, whose components are there and wait for them. */
  bringPasted: (pictures: PastedComponents['pictures']) => Promise<void>;
  element: ReactNode;
}

/** Uploads what comes into an item from outside. Pictures come one after the other, each with its alternative text. */
export function useIncomingFiles(session: DraftSession): IncomingFiles {
  const { pick, element } = usePicturePicker();
  const uploader = useFileUploader(session);
  const { upload } = uploader;
  const bringPictures = useCallback(
    async (files: File[], place: Place): Promise<Place> => {
      let { after } = place;
      for (const file of files) {
        const empty = newComponent('Image');
        const draft = session.getState()?.view;
        if (!draft || !hasRoomFor(draft, empty)) {
          showToast(t('studio.noRoomForPicture', { name: file.name }));
          break;
        }
        const image = await pick({ file });
        if (!image) continue;
        const component = { ...empty, image } as ContentComponent;
        session.edit([{ do: 'insert', component, place: { ...place, after } }]);
        after = component.id;
      }
      return { ...place, after };
    },
    [session, pick],
  );
  const bringFiles = useCallback(
    async (files: File[], place: Place, listId?: string) => {
      const behind = await bringPictures(files.filter(isPicture), place);
      const others = files.filter((file) => !isPicture(file));
      if (others.length > 0) await upload(others, behind, listId);
    },
    [bringPictures, upload],
  );
  const bringPasted = useCallback(
    async (pictures: PastedComponents['pictures']) => {
      let count = 0;
      for (const { componentId, src, alt } of pictures) {
        const file = pictureOfDataUrl(src);
        const image = file && (await pick({ file, alt }));
        const draft = session.getState()?.view;
        const found = draft && findComponent(draft, componentId);
        if (image && found) session.edit([{ do: 'set', component: { ...found.component, image } as ContentComponent }]);
        else count += 1;
      }
      if (count > 0) showToast(t('studio.picturesMissing', { count }));
    },
    [session, pick],
  );
  return {
    bringFiles,
    bringPasted,
    element: (
      <>
        {element}
        {uploader.element}
      </>
    ),
  };
}
