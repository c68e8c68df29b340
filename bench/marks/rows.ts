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
  many?: { listMs: number; search: SearchMarks };
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
const ratio = (work: string, { ratio: measured, spread }: PairResult, goals: Goals): Mark => ({
  ...most(work, '', measured, goals),
  spread,
});

const serverRows = ({ lists: { list, listOfMany, detail, coldStartMs, memory }, search }: Measured): Mark[] => [
  ratio('list of 10 of 10,000 with its total, 16 connections, to plain', list, [1, 2]),
  ratio('the same, 64 connections', listOfMany, [1, 2]),
  ratio('detail, to plain', detail, [0.6, 0.75]),
  ratio('search over title and description, to plain', search.search, [0.6, 0.9]),
  ratio('the same, each term for the first time', search.firstSearch, [0.6, 0.9]),
  least('CPU of the request thread per first search', 'ms', search.requestThreadMs, [1, 0.5]),
  least('cold start to the first signed-in response', 'ms', coldStartMs.portal, [700, 400]),
  least('cold start of plain', 'ms', coldStartMs.plain, [700, 400]),
  least('memory when idle', 'MiB', memory.idleMib, [150, 110]),
  least('memory at its peak', 'MiB', memory.peakMib, [240, 200]),
];

const audienceRows = ({ rules, list, detail, search }: AudienceMarks): Mark[] => {
  const by = `with ${rules.toLocaleString('en')} audience rules, to advisor types`;
  return [
    ratio(`list ${by}`, list, [0.9, 1]),
    ratio(`detail ${by}`, detail, [0.9, 1]),
    ratio(`search ${by}`, search, [0.9, 1]),
  ];
};

const rowsOfMany = ({ lists, search, many }: Measured): Mark[] =>
  many
    ? [
        least('list among 100,000, p50 to 10,000', '', many.listMs / lists.list.portal.p50Ms, [1.3, 1.1]),
        least(
          'first search among 100,000, p50 to 10,000',
          '',
          many.search.firstSearch.portal.p50Ms / search.firstSearch.portal.p50Ms,
          [2.5, 1.5],
        ),
        ratio('search among 100,000, to plain', many.search.search, [0.6, 0.9]),
        ratio('first search among 100,000, to plain', many.search.firstSearch, [0.6, 0.9]),
        least('CPU of the request thread per first search among 100,000', 'ms', many.search.requestThreadMs, [1, 0.5]),
      ]
    : [];

const frontRows = (front: FrontMarks): Mark[] => [
  least('script before the first paint, sign-in', 'KB', front.signInScriptKb, [110, 90]),
  least('script before the first paint, dashboard', 'KB', front.dashboardScriptKb, [130, 110]),
  least('requests before the first paint, dashboard', 'files', front.requestsBeforePaint, [20, 12]),
  least('bytes without pictures, dashboard', 'KB', front.kbWithoutPictures, [260, 180]),
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
