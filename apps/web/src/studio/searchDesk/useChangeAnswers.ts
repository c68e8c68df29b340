import type { CallInput } from '@portico/contracts/endpoint';
import {
  changePinnedAnswers,
  undoPinnedChange,
  type PinnedAnswer,
  type PinnedAnswerList,
  type PinnedChange,
} from '@portico/contracts/pinnedAnswers';
import { getSearchInsights } from '@portico/contracts/studio/insights';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { pinnedAnswersQuery } from './searchDesk.queries.ts';

type ChangeBody = CallInput<typeof changePinnedAnswers>['body'];

/** Changes of pinned answers. Each response replaces the list; a refusal reads it again. */
export function useChangeAnswers() {
  const cache = useQueryClient();
  const { queryKey } = pinnedAnswersQuery();
  const follow = async (work: Promise<PinnedAnswerList>): Promise<PinnedAnswerList> => {
    try {
      const list = await work;
      cache.setQueryData(queryKey, list);
      void cache.invalidateQueries({ queryKey: keyOf(getSearchInsights) });
      return list;
    } catch (error) {
      await cache.invalidateQueries({ queryKey });
      throw error;
    }
  };
  /** Throws what the call throws, after the list was read again. */
  const change = (body: ChangeBody) => follow(call(changePinnedAnswers, { body }));
  const undo = async ({ id }: Pick<PinnedChange, 'id'>, version: number) => {
    try {
      await follow(call(undoPinnedChange, { params: { changeId: String(id) }, body: { version } }));
      showToast(t('searchDesk.saidUndone'), { type: 'success' });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
    }
  };
  const retire = async ({ id, terms }: PinnedAnswer, version: number) => {
    try {
      const list = await change({ version, change: { do: 'Retire', id } });
      showToast(t('searchDesk.saidRetired', { name: terms[0]! }), {
        action: { label: t('shared.undo'), onPress: () => void undo(list.changes[0]!, list.version) },
      });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
    }
  };
  /** The version of the list in the cache, which a refusal has read again. */
  const currentVersion = (): number | undefined => cache.getQueryData(queryKey)?.version;
  return { change, undo, retire, currentVersion };
}
