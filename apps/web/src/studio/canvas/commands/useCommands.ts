import { findComponent } from '@portico/authoring/tree/find';
import { showToast } from '@portico/ui/toasts';
import { useCallback, type RefObject } from 'react';
import { t } from '../../../locale/text.ts';
import { droppedOf, reportDropped } from '../../paste/droppedLabel.ts';
import type { DraftSession } from '../../session/draftSession.ts';
import { copyToClipboard } from './clipboard.ts';
import { outcomeOf, outermost, type CommandName } from './commands.ts';
import { placeMessage } from './placeMessage.ts';
import type { Selection } from './useSelection.ts';

interface CommandDependencies {
  latest: RefObject<Selection>;
  selectAll: (ids: readonly string[]) => void;
  say: (message: string) => void;
}

/** Runs a command on the selection, selects the result, and announces what happened. */
export function useCommands(
  session: DraftSession,
  { latest, selectAll, say }: CommandDependencies,
): (name: CommandName) => void {
  return useCallback(
    (name: CommandName) => {
      const draft = session.getState()?.view;
      if (!draft) return;
      const ids = outermost(draft, latest.current.ids);
      if (name === 'copy' || name === 'cut')
        copyToClipboard(ids.flatMap((id) => findComponent(draft, id)?.component ?? []));
      const outcome = outcomeOf(draft, name, ids);
      if (outcome.left) reportDropped(droppedOf(outcome.left), outcome.changes.length > 0 ? session.undo : undefined);
      if (outcome.changes.length === 0 && name !== 'copy') {
        say(t('studio.saidNotPossible'));
        return;
      }
      if (outcome.changes.length > 0) session.edit(outcome.changes);
      selectAll(outcome.select);
      say(outcome.message || placeMessage(session, outcome.select));
      if (name === 'remove')
        showToast(outcome.message, { action: { label: t('studio.undo'), onPress: () => session.undo() } });
    },
    [session, latest, selectAll, say],
  );
}
