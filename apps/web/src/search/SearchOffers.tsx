import type { MenuItem } from '@portico/contracts/menu';
import { foldWords } from '@portico/contracts/foldWords';
import { isSafeHref } from '@portico/kinds/safeHref';
import {
  MIN_TERM_LENGTH,
  type SearchDestination,
  type SearchResult,
  type SearchSuggestions,
  type SuggestedCategory,
} from '@portico/contracts/search';
import { cleanText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { MarkedText } from '@portico/ui/MarkedText';
import { useSearchBox } from '@portico/ui/SearchBoxContext';
import {
  SearchBoxFoot,
  SearchBoxGroup,
  SearchBoxHint,
  SearchBoxList,
  SearchBoxOption,
} from '@portico/ui/SearchBoxList';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import BookOpen from 'lucide-react/icons/book-open';
import CalendarDays from 'lucide-react/icons/calendar-days';
import FileText from 'lucide-react/icons/file-text';
import History from 'lucide-react/icons/history';
import Newspaper from 'lucide-react/icons/newspaper';
import Tag from 'lucide-react/icons/tag';
import User from 'lucide-react/icons/user';
import PanelsTopLeft from 'lucide-react/icons/panels-top-left';
import Search from 'lucide-react/icons/search';
import SpellCheck from 'lucide-react/icons/spell-check';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { stringifySearch } from '../routing/searchParams.ts';
import { t, type TextKey } from '../locale/text.ts';
import { menuQuery } from '../api/frame.queries.ts';
import { portalLink } from '../kit/PortalLink.tsx';
import { removeRecentSearch, clearRecentSearches, readRecentSearches } from './recentSearches.ts';
import { MIN_SUGGESTED_LENGTH, suggestionsQuery } from './search.queries.ts';
import { searchableTerm, searchHref, type SearchOf } from './searchAddress.ts';
import { resultDateLabel, resultHref, resultKindLabel } from './searchResult.ts';
import { readVisitedPages } from '../sign-in/visitedPages.ts';

/** The list that shows a category. */
const categoryLists: Record<SuggestedCategory['kind'], { path: string; title: TextKey }> = {
  resource: { path: '/resources', title: 'shared.resourcesTitle' },
  news: { path: '/news', title: 'news.title' },
  event: { path: '/events', title: 'events.title' },
  document: { path: '/documents', title: 'shared.documentsTitle' },
};

const DEBOUNCE_MS = 180;
const MAX_LINKS = 8;
const MAX_MATCHING_LINKS = 3;
const MAX_TITLES = 7;

const kindIcons: Record<SearchResult['kind'], ComponentType> = {
  news: Newspaper,
  event: CalendarDays,
  resource: BookOpen,
  page: PanelsTopLeft,
  document: FileText,
};

interface OffersProps {
  text: string;
  searchOf: SearchOf;
  onChoose?: (() => void) | undefined;
}

/**
 * Suggestions of the search box: recent searches and menu pages before typing, then abbreviations, titles, names and
 * categories.
 */
export default function SearchOffers({ text, searchOf, onChoose }: OffersProps) {
  const typed = cleanText(text);
  return typed === '' ? (
    <Beginning searchOf={searchOf} onChoose={onChoose} />
  ) : (
    <Suggestions typed={typed} searchOf={searchOf} onChoose={onChoose} />
  );
}

function Beginning({ searchOf, onChoose }: Omit<OffersProps, 'text'>) {
  const [recent, setRecent] = useState(readRecentSearches);
  const links = useMenuPages().slice(0, MAX_LINKS);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const visited = readVisitedPages().filter((page) => page.path !== path);
  const { say } = useSearchBox();
  useEffect(() => say(''), [say]);
  const remove = (term: string) => {
    removeRecentSearch(term);
    setRecent(readRecentSearches());
    say(t('shared.removed', { term }));
  };
  const removeAll = () => {
    clearRecentSearches();
    setRecent([]);
    say(t('shared.searchesRemoved'));
  };
  return (
    <>
      {recent.length + visited.length + links.length > 0 && (
        <SearchBoxList label={t('shared.recentAndPages')}>
          {recent.length > 0 && (
            <SearchBoxGroup title={t('shared.recentSearches')}>
              {recent.map((term) => (
                <SearchBoxOption
                  key={term}
                  href={searchHref(searchOf(term))}
                  icon={<History />}
                  onRemove={() => remove(term)}
                  onChoose={onChoose}
                  renderLink={portalLink}
                >
                  {term}
                </SearchBoxOption>
              ))}
            </SearchBoxGroup>
          )}
          {visited.length > 0 && (
            <SearchBoxGroup title={t('shared.recentPages')}>
              {visited.map((page) => (
                <PageOption key={page.path} href={page.path} icon={<History />} onChoose={onChoose}>
                  {page.title}
                </PageOption>
              ))}
            </SearchBoxGroup>
          )}
          {links.length > 0 && (
            <SearchBoxGroup title={t('shared.goTo')}>
              {links.map((item) => (
                <PageOption key={item.id} href={item.pageLink ?? '/'} onChoose={onChoose}>
                  {item.name}
                </PageOption>
              ))}
            </SearchBoxGroup>
          )}
        </SearchBoxList>
      )}
      {recent.length > 0 && (
        <SearchBoxFoot>
          <Button variant="quiet" size="small" onPress={removeAll}>
            {t('shared.clearSearches')}
          </Button>
        </SearchBoxFoot>
      )}
    </>
  );
}

function Suggestions({ typed, searchOf, onChoose }: Omit<OffersProps, 'text'> & { typed: string }) {
  const debounced = useDebounced(typed);
  const isLongEnough = [...typed].length >= MIN_SUGGESTED_LENGTH;
  const { data, isError, isPlaceholderData } = useQuery(suggestionsQuery(debounced));
  const searchable = searchableTerm(typed);
  const isSettled = !isLongEnough || (debounced === typed && !isPlaceholderData && (data !== undefined || isError));
  // Enter takes the first suggestion for a short term, so it must not be one for what was typed before.
  const isUsable = isLongEnough && (isSettled || searchable !== undefined);
  const {
    abbreviations = [],
    titles = [],
    categories = [],
    destinations = [],
  }: Partial<SearchSuggestions> = isUsable ? (data ?? {}) : {};
  const shown = titles.slice(0, MAX_TITLES);
  const destinationOptions = destinations.filter(({ kind }) => kind !== 'menu').flatMap(namedOption);
  const words = foldWords(typed).join(' ');
  const menuPages = useMenuPages().filter(({ name }) => words !== '' && foldWords(name).join(' ').includes(words));
  const pages = isUsable || !isLongEnough ? menuPages.slice(0, MAX_MATCHING_LINKS) : [];
  const count = abbreviations.length + shown.length + destinationOptions.length + categories.length + pages.length;
  const hint = searchable === undefined ? t('shared.typeMore', { count: MIN_TERM_LENGTH }) : undefined;
  const { say } = useSearchBox();
  useEffect(() => {
    if (isSettled) say([hint, countLabel(count)].filter(Boolean).join(' '));
  }, [say, isSettled, hint, count]);
  return (
    <>
      {hint && <SearchBoxHint>{hint}</SearchBoxHint>}
      {(count > 0 || searchable !== undefined) && (
        <SearchBoxList label={t('shared.suggestions')}>
          {abbreviations.length > 0 && (
            <SearchBoxGroup title={t('shared.inFull')}>
              {abbreviations.map(({ abbreviation, meaning }) => (
                <SearchBoxOption
                  key={`${abbreviation} ${meaning}`}
                  href={searchHref(searchOf(meaning))}
                  icon={<SpellCheck />}
                  detail={abbreviation}
                  onChoose={onChoose}
                  renderLink={portalLink}
                >
                  {meaning}
                </SearchBoxOption>
              ))}
            </SearchBoxGroup>
          )}
          {shown.length > 0 && (
            <SearchBoxGroup title={t('shared.titles')}>
              {shown.map((result) => (
                <TitleOption key={result.id} result={result} onChoose={onChoose} />
              ))}
            </SearchBoxGroup>
          )}
          {destinationOptions.length > 0 && (
            <SearchBoxGroup title={t('shared.people')}>
              {destinationOptions.map(({ destination, href }) => (
                <SearchBoxOption
                  key={`${destination.kind} ${destination.name} ${destination.detail ?? ''} ${href}`}
                  href={href}
                  icon={destination.kind === 'person' ? <User /> : <PanelsTopLeft />}
                  detail={destination.detail ?? undefined}
                  onChoose={onChoose}
                  renderLink={portalLink}
                >
                  {destination.name}
                </SearchBoxOption>
              ))}
            </SearchBoxGroup>
          )}
          {categories.length > 0 && (
            <SearchBoxGroup title={t('shared.categories')}>
              {categories.map(({ name, kind }) => (
                <SearchBoxOption
                  key={name}
                  href={`${categoryLists[kind].path}${stringifySearch({ category: name })}`}
                  icon={<Tag />}
                  detail={t(categoryLists[kind].title)}
                  onChoose={onChoose}
                  renderLink={portalLink}
                >
                  {name}
                </SearchBoxOption>
              ))}
            </SearchBoxGroup>
          )}
          {pages.length > 0 && (
            <SearchBoxGroup title={t('shared.goTo')}>
              {pages.map((item) => (
                <PageOption key={item.id} href={item.pageLink ?? '/'} onChoose={onChoose}>
                  {item.name}
                </PageOption>
              ))}
            </SearchBoxGroup>
          )}
          {searchable !== undefined && (
            <SearchBoxGroup title={t('shared.search')}>
              <SearchBoxOption
                href={searchHref(searchOf(searchable))}
                icon={<Search />}
                onChoose={onChoose}
                renderLink={portalLink}
              >
                {t('shared.allResults', { term: searchable })}
              </SearchBoxOption>
            </SearchBoxGroup>
          )}
        </SearchBoxList>
      )}
    </>
  );
}

/** The option for a name. A person opens the search page, which shows them; an email program would be a surprise. */
function namedOption(destination: SearchDestination): Array<{ destination: SearchDestination; href: string }> {
  const searchable = destination.kind === 'person' ? searchableTerm(destination.name) : undefined;
  const href = searchable === undefined ? destination.href : searchHref({ term: searchable });
  return href !== null && isSafeHref(href) ? [{ destination, href }] : [];
}

function TitleOption({ result, onChoose }: { result: SearchResult; onChoose: (() => void) | undefined }) {
  const Icon = kindIcons[result.kind];
  return (
    <SearchBoxOption
      href={resultHref(result)}
      icon={<Icon />}
      detail={`${resultKindLabel(result)} · ${resultDateLabel(result)}`}
      onChoose={onChoose}
      renderLink={portalLink}
    >
      <MarkedText pieces={result.header} />
    </SearchBoxOption>
  );
}

function PageOption({
  href,
  icon = <ArrowRight />,
  onChoose,
  children,
}: {
  href: string;
  icon?: ReactNode;
  onChoose: (() => void) | undefined;
  children: string;
}) {
  return (
    <SearchBoxOption href={href} icon={icon} onChoose={onChoose} renderLink={portalLink}>
      {children}
    </SearchBoxOption>
  );
}

/** Portal pages in the menu, without duplicates: top-level pages first, then those in folders. */
function useMenuPages(): MenuItem[] {
  const { data } = useQuery(menuQuery());
  const pages = new Map<string, MenuItem>();
  let level: MenuItem[] = data?.menuItems ?? [];
  while (level.length > 0) {
    const shown = level.filter(({ status }) => status !== 'Hidden' && status !== 'GrayedOut');
    for (const item of shown) {
      if (item.pageLink && /^\/(?!\/)/.test(item.pageLink) && !pages.has(item.pageLink)) pages.set(item.pageLink, item);
    }
    level = shown.flatMap(({ submenuItems }) => submenuItems);
  }
  return [...pages.values()];
}

function countLabel(count: number): string {
  return count === 0 ? t('shared.noSuggestions') : t('shared.suggestionCount', { count });
}

/** The value once it hasn't changed for a moment. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
