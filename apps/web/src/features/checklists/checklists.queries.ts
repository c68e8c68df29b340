import { ApiError } from '@portico/client/ApiError';
import { getChecklistMarks, setChecklistMark, type ChecklistMarks, type MarkState } from '@portico/contracts/checklists';
import { showToast } from '@portico/ui/toasts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Sets marks, one after the other. Each shows at once; it is taken back when the server does not keep it, and a message says so. */
export function useMark(componentId: string) {
  const cache = useQueryClient();
  const { queryKey } = marksQuery(componentId);
  const put = ({ itemId, status }: Mark) =>
    cache.setQueryData(queryKey, (known: ChecklistMarks | undefined) => known && { marks: { ...known.marks, [itemId]: status } });

  return useMutation({
    mutationKey: queryKey,
    scope: { id: `checklist ${componentId}` },
    mutationFn: ({ itemId, status }: Mark) => call(setChecklistMark, { params: { componentId, itemId }, body: { status } }),
    onMutate: async (mark: Mark) => {
      await cache.cancelQueries({ queryKey });
      put(mark);
    },
    onSuccess: () => tell('checklists'),
    onError: (error, mark) => {
      put({ ...mark, status: mark.status === 'Checked' ? 'Unchecked' : 'Checked' });
      showToast(`${t('widgets.notMarked')} ${error instanceof ApiError ? error.detail : ''}`.trim(), { type: 'error', duration: MESSAGE_MS });
    },
    onSettled: () => {
      // The to-do widget tells how far a checklist has come.
      void cache.invalidateQueries({ queryKey: ['todo', 'active'] });
      if (cache.isMutating({ mutationKey: queryKey }) <= 1) void cache.invalidateQueries({ queryKey });
    },
  });
}
