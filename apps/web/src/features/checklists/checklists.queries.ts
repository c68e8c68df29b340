import { ApiError } from '@portico/client/ApiError';
import {
  getChecklistMarks,
  setChecklistMark,
  type ChecklistMarks,
  type MarkState,
} from '@portico/contracts/checklists';
import { showToast } from '@portico/ui/toasts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { tell } from '../../api/liveTopics.ts';
import { t } from '../../locale/text.ts';

const MESSAGE_MS = 10_000;

/** The person's marks of a checklist. A failure shows in the checklist and leaves the page alone. */
export const marksQuery = (componentId: string) =>
  queryOptions({
    queryKey: ['checklists', componentId],
    queryFn: ({ signal }) => call(getChecklistMarks, { params: { componentId } }, { signal }),
    throwOnError: false,
  });

interface Mark {
  itemId: string;
  status: MarkState;
}

/** Sets marks, one after the other. Each shows at once; when the server does not keep it the last one that it kept is back, and a message says so. */
export function useMark(componentId: string) {
  const cache = useQueryClient();
  const { queryKey } = marksQuery(componentId);
  /** By item that has marks on their way: how many, and what the server has. */
  const underWay = useRef(new Map<string, { count: number; kept: MarkState }>()).current;
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
      const { count, kept } = underWay.get(itemId) ?? {
        count: 0,
        kept: cache.getQueryData<ChecklistMarks>(queryKey)?.marks[itemId] ?? 'Unchecked',
      };
      underWay.set(itemId, { count: count + 1, kept });
      // Shown before the answers of others are waited out, so that the box does not blink.
      const cancelled = cache.cancelQueries({ queryKey });
      put(mark);
      await cancelled;
    },
    onSuccess: (_, { itemId, status }) => {
      underWay.set(itemId, { count: underWay.get(itemId)?.count ?? 1, kept: status });
      tell('checklists');
    },
    onError: (error, { itemId }) => {
      const { count, kept } = underWay.get(itemId)!;
      // A later mark of the same item says for itself what becomes of it.
      if (count === 1) put({ itemId, status: kept });
      showToast(`${t('widgets.notMarked')} ${error instanceof ApiError ? error.detail : ''}`.trim(), {
        type: 'error',
        duration: MESSAGE_MS,
      });
    },
    onSettled: (_result, _error, { itemId }) => {
      const { count, kept } = underWay.get(itemId)!;
      if (count > 1) underWay.set(itemId, { count: count - 1, kept });
      else underWay.delete(itemId);
      // The to-do widget tells how far a checklist has come.
      void cache.invalidateQueries({ queryKey: ['todo', 'active'] });
      if (cache.isMutating({ mutationKey: queryKey }) <= 1) void cache.invalidateQueries({ queryKey });
    },
  });
}
