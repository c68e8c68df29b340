import { z } from 'zod/mini';
import { OffsetInstantInput } from '../base/dayInputs.ts';
import { cleanText } from '@portico/kinds/typedText';
import { NewAbbreviation } from './abbreviations.ts';
import { nonEmptyText } from '@portico/kinds/contentBase';
import { Category, MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { endpoint } from '../base/endpoint.ts';
import { DocumentFormat } from '@portico/kinds/media';
import { MAX_PAGE_SIZE, queryInt, queryList } from '../base/paging.ts';

/** Minimum letters of a term after trimming. Source: spec §5. */
export const MIN_TERM_LENGTH = 4;
/** Minimum letters of the name of a form or rule, such as W-9, and of a known abbreviation. */
export const MIN_NAME_LENGTH = 2;
export const MAX_TERM_LENGTH = 200;
/** Results per group in the first response, and per "show more". */
export const SEARCH_PAGE_SIZE = 5;
/**
 * Results beyond this offset are not returned: no one reads that far, and each page costs more than the previous one.
 */
export const MAX_SEARCH_OFFSET = 500;

export const searchScopes = ['All', 'News', 'Events', 'Resources', 'Documents'] as const;
export const SearchScope = z.enum(searchScopes);
export type SearchScope = z.infer<typeof SearchScope>;

/**
 * `Date` sorts upcoming events soonest first and everything else newest first. It sorts only the best matches of each
 * group.
 */
export const searchOrders = ['Relevance', 'Date'] as const;
export const SearchOrder = z.enum(searchOrders);
export type SearchOrder = z.infer<typeof SearchOrder>;

/** Text in segments, so that matches can be highlighted without any HTML. */
export const MarkedText = z.array(z.object({ text: z.string(), isMatch: z.boolean() }));
export type MarkedText = z.infer<typeof MarkedText>;

export const SearchResult = z.object({
  id: z.uuid(),
  /** `page` is a content page; it is listed among the resource pages. */
  kind: z.enum(['news', 'event', 'resource', 'page', 'document']),
  /** Path of the result in the portal. */
  path: z.string(),
  header: MarkedText,
  /** The best matching passage of the text. */
  snippet: MarkedText,
  categories: z.array(Category),
  department: z.nullable(z.string()),
  publishedAt: z.iso.datetime(),
  /** Only for events. */
  startDate: z.nullable(z.iso.datetime()),
  endDate: z.nullable(z.iso.datetime()),
  /** Only for documents. `page` is the first page or slide that contains the words, 1-based; null in other files. */
  format: z.nullable(DocumentFormat),
  page: z.nullable(z.int()),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchGroup = z.object({ results: z.array(SearchResult), totalResultCount: z.int() });
export type SearchGroup = z.infer<typeof SearchGroup>;
export const searchGroups = ['resourcePages', 'documents', 'news', 'upcomingEvents', 'pastEvents'] as const;
export type SearchGroupName = (typeof searchGroups)[number];

/** Five groups with their totals, whatever the scope; groups outside of it are empty. Source: spec §3. */
export const SearchAnswer = z.object({
  /** Items that editors pinned to the term, in their order; only of a search without filters. */
  pinned: z.array(SearchResult),
  news: SearchGroup,
  pastEvents: SearchGroup,
  resourcePages: SearchGroup,
  upcomingEvents: SearchGroup,
  documents: SearchGroup,
  /** The groups with results in this response, the one with the best result first. */
  groupOrder: z.array(z.enum(searchGroups)),
  /**
   * The term that was searched instead, when words do not occur in the portal. Search with `exact` for the words as
   * typed.
   */
  correctedTerm: z.nullable(z.string()),
  /** What the reader may have meant, when a word could be a name; the results are for the term as typed. */
  proposedTerm: z.nullable(z.string()),
  /** False when no item contains all words of the term; the results then contain some of them. */
  hasAllWords: z.boolean(),
  /** Abbreviations in the term that were also searched for in full. */
  expansions: z.array(z.object({ abbreviation: z.string(), meaning: z.string() })),
  /** Terms that would have results, when nothing was found. */
  suggestions: z.array(z.string()),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** `from` (inclusive) and `to` (exclusive) are instants: of the start for events, otherwise of publication. */
export const SearchQuery = z.object({
  /** At least MIN_TERM_LENGTH letters, or MIN_NAME_LENGTH for a known abbreviation or a name with a digit. */
  term: z.string().check(z.maxLength(MAX_TERM_LENGTH), z.overwrite(cleanText), z.minLength(MIN_NAME_LENGTH)),
  scope: z.optional(SearchScope),
  /** Applies within each group. */
  sort: z.optional(SearchOrder),
  /** Only this group, as "show more results" requests it. */
  group: z.optional(z.enum(searchGroups)),
  offset: z.optional(queryInt(0, MAX_SEARCH_OFFSET)),
  pageSize: z.optional(queryInt(1, MAX_PAGE_SIZE)),
  from: z.optional(OffsetInstantInput),
  to: z.optional(OffsetInstantInput),
  category: z.optional(queryList(Category, 20)),
  department: z.optional(queryList(nonEmptyText(MAX_DEPARTMENT), 20)),
  /** `true` searches the words as typed, without corrections. */
  exact: z.optional(z.enum(['true', 'false'])),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const searchPortal = endpoint({
  method: 'GET',
  path: '/api/v1/search',
  summary: 'Search results that the reader may see, in groups',
  query: SearchQuery,
  response: SearchAnswer,
});

/** A named destination that is not content: a person, an application of the reader, a form, or a menu entry. */
export const SearchDestination = z.object({
  kind: z.enum(['person', 'application', 'form', 'menu']),
  name: z.string(),
  /** A person's email address. */
  detail: z.nullable(z.string()),
  /** A portal path or an absolute URL; null for a person whose email address the portal does not know. */
  href: z.nullable(z.string()),
});
export type SearchDestination = z.infer<typeof SearchDestination>;

/** Kinds of items whose lists can be narrowed to a category. */
export const categorizedKinds = ['resource', 'news', 'event', 'document'] as const;
/** A category, and the kind of items whose list shows it to the reader. */
export const SuggestedCategory = z.object({ name: Category, kind: z.enum(categorizedKinds) });
export type SuggestedCategory = z.infer<typeof SuggestedCategory>;

/**
 * Suggestions while typing: full terms of abbreviations, and titles, categories and names with the typed words. Terms
 * shorter than MIN_TERM_LENGTH match whole words of titles, longer ones also their beginnings.
 */
export const SearchSuggestions = z.object({
  abbreviations: z.array(z.object({ abbreviation: z.string(), meaning: z.string() })),
  titles: z.array(SearchResult),
  categories: z.array(SuggestedCategory),
  destinations: z.array(SearchDestination),
});
export type SearchSuggestions = z.infer<typeof SearchSuggestions>;
export const suggestSearch = endpoint({
  method: 'GET',
  path: '/api/v1/search/suggestions',
  summary: 'What the search box suggests while a person types',
  query: z.object({
    term: z.string().check(z.maxLength(MAX_TERM_LENGTH), z.overwrite(cleanText), z.minLength(2)),
  }),
  response: SearchSuggestions,
});

export const searchDestinations = endpoint({
  method: 'GET',
  path: '/api/v1/search/destinations',
  summary: 'People, applications, forms and menu entries whose name matches a term',
  query: z.object({
    term: z.string().check(z.maxLength(MAX_TERM_LENGTH), z.overwrite(cleanText), z.minLength(MIN_NAME_LENGTH)),
  }),
  response: z.array(SearchDestination),
});

/** An abbreviation that the search also understands in full. Maintained by editors. */
export const Abbreviation = z.object({ id: z.uuid(), abbreviation: z.string(), meaning: z.string(), version: z.int() });
export type Abbreviation = z.infer<typeof Abbreviation>;
const AbbreviationParams = z.object({ abbreviationId: z.uuid() });

export const listAbbreviations = endpoint({
  method: 'GET',
  path: '/api/v1/studio/abbreviations',
  summary: 'Abbreviations that the search knows, by name',
  access: 'editor',
  response: z.array(Abbreviation),
});
export const createAbbreviation = endpoint({
  method: 'POST',
  path: '/api/v1/studio/abbreviations',
  summary: 'Adds an abbreviation',
  access: 'editor',
  body: NewAbbreviation,
  response: Abbreviation,
});
export const updateAbbreviation = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/abbreviations/:abbreviationId',
  summary: 'Changes an abbreviation',
  access: 'editor',
  params: AbbreviationParams,
  body: z.extend(NewAbbreviation, { version: z.int() }),
  response: Abbreviation,
});
export const deleteAbbreviation = endpoint({
  method: 'DELETE',
  path: '/api/v1/studio/abbreviations/:abbreviationId',
  summary: 'Removes an abbreviation',
  access: 'editor',
  params: AbbreviationParams,
});
