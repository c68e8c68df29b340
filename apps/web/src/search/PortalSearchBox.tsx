import { SearchBox } from '@portico/ui/SearchBox';
import { usePreload } from '@portico/ui/usePreload';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { t } from '../locale/text.ts';
import { PartBoundary } from '../kit/PartBoundary.tsx';
import { searchableTerm, type SearchOf } from './searchAddress.ts';
import { searchShortcut, useSearchShortcut } from './useSearchShortcut.ts';

const loadOffers = () => import('./SearchOffers.tsx');
const SearchOffers = lazy(loadOffers);

export interface PortalSearchBoxProps {
  /** Accessible name, for a second search box on a page. */
  label?: string;
  term: string;
  onChange: (term: string) => void;
  /** True on the search page, where a search keeps the filters. */
  searchOf: SearchOf;
  /** Called after a search or suggestion is chosen. */
  onDone?: (() => void) | undefined;
  size?: 'medium' | 'large';
  isInline?: boolean;
  hasAutoFocus?: boolean;
  describedBy?: string | undefined;
}

/** The portal's search: a field with suggestions that opens the search page. Ctrl-K focuses it. */
export function PortalSearchBox({
  label = t('shared.searchPortal'),
  term,
  onChange,
  searchOf,
  onDone,
  size,
  isInline = false,
  ...rest
}: PortalSearchBoxProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  usePreload(loadOffers);
  useSearchShortcut(input, () => {
    input.current?.focus();
    input.current?.select();
  });
  const search = (text: string) => {
    const searchable = searchableTerm(text);
    if (searchable === undefined) return false;
    void navigate({ to: '/search', search: searchOf(searchable) });
    onDone?.();
    return true;
  };
  const shortcut = searchShortcut();
  return (
    <SearchBox
      {...rest}
      label={label}
      placeholder={size === 'large' ? t('shared.searchWhat') : t('shared.search')}
      value={term}
      onChange={onChange}
      onSubmit={search}
      shortcut={isInline ? undefined : shortcut.label}
      keyShortcuts={shortcut.keys}
      size={size ?? 'medium'}
      isInline={isInline}
      inputRef={input}
    >
      <PartBoundary name="offers of the search box">
        <Suspense fallback={null}>
          <SearchOffers text={term} searchOf={searchOf} onChoose={onDone} />
        </Suspense>
      </PartBoundary>
    </SearchBox>
  );
}
