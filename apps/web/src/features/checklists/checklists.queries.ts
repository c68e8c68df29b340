import { ApiError } from '@portico/client/ApiError';
import {
  getChecklistMarks,
  setChecklistMark,
  type ChecklistMarks,
  type MarkState,
} from '@portico/contracts/checklists';
import { listActiveTasks } from '@portico/contracts/todo';
import { showToast } from '@portico/ui/toasts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { notifyOtherTabs } from '../../api/liveTopics.ts';
import { keyOf, query } from '../../api/query.ts';
import { t } from '../../locale/text.ts';

const MESSAGE_MS = 10_000;

/** The reader's marks of a checklist. A failure shows in the checklist, not on the whole page. */
export const marksQuery = (componentId: string) =>
  queryOptions({
    ...query(getChecklistMarks, { params: { componentId } }),
    throwOnError: false,
  });

interface Mark {
  itemId: string;
  status: MarkState;
}

/**
 * Sets marks sequentially. Each shows immediately; when saving fails, the last saved mark is restored and a message
 * says so.
 */
export function useMark(componentId: string) {
  const cache = useQueryClient();
  const { queryKey } = marksQuery(componentId);
  /** Items with pending marks: how many, and the last saved mark. */
  const pending = useRef(new Map<string, { count: number; saved: MarkState }>()).current;
  const put = ({ itemId, status }: Mark) =>
    cache.setQueryData(
      queryKey,
      (known: ChecklistMarks | undefined) => known && { marks: { ...known.marks, [itemId]: status } },
    );

  return useMutation({
    mutationKey: queryKey,
    scope: { id: `checklist ${componentId}` },
    mutationFn: ({ itemId, status }: Mark) =>
      call(setChecklistMark, { params: { componentId, itemId }, body: { status } }),
    onMutate: async (mark: Mark) => {
      const { itemId } = mark;
      const { count, saved } = pending.get(itemId) ?? {
        count: 0,
        saved: cache.getQueryData<ChecklistMarks>(queryKey)?.marks[itemId] ?? 'Unchecked',
      };
      pending.set(itemId, { count: count + 1, saved });
      // Shows the mark before waiting for canceled queries, so that the box does not flicker.
      const canceled = cache.cancelQueries({ queryKey });
      put(mark);
      await canceled;
    },
    onSuccess: (_, { itemId, status }) => {
      pending.set(itemId, { count: pending.get(itemId)?.count ?? 1, saved: status });
      notifyOtherTabs('checklists');
    },
    onError: (error, { itemId }) => {
      const { count, saved } = pending.get(itemId)!;
      // If a later mark of the same item fails too, that one restores the saved mark.
      if (count === 1) put({ itemId, status: saved });
      showToast(`${t('widgets.notMarked')} ${error instanceof ApiError ? error.detail : ''}`.trim(), {
        type: 'error',
        duration: MESSAGE_MS,
      });
    },
    onSettled: (_result, _error, { itemId }) => {
      const { count, saved } = pending.get(itemId)!;
      if (count > 1) pending.set(itemId, { count: count - 1, saved });
      else pending.delete(itemId);
      // The to-do widget shows the progress of checklists.
      void cache.invalidateQueries({ queryKey: keyOf(listActiveTasks) });
      if (cache.isMutating({ mutationKey: queryKey }) <= 1) void cache.invalidateQueries({ queryKey });
    },
  });
}
