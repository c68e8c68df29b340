import { ContentComponent } from '@portico/kinds/content';
import { t } from '../../locale/text.ts';
import type { Problem } from './formContext.ts';

/**
 * Why a component can't be published yet, by path: missing values and custom rules. Controls report malformed input.
 */
export function problemsOf(component: ContentComponent): Problem[] {
  const issues = ContentComponent.safeParse(component).error?.issues ?? [];
  return issues.flatMap(({ path, code, message }): Problem[] => {
    const dottedPath = path.join('.');
    if (code === 'custom') return [{ path: dottedPath, message }];
    const value = path.reduce<unknown>((data, key) => (data as Record<PropertyKey, unknown> | null)?.[key], component);
    const isEmpty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return isEmpty && dottedPath !== '' ? [{ path: dottedPath, message: t('studio.fieldNeeded') }] : [];
  });
}
