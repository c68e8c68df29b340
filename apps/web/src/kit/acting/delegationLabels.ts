import type { ActingScope, Delegation } from '@portico/contracts/acting';
import { eventDateLabel } from '../../dates/dateLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';

export const scopeTexts: Record<ActingScope, { label: TextKey; help: TextKey }> = {
  Duties: { label: 'acting.duties', help: 'acting.dutiesHelp' },
  Tasks: { label: 'acting.tasks', help: 'acting.tasksHelp' },
  Notices: { label: 'acting.notices', help: 'acting.noticesHelp' },
  Events: { label: 'acting.events', help: 'acting.eventsHelp' },
  Forms: { label: 'acting.forms', help: 'acting.formsHelp' },
};

/** "April 15, 2026", of a day. */
const dayLabel = (day: string): string => eventDateLabel(`${day}T12:00:00Z`, 'UTC');

export const termLabel = ({ state, from, until }: Pick<Delegation, 'state' | 'from' | 'until'>): string =>
  state === 'Current'
    ? t('acting.until', { day: dayLabel(until) })
    : t('acting.fromUntil', { from: dayLabel(from), until: dayLabel(until) });

export const scopesLabel = (scopes: ActingScope[]): string =>
  scopes.map((scope) => t(scopeTexts[scope].label)).join(' · ');
