import {
  searchGroups,
  searchPortal,
  type MarkedText,
  type SearchAnswer,
  type SearchQuery,
} from '@portico/contracts/search';
import type { TestPortal } from '../../../testing/testPortal.ts';

export type Query = Partial<Record<keyof SearchQuery, string | string[]>>;

export const plain = (text: MarkedText): string => text.map((piece) => piece.text).join('');

export const bodyOf = (text: string) => [
  {
    id: 'b1',
    type: 'BodyText' as const,
    body: {
      type: 'doc' as const,
      content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
    },
  },
];

export const asking =
  ({ as }: TestPortal, name = 'ana') =>
  (term: string, query: Query = {}): Promise<SearchAnswer> =>
    as(name).call(searchPortal, { query: { term, ...query } as never });

export const titles = (answer: SearchAnswer): string[] =>
  searchGroups.flatMap((group) => answer[group].results).map(({ header }) => plain(header));
