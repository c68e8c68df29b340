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

export interface IncomingPictures {
  /** Files that were dropped or pasted at a place: each picture becomes a component there. */
  bringFiles: (files: File[], place: Place) => Promise<void>;
  /** Pictures of pasted text, whose components are there and wait for them. */
  bringPasted: (pictures: PastedComponents['pictures']) => Promise<void>;
  element: ReactNode;
}

/** Uploads pictures that come into an item from outside, one after the other, and asks for their alternative text. */
export function useIncomingPictures(session: DraftSession): IncomingPictures {
  const { pick, element } = usePicturePicker();
  const bringFiles = useCallback(
    async (files: File[], place: Place) => {
      let { after } = place;
      for (const file of files.filter(isPicture)) {
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
      const others = files.filter((file) => !isPicture(file));
      if (others.length > 0) showToast(t('studio.notPictures', { names: others.map(({ name }) => name).join(', ') }));
    },
    [session, pick],
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
  return { bringFiles, bringPasted, element };
}
