import { showToast } from '@portico/ui/toasts';
import { useNavigate } from '@tanstack/react-router';
import { reasonOf } from '../reasonOf.ts';
import { duplicateItem } from '../starting/duplicateItem.ts';

/** Copies an event without its people, and opens the copy in the editor. */
export function useDuplicateEvent(): (itemId: string) => Promise<void> {
  const navigate = useNavigate();
  return async (itemId) => {
    try {
      const copy = await duplicateItem({ id: itemId, kind: 'event' });
      await navigate({ to: `/studio/${copy.id}` });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
    }
  };
}
