import { findComponent } from '@portico/authoring/tree/find';
import { t } from '../../../locale/text.ts';
import { componentLabel } from '../../componentKinds.ts';
import type { DraftSession } from '../../session/draftSession.ts';

/** Describes where a component is now. */
export function placeMessage(session: DraftSession, ids: string[]): string {
  const draft = session.getState()?.view;
  const found = draft && ids[0] !== undefined ? findComponent(draft, ids[0]) : undefined;
  if (!draft || !found) return '';
  const kind = componentLabel(found.component.type);
  const outer = found.place.parent && findComponent(draft, found.place.parent.id);
  const before = found.place.after === null ? undefined : findComponent(draft, found.place.after);
  const where = before
    ? t('studio.saidBehind', { kind, other: componentLabel(before.component.type) })
    : t('studio.saidFirst', { kind });
  return outer ? `${where} ${t('studio.saidIn', { other: componentLabel(outer.component.type) })}` : where;
}
