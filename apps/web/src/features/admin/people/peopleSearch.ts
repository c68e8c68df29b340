import { peopleOrders, personRoles, personStates, signInPeriods } from '@portico/contracts/admin/people';
import { advisorTypes } from '@portico/kinds/advisorType';
import { audienceDimensions } from '@portico/kinds/audience';
import { stringifySearch } from '../../../routing/searchParams.ts';
import type { PeopleQuery } from '../admin.queries.ts';

/** A value of the address, if it is one of the options. The router reads digits as a number. */
const optionIn = <Value extends string>(options: readonly Value[], value: unknown): Value | undefined =>
  options.find((option) => option === String(value));

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The filters in the address. What is none is ignored. */
export function readPeopleQuery(search: Record<string, unknown>): PeopleQuery {
  const [dimension, value] = [optionIn(audienceDimensions, search['dimension']), textIn(search['value'])];
  const read: PeopleQuery = {
    text: textIn(search['text']),
    advisorType: optionIn(advisorTypes, search['advisorType']),
    role: optionIn(personRoles, search['role']),
    state: optionIn(personStates, search['state']),
    signedIn: optionIn(signInPeriods, search['signedIn']),
    sort: optionIn(peopleOrders, search['sort']),
    ...(dimension !== undefined && value !== undefined ? { dimension, value } : {}),
    ...(Number(search['page']) > 1 ? { page: String(search['page']) } : {}),
  };
  return Object.fromEntries(Object.entries(read).filter(([, one]) => one !== undefined));
}

export const hasFilters = ({ page: _, sort: __, ...filters }: PeopleQuery): boolean => Object.keys(filters).length > 0;

export const peopleHref = (query: PeopleQuery): string => `/admin/people${stringifySearch(query)}`;
export const personHref = (userId: string): string => `/admin/people?person=${userId}`;
