import { hasRoomFor } from '@portico/authoring/applyChange';
import { newComponent } from '@portico/authoring/newComponent';
import { findComponent } from '@portico/authoring/tree/find';
import type { ContentComponent } from '@portico/kinds/content';
import type { Place } from '@portico/contracts/studio/draft';
import { showToast } from '@portico/ui/toasts';
import { useCallback, type ReactNode } from 'react';
import { t } from '../../locale/text.ts';
import { usePicturePicker } from './usePicturePicker.tsx';
import type { PastedComponents } from '../paste/plainReader.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { isPicture, pictureOfDataUrl } from '../uploads.ts';
import { useFileUploader } from './useFileUploader.tsx';

export interface IncomingFiles {
  /**
   * Adds files that were dropped or pasted at a place: each picture becomes a component there, the others become
   * entries of the FileList component `listId` or of a new one.
   */
  addFiles: (files: File[], place: Place, listId?: string) => Promise<void>;
  /** Uploads pictures from pasted content, whose components already exist without them. */
  addPastedPictures: (pictures: PastedComponents['pictures']) => Promise<void>;
  element: ReactNode;
  /** The uploads in progress, for the bar of the editor. */
  uploads: ReactNode;
}

/**
 * Uploads files added to an item from outside. Pictures are processed one at a time, each with its alternative text.
 */
export function useIncomingFiles(session: DraftSession): IncomingFiles {
  const { pick, element } = usePicturePicker();
  const uploader = useFileUploader(session);
  const { upload } = uploader;
  const addPictures = useCallback(
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
        const component = { ...empty, image };
        session.edit([{ do: 'insert', component, place: { ...place, after } }]);
        after = component.id;
      }
      return { ...place, after };
    },
    [session, pick],
  );
  const addFiles = useCallback(
    async (files: File[], place: Place, listId?: string) => {
      const placeAfter = await addPictures(files.filter(isPicture), place);
      const others = files.filter((file) => !isPicture(file));
      if (others.length > 0) await upload(others, placeAfter, listId);
    },
    [addPictures, upload],
  );
  const addPastedPictures = useCallback(
    async (pictures: PastedComponents['pictures']) => {
      let missingCount = 0;
      for (const { componentId, src, alt } of pictures) {
        const file = pictureOfDataUrl(src);
        const image = file && (await pick({ file, alt }));
        const draft = session.getState()?.view;
        const found = draft && findComponent(draft, componentId);
        if (image && found) session.edit([{ do: 'set', component: { ...found.component, image } as ContentComponent }]);
        else missingCount += 1;
      }
      if (missingCount > 0) showToast(t('studio.picturesMissing', { count: missingCount }));
    },
    [session, pick],
  );
  return {
    addFiles,
    addPastedPictures,
    element,
    uploads: uploader.element,
  };
}
