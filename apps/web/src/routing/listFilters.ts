import { MAX_LIST_TEXT, MAX_PAGE } from '@portico/contracts/paging';
import { cleanText } from '@portico/kinds/typedText';
import { anyTime, periodInput, periodLabel, periodSearch, readPeriod, type Period } from './period.ts';
import { valuesOf, type SearchParams } from './searchParams.ts';

const MAX_NAMES = 20;

/** One filter of a list: how the address holds it, what the API call gets, and how a reader removes it. */
export interface Filter<Value, Asked extends object = object> {
  /** Missing and invalid values count as absent. */
  read(search: Record<string, unknown>): Value;
  /** Parameters of the address; none for what an empty address means. `filters` are all values of the list. */
  address(value: Value, filters: Record<string, unknown>): SearchParams;
  /** Parameters of the API call. */
  asked(value: Value, now: Date): Asked;
  /** For a filter that hides items: each value that does, with what is left without it. */
  active?(value: Value): Array<{ label: string; without: Value }>;
}

type Filters = Record<string, Filter<unknown>>;
type ValuesOf<Described extends Filters> = { [Name in keyof Described]: ReturnType<Described[Name]['read']> };
/** All parameters of the call together. */
type AskedBy<Described extends Filters> = {
  [Name in keyof Described]: (asked: ReturnType<Described[Name]['asked']>) => void;
}[keyof Described] extends (asked: infer All) => void
  ? All
  : never;

/** All that a page needs to know about the filters, order and paging of its list. */
export interface ListFilters<Values, Asked = unknown> {
  read: (search: Record<string, unknown>) => Values;
  address: (filters: Values) => SearchParams;
  asked: (filters: Values, now: Date) => Asked;
  /** What hides items, each with the change that removes it. */
  active: (filters: Values) => Array<{ name: keyof Values; label: string; change: Partial<Values> }>;
  /** The change that removes everything that hides items. */
  cleared: Partial<Values>;
}

/** Describes a list. Parameters of the address are in the order of the filters. */
export function listFilters<Described extends Filters>(
  described: Described,
): ListFilters<ValuesOf<Described>, AskedBy<Described>> {
  const entries = Object.entries(described);
  const collected = (valueOf: (filter: Filter<unknown>) => unknown, chosen = entries) =>
    Object.fromEntries(chosen.map(([name, filter]) => [name, valueOf(filter)])) as ValuesOf<Described>;
  return {
    read: (search) => collected((filter) => filter.read(search)),
    address: (filters) => merged(entries.map(([name, filter]) => filter.address(filters[name], filters))),
    asked: (filters, now) => merged(entries.map(([name, filter]) => filter.asked(filters[name], now))),
    active: (filters) =>
      entries.flatMap(([name, filter]) =>
        (filter.active?.(filters[name]) ?? []).map(({ label, without }) => ({
          name: name as keyof Described,
          label,
          change: { [name]: without } as Partial<ValuesOf<Described>>,
        })),
      ),
    cleared: collected(
      (filter) => filter.read({}),
      entries.filter(([, filter]) => filter.active),
    ),
  };
}

const merged = <Merged>(parts: object[]): Merged => Object.assign({}, ...parts) as Merged;

/** The first value of a name in the address, or empty. */
export const firstOf = (search: Record<string, unknown>, name: string): string => valuesOf(search, name)[0] ?? '';

/** The page number in the address, counted from 1; an invalid one is 1. */
export function readPage(search: Record<string, unknown>, name = 'page'): number {
  const text = firstOf(search, name);
  const page = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
  return page <= MAX_PAGE ? page : 1;
}

/** Without a size, the call decides how many items are on a page. */
export const pageFilter = (pageSize?: number) =>
  ({
    read: (search) => readPage(search),
    address: (page): SearchParams => (page > 1 ? { page: String(page) } : {}),
    asked: (page) => ({ page: String(page), ...(pageSize === undefined ? {} : { pageSize: String(pageSize) }) }),
  }) satisfies Filter<number>;

/** Text to search the list for, trimmed; empty for none. */
export const textFilter = {
  read: (search): string => cleanText(cleanText(firstOf(search, 'text')).slice(0, MAX_LIST_TEXT)),
  address: (text) => (text === '' ? {} : { text }),
  asked: (text): { text?: string } => (text === '' ? {} : { text }),
  active: (text) => (text === '' ? [] : [{ label: `“${text}”`, without: '' }]),
} satisfies Filter<string>;

export const periodFilter = {
  read: readPeriod,
  address: periodSearch,
  asked: periodInput,
  active: (period) => {
    const label = periodLabel(period);
    return label === undefined ? [] : [{ label, without: anyTime }];
  },
} satisfies Filter<Period>;

/** Values of one name in the address, without duplicates, at most as many as a call accepts. */
export const namesFilter = <Name extends string, Value extends string = string>(
  name: Name,
  maxLength: number,
  isKnown = (_: string): _ is Value => true,
) =>
  ({
    read: (search) =>
      [...new Set(valuesOf(search, name))]
        .filter((value) => value !== '' && value.length <= maxLength)
        .filter(isKnown)
        .slice(0, MAX_NAMES),
    address: (values): SearchParams => (values.length > 0 ? { [name]: values } : {}),
    asked: (values) => (values.length > 0 ? { [name]: values } : {}) as Partial<Record<Name, Value[]>>,
    active: (values) => values.map((value) => ({ label: value, without: values.filter((other) => other !== value) })),
  }) satisfies Filter<Value[]>;

/** One value of a name in the address; undefined for all. */
export const nameFilter = <Name extends string>(name: Name, maxLength: number) => {
  const names = namesFilter(name, maxLength);
  const listOf = (value: string | undefined) => (value === undefined ? [] : [value]);
  return {
    read: (search): string | undefined => names.read(search)[0],
    address: (value) => names.address(listOf(value)),
    asked: (value) => names.asked(listOf(value)),
    active: (value) => listOf(value).map((label) => ({ label, without: undefined })),
  } satisfies Filter<string | undefined>;
};

/** Orders of a list by name, with what the call gets. */
export const orders = {
  newest: { sortBy: 'Date', sort: 'Descending' },
  oldest: { sortBy: 'Date', sort: 'Ascending' },
  'a-z': { sortBy: 'Title', sort: 'Ascending' },
  'z-a': { sortBy: 'Title', sort: 'Descending' },
} as const;

/**
 * One of several choices, with what the call gets for each; the first is the default, which the address omits. Letter
 * case does not matter in the address.
 */
export const choiceFilter = <Choice extends string, Asked extends object>(
  name: string,
  choices: Record<Choice, Asked>,
) => {
  const all = Object.keys(choices) as Choice[];
  return {
    read: (search) => {
      const text = firstOf(search, name).toLowerCase();
      return all.find((choice) => choice.toLowerCase() === text) ?? all[0]!;
    },
    address: (choice): SearchParams => (choice === all[0] ? {} : { [name]: choice.toLowerCase() }),
    asked: (choice) => choices[choice],
  } satisfies Filter<Choice>;
};

/** How a list shows its items. */
export type ListView = 'cards' | 'table';

/** The view in the address; undefined if it leaves the choice to the reader. */
export const viewFilter = {
  read: (search): ListView | undefined => {
    const view = firstOf(search, 'view');
    return view === 'cards' || view === 'table' ? view : undefined;
  },
  address: (view) => (view ? { view } : {}),
  asked: () => ({}),
} satisfies Filter<ListView | undefined>;
