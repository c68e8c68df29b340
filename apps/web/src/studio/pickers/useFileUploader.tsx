import { hasRoomFor } from '@portico/authoring/applyChange';
import { newComponent } from '@portico/authoring/newComponent';
import { insertAll } from '@portico/authoring/structure';
import { findComponent } from '@portico/authoring/tree/find';
import { MAX_LISTED_FILES } from '@portico/kinds/components/file-list/shape';
import type { ComponentOf } from '@portico/kinds/content';
import type { Change, ItemContent, Place } from '@portico/contracts/studio/draft';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { showToast } from '@portico/ui/toasts';
import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { withTexts } from '../../locale/loadTexts.ts';
import { t } from '../../locale/text.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { ListedFile, UploadRequest } from './startDocument.ts';

const importPanels = withTexts(['forms'], () => import('./FilesPanels.tsx'));
const FilesPanels = lazyInBackground(async () => ({ default: (await importPanels()).FilesPanels }));

type FileList = ComponentOf<'FileList'>;

export interface FileUploader {
  /** Uploads files into the FileList component `listId`, or into a new one at the place. */
  upload: (files: File[], place: Place, listId: string | undefined) => Promise<void>;
  element: ReactNode;
}

/**
 * Uploads files in a panel that shows the progress of each; files that were added together are one undo step. More can
 * be added meanwhile.
 */
export function useFileUploader(session: DraftSession): FileUploader {
  const [requests, setRequests] = useState<readonly UploadRequest[]>([]);
  const upload = useCallback(
    async (files: File[], place: Place, listId: string | undefined) => {
      const state = session.getState();
      if (!state) return;
      const { view: draft, item } = state;
      const list = listId === undefined ? undefined : findList(draft, listId);
      if (!list && !hasRoomFor(draft, newComponent('FileList'))) {
        showToast(t('studio.noRoomForFiles'));
        return;
      }
      const id = crypto.randomUUID();
      const room = MAX_LISTED_FILES - (list?.files.length ?? 0);
      const uploadedFor = { kind: item.kind, fields: draft.fields };
      const listed = await new Promise<ListedFile[]>((done) =>
        setRequests((before) => [...before, { id, files, room, item: uploadedFor, done }]),
      );
      setRequests((before) => before.filter((request) => request.id !== id));
      const now = session.getState()?.view;
      if (!now || listed.length === 0) return;
      const changes = changesFor(now, listed, place, listId);
      if (changes.length === 0) {
        showToast(t('studio.noRoomForFiles'));
        return;
      }
      session.edit(changes);
      const names = listed.map(({ title }) => title).join(', ');
      showToast(t('studio.filesAdded', { count: listed.length, names }), {
        type: 'success',
        action: { label: t('studio.undo'), onPress: () => session.undo() },
      });
    },
    [session],
  );
  const element = requests.length > 0 && (
    <Suspense fallback={null}>
      <FilesPanels requests={requests} />
    </Suspense>
  );
  return { upload, element };
}

function findList(draft: ItemContent, id: string): FileList | undefined {
  const component = findComponent(draft, id)?.component;
  return component?.type === 'FileList' ? component : undefined;
}

/**
 * Changes that add the files. The list or the place may have been removed during the upload; then they go to the
 * nearest remaining place.
 */
function changesFor(
  draft: ItemContent,
  files: ListedFile[],
  place: Place,
  listId: string | undefined,
): readonly Change[] {
  const list = listId === undefined ? undefined : findList(draft, listId);
  if (list && list.files.length + files.length <= MAX_LISTED_FILES)
    return [{ do: 'set', component: { ...list, files: [...list.files, ...files] } }];
  const component: FileList = { ...newComponent('FileList'), files };
  const { changes } = insertAll(draft, [component], place);
  return changes.length > 0
    ? changes
    : insertAll(draft, [component], { tree: place.tree, parent: null, after: null }).changes;
}
