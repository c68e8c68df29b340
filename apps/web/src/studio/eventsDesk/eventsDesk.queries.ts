import type { CallInput } from '@portico/contracts/endpoint';
import {
  countRecipients,
  getDeskEvent,
  listCheckIn,
  listDeskEvents,
  listRoster,
  type Recipients,
} from '@portico/contracts/studio/eventsDesk';
import { getDeskSeries, getSeriesChange, previewSeries, type SeriesRule } from '@portico/contracts/studio/eventSeries';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/** People register while the list is open. */
const REFRESH_MS = 15_000;

export type DeskQuery = CallInput<typeof listDeskEvents>['query'];
export type RosterQuery = CallInput<typeof listRoster>['query'];

export const deskEventsQuery = (input: DeskQuery) =>
  queryOptions({ ...query(listDeskEvents, { query: input }), placeholderData: keepPreviousData });

export const deskEventQuery = (itemId: string) =>
  queryOptions({ ...query(getDeskEvent, { params: { itemId } }), refetchInterval: REFRESH_MS });

export const rosterQuery = (itemId: string, input: RosterQuery) =>
  queryOptions({
    ...query(listRoster, { params: { itemId }, query: input }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** The whole roster; a device at the door keeps it when it goes offline. */
export const checkInQuery = (itemId: string) =>
  queryOptions({ ...query(listCheckIn, { params: { itemId } }), refetchInterval: REFRESH_MS, throwOnError: false });

export const recipientsQuery = (itemId: string, to: Recipients) =>
  queryOptions({
    ...query(countRecipients, { params: { itemId }, body: to }),
    throwOnError: false,
  });

export const deskSeriesQuery = (itemId: string) => query(getDeskSeries, { params: { itemId } });

/** Which other dates the draft of an event, as of a save, would change. */
export const seriesReachQuery = (itemId: string, sequence: number) =>
  queryOptions({
    ...query(getSeriesChange, { params: { itemId } }, { version: sequence }),
    placeholderData: keepPreviousData,
    throwOnError: false,
    retry: false,
  });

const noRule: SeriesRule = { unit: 'Day', every: 1, weekdays: [], monthDay: 'SameDay', count: null, until: null };

/** The dates that an event would have; without a rule, nothing is called. */
export const seriesPreviewQuery = (itemId: string, rule: SeriesRule | undefined) => {
  return queryOptions({
    ...query(previewSeries, { params: { itemId }, body: { rule: rule ?? noRule } }),
    enabled: rule !== undefined,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
};
