import type { Kysely } from 'kysely';
import { nameKey } from '@portico/authoring/sameName';
import type { FilingScope } from '@portico/contracts/studio/filing';
import { findFormerNames, type FiledUnder } from '../../content/filingNames.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';

/**
 * Throws `invalid_input` if a save adds a name that was renamed, merged or retired. The issue names the field, so that
 * the editor sets that change aside and saves the others. Names that the item had before are always accepted.
 */
export async function assertCurrentNames(db: Kysely<DB>, before: FiledUnder, after: FiledUnder): Promise<void> {
  const departments = (['department', 'authorDepartment'] as const).filter((field) => after[field] !== before[field]);
  const added: Array<{ scope: FilingScope; field: string; name: string }> = [
    ...after.categories
      .filter((name) => !before.categories.includes(name))
      .map((name) => ({ scope: 'category' as const, field: 'categories', name })),
    ...departments.map((field) => ({ scope: 'department' as const, field, name: after[field] ?? '' })),
  ].filter(({ name }) => name !== '');
  if (added.length === 0) return;
  const namesOf = (scope: FilingScope) => added.filter((each) => each.scope === scope).map(({ name }) => name);
  const former = await findFormerNames(db, { category: namesOf('category'), department: namesOf('department') });
  for (const { scope, field, name } of added) {
    const current = former[scope].get(nameKey(name));
    if (current === undefined || current === name) continue;
    const message =
      current === null
        ? `The ${scope} “${name}” is retired. Choose another one.`
        : `The ${scope} “${name}” is now called “${current}”. Choose that one.`;
    throw new PortalError('invalid_input', message, { issues: [{ path: field, message }] });
  }
}
