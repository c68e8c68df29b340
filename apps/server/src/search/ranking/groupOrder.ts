import type { SearchGroupName } from '@portico/contracts/search';
import { tokenize } from '../index/tokens.ts';
import type { RankedItem } from './rankItems.ts';

/** What is in force and says how something is done comes before what only happened or will happen. */
const GROUP_WEIGHTS: Record<SearchGroupName, number> = {
  resourcePages: 1.25,
  documents: 0.85,
  news: 0.9,
  upcomingEvents: 0.6,
  pastEvents: 0.1,
};
/** More of a title says no more: the only word of “Accounts” is in too many terms. */
const MAX_TITLE_SHARE = 0.5;
/** The weight of events for a term that asks for them. */
const ASKED_FOR_WEIGHT = 1.3;

/** What only past events have. */
const RECORDINGS = /\b(?:recordings?|recorded|replays?|recap)\b/u;
/** Beside a word for events, these ask for past ones; alone they don't: a missed deadline, the limits of last year. */
const PAST =
  /\b(?:past|previous|earlier|missed|held)\b|\blast (?:week|month|quarter|year|spring|summer|fall|winter|time)\b/u;
const GATHERINGS =
  /\b(?:events?|webinars?|workshops?|conferences?|seminars?|meetups?|meetings?|sessions?|forums?|summits?|trainings?|town halls?|study groups?)\b/u;
const UPCOMING =
  /\b(?:events?|webinars?|workshops?|conferences?|calendar|attend|attending|register for|sign up for|rsvp|seminars?|meetups?)\b|^(?:when|where) (?:is|are) (?:the|our|my|next)\b/u;
const YEAR = /\b(?:19|20)\d\d\b/gu;

/**
 * The groups on a page of results, best first: by the score of their best item, how much of its title is in the term,
 * and what the group is for. Past events come last, unless the term asks for what is past or is the title of one.
 */
export function orderGroups(
  found: Array<{ item: RankedItem; titleShare: number }>,
  { term, titleWords, now }: { term: string; titleWords: string; now: Date },
): SearchGroupName[] {
  const asked = askedFor(term, now);
  const best = new Map<SearchGroupName, number>();
  for (const { item, titleShare } of found) {
    const isTitle = titleWords === wordsOf(item.header);
    const weight = isTitle || asked.has(item.group) ? ASKED_FOR_WEIGHT : GROUP_WEIGHTS[item.group];
    best.set(
      item.group,
      Math.max(best.get(item.group) ?? 0, item.score * weight * (1 + Math.min(titleShare, MAX_TITLE_SHARE))),
    );
  }
  return [...best].sort(([, a], [, b]) => b - a).map(([group]) => group);
}

function askedFor(term: string, now: Date): Set<SearchGroupName> {
  const words = wordsOf(term);
  const isOver = PAST.test(words) || [...words.matchAll(YEAR)].some(([year]) => Number(year) < now.getUTCFullYear());
  const groups = new Set<SearchGroupName>();
  if (RECORDINGS.test(words) || (isOver && GATHERINGS.test(words))) groups.add('pastEvents');
  else if (UPCOMING.test(words)) groups.add('upcomingEvents');
  return groups;
}

const wordsOf = (text: string): string =>
  tokenize(text)
    .map(({ word }) => word)
    .join(' ');
