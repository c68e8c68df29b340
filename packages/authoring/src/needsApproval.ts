import type { StudioKind } from '@portico/contracts/studio/draft';
import type { ApprovalRule } from '@portico/contracts/studio/roles';
import { sameName } from './sameName.ts';

/** What a version of an item says that rules look at. */
export interface RuledVersion {
  department: string | null;
  authorDepartment: string | null;
  categories: readonly string[];
}

/**
 * Whether an item needs an approval. It counts what is written and what readers see, or saw last: taking the label away
 * needs an approval like everything else.
 */
export function needsApproval(
  rules: readonly ApprovalRule[],
  { kind, versions }: { kind: StudioKind; versions: readonly RuledVersion[] },
): boolean {
  const departments = versions.flatMap(({ department, authorDepartment }) => [department, authorDepartment]);
  const labels = versions.flatMap(({ categories }) => categories);
  return rules.some(({ scope, value }) => {
    if (scope === 'kind') return value === kind;
    if (scope === 'label') return labels.some((label) => sameName(label, value));
    return departments.some((department) => department !== null && sameName(department, value));
  });
}

/** The department that an item belongs to: resources and documents name their own, others that of their author. */
export function departmentOf(
  kind: StudioKind,
  { department, authorDepartment }: Omit<RuledVersion, 'categories'>,
): string | null {
  const own = kind === 'resource' || kind === 'document' ? department : null;
  return [own, authorDepartment].find((name) => name !== null && name.trim() !== '') ?? null;
}
