import type { StudioKind } from '@portico/contracts/studio/draft';
import type { ApprovalRule } from '@portico/contracts/studio/roles';
import { sameName } from './sameName.ts';

/** The properties of a version that approval rules check. */
export interface RuledVersion {
  department: string | null;
  authorDepartment: string | null;
  categories: readonly string[];
}

/**
 * Whether an item needs approval. Checks both the draft and what readers see or last saw, so that removing a label
 * needs approval, too.
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

/** The department that an item belongs to. Resources and documents have their own; other kinds use their author's. */
export function departmentOf(
  kind: StudioKind,
  { department, authorDepartment }: Omit<RuledVersion, 'categories'>,
): string | null {
  const own = kind === 'resource' || kind === 'document' ? department : null;
  return [own, authorDepartment].find((name) => name !== null && name.trim() !== '') ?? null;
}
