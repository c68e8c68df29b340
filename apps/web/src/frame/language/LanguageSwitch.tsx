import { lazy, Suspense } from 'react';
import { locales, type Locale } from '../../locale/locales.ts';

const LanguageChoice = lazy(() => import('./LanguageChoice.tsx'));

/** A control for the portal's language; renders nothing while there is only one. Source: spec §4. */
export function LanguageSwitch({ choices = locales }: { choices?: readonly Locale[] }) {
  if (choices.length === 1) return null;
  return (
    <Suspense fallback={null}>
      <LanguageChoice choices={choices} />
    </Suspense>
  );
}
