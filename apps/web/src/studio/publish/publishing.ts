import { publishSeriesChange, type SeriesReach } from '@portico/contracts/studio/eventSeries';
import { getStudioItem, publishStudioItem } from '@portico/contracts/studio/studio';
import { addToRelease } from '@portico/contracts/studio/releases';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { ensureRelease } from '../releases/ReleaseChoice.tsx';
import { whenLabel } from '../releases/releaseLabels.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { saveAll } from '../session/saveAll.ts';
import type { Plan } from './plan.ts';

interface Published {
  /** What happened. */
  message: string;
  /** The id of a change of several dates, to undo it. */
  changeId?: string;
}

/**
 * Saves unsaved changes, then publishes as planned; `reach` is what the editor saw of the other dates of a series.
 * Throws if it failed.
 */
export async function publishAsPlanned(
  session: DraftSession,
  plan: Plan,
  reach: SeriesReach | undefined,
): Promise<Published> {
  await saveAll(session);
  const { item, sequence, view } = session.getState()!;
  const seen = { version: item.version, sequence };
  const marks = Object.entries(plan.marks).map(([key, isMaterial]) => ({ key, isMaterial }));
  const details = {
    ...(plan.note.trim() === '' ? {} : { note: plan.note.trim() }),
    ...(plan.notifyBy.length === 0 ? {} : { notifyBy: plan.notifyBy }),
    ...(plan.isMaterial ? { asksAgain: plan.reason.trim() } : {}),
    ...(marks.length === 0 ? {} : { sections: marks }),
  };
  if (plan.when === 'release') {
    const releaseId = await ensureRelease(plan.release);
    const { name } = await call(addToRelease, {
      params: { releaseId },
      body: { items: [{ itemId: item.id, seen }], ...details },
    });
    await session.refresh().catch(() => undefined);
    return { message: t('releases.saidAdded', { name }) };
  }
  const params = { itemId: item.id };
  if (plan.when === 'now' && plan.scope && reach) {
    const { id, dates } = await call(publishSeriesChange, {
      params,
      body: { ...seen, ...details, scope: plan.scope, dates: reach.dates },
    });
    session.replace(await call(getStudioItem, { params }));
    return { message: t('series.saidChanged', { count: dates + 1 }), changeId: id };
  }
  const goesLiveAt = goesLiveAtOf(plan, view.fields.publishedAt);
  session.replace(
    await call(publishStudioItem, {
      params,
      body: { ...seen, ...goesLiveAt, ...details },
    }),
  );
  return {
    message:
      plan.when === 'later' && plan.goesLiveAt
        ? t('releases.saidScheduled', { when: whenLabel(plan.goesLiveAt) })
        : t('studio.saidPublished'),
  };
}

/** A future date of the item would delay publication, unless the call says `now`. The item keeps it if that fails. */
function goesLiveAtOf({ when, goesLiveAt }: Plan, publishedAt: string | null): { goesLiveAt?: string } {
  if (when === 'later') return goesLiveAt ? { goesLiveAt } : {};
  return publishedAt !== null && Date.parse(publishedAt) > Date.now() ? { goesLiveAt: 'now' } : {};
}
