import type { AudienceMarks } from './audienceMarks.ts';
import type { FrontMarks } from './frontMarks.ts';
import type { Mark } from './marks.ts';
import type { PairResult } from './pair.ts';
import type { SearchMarks } from './searchMarks.ts';
import type { ListMarks } from './serverMarks.ts';

export interface Measured {
  lists: ListMarks;
  search: SearchMarks;
  audiences: AudienceMarks[];
  front: FrontMarks;
  /** With 100,000 items. */
  many?: SearchMarks;
}

/** The measured values next to their goals. */
export const tableRows = (measured: Measured): Mark[] => [
  ...serverRows(measured),
  ...measured.audiences.flatMap(audienceRows),
  ...rowsOfMany(measured),
  ...frontRows(measured.front),
];

type Goals = [must: number, worldClass: number];

const most = (work: string, unit: Mark['unit'], measured: number, [must, worldClass]: Goals): Mark => ({
  work,
  measured,
  must,
  worldClass,
  unit,
  isMoreBetter: true,
});
const least = (...row: Parameters<typeof most>): Mark => ({ ...most(...row), isMoreBetter: false });
const ratio = (work: string, pair: PairResult, goals: Goals): Mark => ({
  ...most(work, '', pair.ratio, goals),
  spread: pair.spread,
  pair,
});
const times = (work: string, one: number, other: number, goals: Goals): Mark => least(work, '', one / other, goals);

const serverRows = ({ lists, search }: Measured): Mark[] => {
  const { coldStart, memory, writes } = lists;
  const inTurn = `detail, ${lists.itemsInTurn.toLocaleString('en')} items in turn, to plain`;
  return [
    ratio('list of 10 of 10,000 with its total, 16 connections, to plain', lists.list, [1, 2]),
    ratio('the same, 64 connections', lists.listOfMany, [1, 2]),
    ratio('detail, 2,000 items asked again and again, to plain', lists.detail, [0.6, 0.75]),
    ratio(inTurn, lists.detailInTurn, [0.6, 0.8]),
    ratio('search over title and description, to plain', search.search, [0.6, 0.9]),
    ratio('the same, each term for the first time', search.firstSearch, [0.7, 1.2]),
    least('CPU of the request thread per first search', 'ms', search.firstSearch.portal.mainThreadMs, [1, 0.5]),
    ratio('task created, 16 connections, to plain', writes.task, [0.6, 0.8]),
    ratio('the same, 64 connections', writes.taskOfMany, [0.6, 0.8]),
    most(
      'tasks created by the portal, 64 connections to 16',
      '',
      writes.taskOfMany.portal.requestsPerSecond / writes.task.portal.requestsPerSecond,
      [1, 1],
    ),
    ratio('registration for one event, 16 connections, to plain', writes.registration, [0.6, 0.8]),
    {
      ...least('cold start to the first signed-in response, to plain', '', coldStart.ratio, [1.4, 1.2]),
      spread: coldStart.spread,
    },
    times('memory when idle, to plain', memory.idleMib.portal, memory.idleMib.plain, [2, 1.6]),
    least('memory at its peak, with searches, writes and pictures', 'MiB', memory.peakMib, [240, 200]),
  ];
};

const audienceRows = ({ rules, list, detail, search }: AudienceMarks): Mark[] => {
  const by = `with ${rules.toLocaleString('en')} audience rules, to advisor types`;
  return [
    ratio(`list ${by}`, list, [0.9, 1]),
    ratio(`detail ${by}`, detail, [0.9, 1]),
    ratio(`search ${by}`, search, [0.9, 1]),
  ];
};

const rowsOfMany = ({ search, many }: Measured): Mark[] =>
  many
    ? [
        times('list among 100,000, p50 to 10,000', many.list.portal.p50Ms, search.list.portal.p50Ms, [1.3, 1.1]),
        times(
          'first search among 100,000, p50 to 10,000',
          many.firstSearch.portal.p50Ms,
          search.firstSearch.portal.p50Ms,
          [2.5, 1.5],
        ),
        ratio('search among 100,000, to plain', many.search, [0.6, 0.9]),
        ratio('first search among 100,000, to plain', many.firstSearch, [1.5, 3]),
        least(
          'CPU of the request thread per first search among 100,000',
          'ms',
          many.firstSearch.portal.mainThreadMs,
          [1, 0.5],
        ),
      ]
    : [];

const frontRows = (front: FrontMarks): Mark[] => [
  least('script before the first paint, sign-in', 'KB', front.signInScriptKb, [110, 90]),
  least('script before the first paint, dashboard', 'KB', front.dashboardScriptKb, [115, 100]),
  least('requests before the first paint, dashboard', 'files', front.requestsBeforePaint, [16, 12]),
  least('bytes without pictures, dashboard', 'KB', front.kbWithoutPictures, [220, 180]),
  least(
    `layout shift at 412 px with an empty cache, worst page (${front.shift.path})`,
    '',
    front.shift.value,
    [0.02, 0],
  ),
  ...Object.entries(front.lighthouse).map(([page, score]) =>
    most(`Lighthouse on a phone, ${page}`, 'points', score, page === 'sign-in' ? [97, 99] : [92, 97]),
  ),
];
